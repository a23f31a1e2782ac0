/** Limits what an evaluation may spend. A call that could exceed a limit does not start; calls in progress finish. */
import type { Model, ModelAnswer, ModelSpending } from "../../core/model.ts";
import { type TokenUsage, totalTokens } from "../../core/model/token-usage.ts";

export interface Budget {
  readonly usd?: number;
  /** With `usd`: ignore calls without a known price instead of stopping the evaluation. */
  readonly allowUnknownCost?: boolean;
  readonly tokens?: number;
  readonly calls?: number;
  readonly minutes?: number;
}

/** Spending so far. The cost is null as soon as one call has no known price. */
export interface Spending {
  readonly usd: number | null;
  readonly tokens: number;
  readonly calls: number;
}

interface CallSize {
  readonly usd: number;
  readonly tokens: number;
}

/** Share of a limit at which a warning is emitted. */
const warningShare = 0.8;

/** Counts calls against the limits of the budget. */
export class BudgetKeeper {
  readonly #budget: Budget;
  readonly #startedMs: number;
  readonly #nowMs: () => number;
  readonly #means = new Map<string, { calls: number; usd: number; tokens: number }>();
  /** If money or tokens are limited, the first call of each kind runs alone, because its cost is the estimate for the next ones. */
  readonly #firstCalls = new Map<string, Promise<void>>();
  #spent = { usd: 0 as number | null, tokens: 0, calls: 0 };
  /** The sum of all known costs, even if some calls had no known price. */
  #knownUsd = 0;
  #inProgress = { usd: 0, tokens: 0, calls: 0 };
  #exhausted: string | null = null;

