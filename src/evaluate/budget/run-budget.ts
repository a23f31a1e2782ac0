/** The budget of one evaluation: what may start, what judges and metrics spend, and what the report says about it. */
import { AxisError } from "../../core/error.ts";
import type { Answer, AskContext, Judge } from "../../core/judge.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { findHighestTokenPrice } from "../../core/model/price.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import { Stop } from "../../core/outcome.ts";
import type { Job, Plan } from "../../core/plan.ts";
import type { Question } from "../../core/question.ts";
import type { BudgetDocument, BudgetSpent } from "../../core/report/budget.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { ReportHandle } from "../../core/store.ts";
import { Ledger, type LedgerListeners } from "../../judging/budget/ledger.ts";
import type { TicketCost, Ticket } from "../../judging/budget/ticket.ts";
import { diffJudgingCost, readEarlierSpending } from "./earlier-spending.ts";
import { listUnknownCosts } from "./unknown-costs.ts";

/** How long a stopped judge may take to report its spending; after that it counts as having spent nothing more. */
const endingGraceMs = 15_000;

/** Returns the same judge with metering, also for the members of a panel. `rules` spends nothing and is unchanged. */
export function meterJudge(judge: Judge, ledger: Ledger): Judge {
  if (judge.kind === "rules") return judge;
  if (judge.members !== undefined)
    return overrideJudge(judge, { members: judge.members.map((member) => meterJudge(member, ledger)) });
  return overrideJudge(judge, { ask: (question, context) => askWithinBudget(ledger, judge, { question, context }) });
}

/** A custom judge may be a class instance, so properties that are not overridden are inherited from it. */
function overrideJudge(judge: Judge, parts: Partial<Judge>): Judge {
  const own = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value, enumerable: true }]));
  return Object.create(judge, own) as Judge;
}

async function askWithinBudget(
  ledger: Ledger,
  judge: Judge,
  { question, context }: { readonly question: Question; readonly context: AskContext },
): Promise<Answer> {
  const leave = await ledger.admit({ side: "judges", scenario: question.scenario }, context.abort);
  if (leave instanceof Stop) return { status: "declined", why: leave.message };
  using _end = settleAfterAbort(leave, context.abort);
  const answer = await judge.ask(question, context);
  leave.settle(readAnswerCost(answer));
  return answer;
}

/** A judge that never returns must not hold its reservation forever. */
function settleAfterAbort(ticket: Ticket, abort: AbortSignal): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => (timer = setTimeout(() => ticket[Symbol.dispose](), endingGraceMs).unref());
  abort.addEventListener("abort", begin, { once: true });
  return {
    [Symbol.dispose]: () => {
      abort.removeEventListener("abort", begin);
      clearTimeout(timer);
      ticket[Symbol.dispose]();
    },
  };
}

/** A code judge that reports no cost spends nothing; one that asked a model of unknown price has an unknown cost. */
function readAnswerCost(answer: Answer | null | undefined): TicketCost {
  // A code judge may return nothing at all; the reader of its answer reports that.
  const { usage, spending } = answer ?? {};
  const tokenUsage = spending?.tokenUsage ?? usage;
  const tokens = tokenUsage === undefined ? 0 : totalTokens(tokenUsage);
  if (spending === undefined || spending.calls === 0) return { usd: 0, tokens: spending === undefined ? tokens : 0 };
  return { usd: spending.costUsd, tokens };
}

export class RunBudget {
  readonly #plan: Plan;
  readonly #ledger: Ledger;
  readonly #meters = new Map<Judge, Judge>();
  /** Runs whose metrics were not allowed to spend. */
  readonly #unmeasured = new Set<string>();

  constructor(plan: Plan, listeners: LedgerListeners) {
    const { cost_usd: usd, tokens } = plan.runLimits;
    const limits = { usd, tokens };
    this.#plan = plan;
    this.#ledger = new Ledger({ limits, allowUnknown: this.#allowsUnknown, ...listeners });
  }

  /** A rehearsal asks no model that costs money. */
  get #allowsUnknown(): boolean {
    return this.#plan.allowUnknownCost === true || this.#plan.rehearsal !== undefined;
  }

  /** A cost limit that cannot be enforced is a user error, reported before anything is spent. */
  requireKnownCosts(): void {
    if (this.#plan.runLimits.cost_usd === undefined || this.#allowsUnknown) return;
    const unknown = listUnknownCosts(this.#plan);
    if (unknown.length === 0) return;
    const lines = unknown.map((line) => `  ${line}`).join("\n");
    throw new AxisError("budget-unknown", `A cost limit cannot be enforced because some costs are unknown:\n${lines}`, {
      hint: "Add the prices to settings.prices, or continue with: --allow-unknown-cost",
    });
  }

  /** Adds what earlier invocations spent on the same report. */
  async addEarlierSpending(handle: ReportHandle): Promise<void> {
    if (this.document === undefined) return;
    this.#ledger.addEarlierSpending(await readEarlierSpending(handle.steps, (file) => handle.readDetail(file)));
  }

  /** Why work was skipped; undefined if everything fitted. */
  get stopped(): string | undefined {
    return this.#ledger.stopped;
  }

  /** Returns a ticket to start a run of this job, or the reason why it may not start. */
  admit({ scenario, agent }: Job, abort: AbortSignal): Promise<Ticket | Stop> {
    const { tokens } = scenario.limits;
    const { model } = agent.config;
    const price = model === undefined ? null : findHighestTokenPrice(model, { ...listPrices, ...this.#plan.prices });
    const most = tokens === undefined ? {} : { tokens, ...(price === null ? {} : { usd: tokens * price }) };
    return this.#ledger.admit({ side: "agents", scenario: scenario.key, most }, abort);
  }

  /** Returns the judges of a job with their spending counted. */
  meterJudges(judges: Job["judges"]): Job["judges"] {
    const metered = Object.entries(judges).map(([question, judge]) => [question, this.meterJudge(judge)]);
    return Object.fromEntries(metered) as Record<keyof Job["judges"], Judge>;
  }

  meterJudge(judge: Judge): Judge {
    const known = this.#meters.get(judge) ?? meterJudge(judge, this.#ledger);
    this.#meters.set(judge, known);
    return known;
  }

  /** Measures a run and counts what its metrics spend. Without a ticket they are stopped, and each gives the reason. */
  async measureWithinBudget(
    run: RunDetail,
    abort: AbortSignal,
    measure: (until: AbortSignal) => Promise<RunDetail>,
  ): Promise<RunDetail> {
    const leave = await this.#ledger.admit({ side: "judges", scenario: run.scenarioKey }, abort);
    if (leave instanceof Stop) {
      this.#unmeasured.add(run.runId);
      return await measure(AbortSignal.abort(leave));
    }
    using _settled = leave;
    const detail = await measure(abort);
    leave.settle(diffJudgingCost(run, detail));
    return detail;
  }

  /** Whether a judgement or a measurement is missing because the budget was used up. */
  isCutOff({ outcomeClass, runId }: RunDetail): boolean {
    return this.#unmeasured.has(runId) || (outcomeClass === "judge" && this.stopped !== undefined);
  }

  get spent(): BudgetSpent {
    return this.#ledger.spent;
  }

  /** The budget document of the report; undefined without a budget. */
  get document(): BudgetDocument | undefined {
    const { cost_usd: costUsd, tokens, time_minutes: minutes } = this.#plan.runLimits;
    if (costUsd === undefined && tokens === undefined && minutes === undefined) return undefined;
    return {
      costUsd,
      tokens,
      minutes,
      spent: this.spent,
    };
  }
}
