/** The budget of one evaluation: what may start, what judges and metrics spend, and what the report says about it. */
import type { BudgetDocument, BudgetSpent } from "../../core/report/budget.ts";
import { AxisError } from "../../core/error.ts";
import type { Judge } from "../../core/judge.ts";
import { Stop } from "../../core/outcome.ts";
import type { Job, Plan } from "../../core/plan.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { findHighestTokenPrice } from "../../core/model/price.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { ReportHandle } from "../../core/store.ts";
import { Ledger, type LedgerDeps } from "../../judging/budget/ledger.ts";
import { meterJudge } from "./meter-judge.ts";
import { diffJudgingCost, readEarlierSpending } from "./earlier-spending.ts";
import type { Ticket } from "../../judging/budget/ticket.ts";
import { listUnknownCosts } from "./unknown-costs.ts";

export class RunBudget {
  readonly #plan: Plan;
  readonly #ledger: Ledger;
  readonly #meters = new Map<Judge, Judge>();
  /** Runs whose metrics were not allowed to spend. */
  readonly #unmeasured = new Set<string>();

  constructor(plan: Plan, hear: Pick<LedgerDeps, "onNear" | "onReached">) {
    const { cost_usd: usd, tokens } = plan.runLimits;
    const limits = { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) };
    this.#plan = plan;
    this.#ledger = new Ledger({ limits, allowUnknown: this.#allowsUnknown, ...hear });
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
    const metered = Object.entries(judges).map(([question, judge]) => [question, this.#metered(judge)]);
    return Object.fromEntries(metered) as Record<keyof Job["judges"], Judge>;
  }

  #metered(judge: Judge): Judge {
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
      ...(costUsd === undefined ? {} : { costUsd }),
      ...(tokens === undefined ? {} : { tokens }),
      ...(minutes === undefined ? {} : { minutes }),
      spent: this.spent,
    };
  }
}