  constructor(budget: Budget, nowMs: () => number) {
    this.#budget = budget;
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  get spent(): Spending {
    return { ...this.#spent };
  }

  /** Why no further call may start, or null. Reading this property also checks the time limit. */
  get exhausted(): string | null {
    const { minutes } = this.#budget;
    if (this.#exhausted === null && minutes !== undefined && this.#nowMs() - this.#startedMs >= minutes * 60_000)
      this.#exhausted = `reached ${minutes} minutes`;
    return this.#exhausted;
  }

  /** The used share of whichever limit is closest. */
  get share(): number {
    const { usd, tokens, calls, minutes } = this.#budget;
    const elapsedMinutes = (this.#nowMs() - this.#startedMs) / 60_000;
    return Math.max(
      usd === undefined ? 0 : (this.#isUnenforceable ? usd : this.#knownUsd) / usd,
      tokens === undefined ? 0 : this.#spent.tokens / tokens,
      calls === undefined ? 0 : this.#spent.calls / calls,
      minutes === undefined ? 0 : elapsedMinutes / minutes,
    );
  }

  /** A warning about the limit for the user; null if all spending was counted. */
  get warning(): string | null {
    const { usd } = this.#budget;
    if (usd === undefined || this.#spent.usd !== null) return null;
    return `some calls have no known price: the budget of $${usd} covers only the other calls, which cost $${this.#knownUsd}`;
  }

  get isNear(): boolean {
    return this.share >= warningShare;
  }

  /** Returns a model whose calls are counted; `onRefused` is called for each call that was not made. */
  wrap(model: Model, onRefused: () => void): Model {
    return {
      id: model.id,
      priced: model.priced,
      ask: async (question, options) => {
        const ticket = await this.#admit(question.about);
        if (ticket !== null) return await this.#countCall(ticket, model.ask(question, options));
        onRefused();
        return {
          status: "failed",
          code: "stopped",
          why: `the budget ${this.#exhausted ?? "is used up"}`,
          spending: noSpending,
        };
      },
    };
  }

  /** Counts spending of models that this budget does not wrap. */
  charge({ costEstimate, tokenUsage }: { costEstimate: number | null; tokenUsage?: TokenUsage | undefined }): void {
    const { usd, tokens, calls } = this.#spent;
    this.#knownUsd += costEstimate ?? 0;
    this.#spent = {
      usd: usd === null || costEstimate === null ? null : usd + costEstimate,
      tokens: tokens + (tokenUsage === undefined ? 0 : totalTokens(tokenUsage)),
      calls: calls + 1,
    };
    this.#exhausted ??= this.#findObstacle({ usd: 0, tokens: 0 });
  }

  async #countCall<T>(ticket: Ticket, call: Promise<ModelAnswer<T>>): Promise<ModelAnswer<T>> {
    try {
      const answer = await call;
      this.#settle(ticket, answer.spending);
      return answer;
    } catch (error) {
      this.#settle(ticket, noSpending);
      throw error;
    }
  }

  async #admit(about: string): Promise<Ticket | null> {
    for (let first = this.#firstCalls.get(about); first !== undefined; first = this.#firstCalls.get(about)) await first;
    const estimate = this.#estimate(about);
    this.#exhausted ??= this.#findObstacle(estimate);
    if (this.exhausted !== null) return null;
    this.#inProgress = addSizes(this.#inProgress, { ...estimate, calls: 1 });
    const limited = this.#budget.usd !== undefined || this.#budget.tokens !== undefined;
    if (!limited || this.#means.has(about)) return { about, estimate, done: () => {} };
    let done = () => {};
    this.#firstCalls.set(about, new Promise((resolve) => (done = resolve)));
    return { about, estimate, done };
  }

  #estimate(about: string): CallSize {
    const mean = this.#means.get(about);
    return mean === undefined
      ? { usd: 0, tokens: 0 }
      : { usd: mean.usd / mean.calls, tokens: mean.tokens / mean.calls };
  }

  #findObstacle(next: CallSize): string | null {
    const { usd, tokens, calls } = this.#budget;
    if (this.#isUnenforceable) return "cannot be enforced: a call has no known price";
    if (usd !== undefined && exceedsLimit(this.#knownUsd + this.#inProgress.usd, next.usd, usd))
      return `reached $${usd}`;
    if (tokens !== undefined && exceedsLimit(this.#spent.tokens + this.#inProgress.tokens, next.tokens, tokens))
      return `reached ${tokens} tokens`;
    return calls !== undefined && this.#spent.calls + this.#inProgress.calls + 1 > calls
      ? `reached ${calls} calls`
      : null;
  }

  /** The limit in dollars is binding, but some spending has no known price. */
  get #isUnenforceable(): boolean {
    const { usd, allowUnknownCost = false } = this.#budget;
    return usd !== undefined && !allowUnknownCost && this.#spent.usd === null;
  }

  #settle({ about, estimate, done }: Ticket, { costUsd, tokenUsage, calls }: ModelSpending): void {
    const tokens = tokenUsage === undefined ? 0 : totalTokens(tokenUsage);
    this.#inProgress = addSizes(this.#inProgress, { usd: -estimate.usd, tokens: -estimate.tokens, calls: -1 });
    const usd = this.#spent.usd === null || costUsd === null ? null : this.#spent.usd + costUsd;
    this.#knownUsd += costUsd ?? 0;
    this.#spent = { usd, tokens: this.#spent.tokens + tokens, calls: this.#spent.calls + calls };
    const mean = this.#means.get(about) ?? { calls: 0, usd: 0, tokens: 0 };
    this.#means.set(about, { calls: mean.calls + 1, usd: mean.usd + (costUsd ?? 0), tokens: mean.tokens + tokens });
    this.#firstCalls.delete(about);
    done();
  }
}

interface Ticket {
  readonly about: string;
  readonly estimate: CallSize;
  readonly done: () => void;
}

const noSpending: ModelSpending = { costUsd: 0, calls: 0 };

/** True if the limit is used up, or the next call would exceed it. */
function exceedsLimit(spent: number, next: number, limit: number): boolean {
  return spent >= limit || spent + next > limit;
}

function addSizes(
  one: CallSize & { calls: number },
  other: CallSize & { calls: number },
): CallSize & { calls: number } {
  return { usd: one.usd + other.usd, tokens: one.tokens + other.tokens, calls: one.calls + other.calls };
}
