/** Limits what an evaluation may spend. A call that could exceed a limit does not start; calls in progress finish. */
import type { Model, ModelAnswer } from "../../core/model.ts";
import { type TokenUsage, totalTokens } from "../../core/model/token-usage.ts";
import { Stop } from "../../core/outcome.ts";
import { Ledger, nearShare } from "../../judging/budget/ledger.ts";
import { identifyAs } from "../judging/analyses.ts";

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

/** Has the calls of models counted by the ledger, and keeps the time. */
export class BudgetKeeper {
  readonly #budget: Budget;
  readonly #ledger: Ledger;
  readonly #startedMs: number;
  readonly #nowMs: () => number;
  #exhausted: string | null = null;

  constructor(budget: Budget, nowMs: () => number) {
    this.#budget = budget;
    this.#ledger = new Ledger({ limits: budget, allowUnknown: budget.allowUnknownCost });
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  get spent(): Spending {
    const { costUsd, tokens } = this.#ledger.spent.judges;
    return { usd: costUsd, tokens, calls: this.#ledger.calls };
  }

  /** Why no further call may start, or null. Reading this property also checks the time limit. */
  get exhausted(): string | null {
    if (this.#timeShare >= 1) this.#exhausted ??= `reached ${this.#budget.minutes} minutes`;
    return this.#exhausted;
  }

  /** The used share of whichever limit is closest. */
  get share(): number {
    return Math.max(this.#isUnenforceable ? 1 : 0, this.#ledger.share, this.#timeShare);
  }

  get #timeShare(): number {
    return (this.#nowMs() - this.#startedMs) / 60_000 / (this.#budget.minutes ?? Infinity);
  }

  /** A warning about the limit for the user; null if all spending was counted. */
  get warning(): string | null {
    const { usd } = this.#budget;
    const { costUsd, knownUsd } = this.#ledger.spent.judges;
    if (usd === undefined || costUsd !== null) return null;
    return `some calls have no known price: the budget of $${usd} covers only the other calls, which cost $${knownUsd}`;
  }

  get isNear(): boolean {
    return this.share >= nearShare;
  }

  /** Returns a model whose calls are counted; `onRefused` is called for each call that was not made. */
  wrap(model: Model, onRefused: () => void): Model {
    const limited: Model = {
      id: model.id,
      priced: model.priced,
      ask: async (question, options) => {
        // An abort ends the calls in progress, and with them the waiting.
        const { signal } = new AbortController();
        const leave = await this.#ledger.admit({ side: "judges", scenario: question.about }, signal);
        if (leave instanceof Stop) return this.#refuse(onRefused);
        using ticket = leave;
        if (this.exhausted !== null) return this.#refuse(onRefused);
        const answer = await model.ask(question, options);
        const { costUsd, tokenUsage, calls } = answer.spending;
        ticket.settle({ usd: costUsd, tokens: countTokens(tokenUsage), calls });
        return answer;
      },
    };
    return identifyAs(limited, model);
  }

  /** Counts spending of models that this budget does not wrap. */
  charge({ costEstimate, tokenUsage }: { costEstimate: number | null; tokenUsage?: TokenUsage | undefined }): void {
    this.#ledger.charge("judges", { usd: costEstimate, tokens: countTokens(tokenUsage), calls: 1 });
    if (this.#ledger.stopped !== undefined) this.#exhausted ??= this.#describeLimit();
  }

  #refuse(onRefused: () => void): ModelAnswer<never> {
    this.#exhausted ??= this.#describeLimit();
    onRefused();
    const why = `the budget ${this.#exhausted}`;
    return { status: "failed", code: "stopped", why, spending: { costUsd: 0, calls: 0 } };
  }

  #describeLimit(): string {
    const { limiting } = this.#ledger;
    if (this.#isUnenforceable || limiting === undefined) return "cannot be enforced: a call has no known price";
    return `reached ${limiting === "usd" ? `$${this.#budget.usd}` : `${this.#budget[limiting]} ${limiting}`}`;
  }

  /** The limit in dollars is binding, but some spending has no known price. */
  get #isUnenforceable(): boolean {
    const { usd, allowUnknownCost = false } = this.#budget;
    return usd !== undefined && !allowUnknownCost && this.spent.usd === null;
  }
}

function countTokens(usage: TokenUsage | undefined): number {
  return usage === undefined ? 0 : totalTokens(usage);
}
