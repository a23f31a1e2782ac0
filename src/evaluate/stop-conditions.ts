/** All conditions that stop an evaluation or block a run: Ctrl-C, limits, the budget, rate limits, abandoned agents, a full disk. */
import { setMaxListeners } from "node:events";
import { RunBudget } from "./budget/run-budget.ts";
import type { Ticket } from "../judging/budget/ticket.ts";
import { cellId } from "../core/cell.ts";
import { type AxisError, errorMessage } from "../core/error.ts";
import type { AxisEvent } from "../core/run/event.ts";
import { Stop } from "../core/outcome.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { createInterruption, type Interruption } from "../runner/interruption.ts";
import { RunLimits } from "../runner/limits.ts";
import { Retries } from "../runner/retries.ts";
import type { EvaluateDeps } from "./evaluate-deps.ts";
import { ProviderLanes } from "./provider-lanes.ts";

/** The signals that one job listens to, phase by phase. */
interface JobSignals {
  readonly agents: AbortSignal;
  readonly judging: AbortSignal;
  readonly teardown: AbortSignal;
  /** Aborts when no further attempt at the job should start. */
  readonly stopping: AbortSignal;
}

export class StopConditions implements Disposable {
  readonly limits: RunLimits;
  readonly budget: RunBudget;
  readonly retries: Retries;
  readonly lanes: ProviderLanes;
  readonly interruption: Interruption;
  /** Aborts when judges must end: after Ctrl-C, or at a limit of the whole run. */
  readonly judging: AbortSignal;
  /** Aborts when no more runs should start. */
  readonly stopping: AbortSignal;
  #beyondRepair = false;
  /** How many runs will be judged only when the report is resumed. */
  #cutOff = 0;
  /** The signals of jobs that can be stopped on their own, by cell. */
  readonly #jobs = new Map<string, JobSignals>();
  readonly #emit: (event: AxisEvent) => void;

  constructor(plan: Plan, { abort, wait, env = {} }: EvaluateDeps, emit: (event: AxisEvent) => void) {
    this.#emit = emit;
    this.lanes = new ProviderLanes({ concurrency: plan.concurrency, env, onNarrowed: this.#warn });
    this.limits = new RunLimits(plan.runLimits);
    this.retries = new Retries({ retries: plan.retries ?? 0, wait });
    this.interruption = createInterruption(abort ?? new AbortController().signal);
    this.judging = AbortSignal.any([this.interruption.judging, this.limits.judging]);
    this.stopping = AbortSignal.any([this.interruption.agents, this.limits.abort]);
    // Every waiting retry and every question adds a listener: so many are not a leak.
    setMaxListeners(0, this.judging, this.stopping);
    this.stopping.addEventListener("abort", () => this.lanes.release(), { once: true });
    if (this.stopping.aborted) this.lanes.release();
    this.budget = new RunBudget(plan, { onNear: this.#warn, onReached: (stop) => this.limits.stop(stop) });
  }

  /** Starts the clock of the whole run; `beforeMs` is the time that earlier invocations used. */
  start(beforeMs: number): void {
    this.limits.start(beforeMs, this.#warn);
  }

  /** The signals of a job: those of the evaluation, joined with its own if it has one. */
  signalsFor({ cell }: Job): JobSignals {
    const { interruption, judging, stopping } = this;
    const { agents, teardown } = interruption;
    return this.#jobs.get(cellId(cell)) ?? { agents, judging, teardown, stopping };
  }

  /** From now on, until disposed, this signal stops the job too. Its phases end as after Ctrl-C. */
  joinJob({ cell }: Job, abort: AbortSignal): Disposable {
    const own = createInterruption(abort);
    const { agents, teardown } = this.interruption;
    const signals: JobSignals = {
      agents: AbortSignal.any([agents, own.agents]),
      judging: AbortSignal.any([this.judging, own.judging]),
      teardown: AbortSignal.any([teardown, own.teardown]),
      stopping: AbortSignal.any([this.stopping, own.agents]),
    };
    setMaxListeners(0, ...Object.values(signals));
    this.#jobs.set(cellId(cell), signals);
    return {
      [Symbol.dispose]: () => {
        this.#jobs.delete(cellId(cell));
        own[Symbol.dispose]();
      },
    };
  }

  /** Nothing more can be written to disk, so nothing more is started. */
  get isDiskBroken(): boolean {
    return this.#beyondRepair;
  }

  /** The disk is full or broken: starts no new job, stops the running ones, and gives the error to the caller. */
  stopForDiskFailure(error: AxisError): void {
    this.#beyondRepair = true;
    this.interruption.stop(new Stop("user", "run", error.message));
  }

  /** Returns why no run of this agent may start, or undefined if one may. */
  findStopReason(agent: string): unknown {
    if (this.interruption.agents.aborted) return this.interruption.agents.reason;
    return this.limits.abort.aborted ? this.limits.abort.reason : this.retries.findGiveUpReason(agent);
  }

  /** Returns a ticket to start a run of this job, or the reason why it may not start. */
  admit(job: Job): Promise<Ticket | Stop> {
    return this.budget.admit(job, this.signalsFor(job).stopping);
  }

  /** Whether to run this job again: the infrastructure failed and retries are left. Waits before it returns true. */
  async shouldRetry(job: Job, detail: RunDetail): Promise<boolean> {
    const { cell, agent } = job;
    this.lanes.recordOutcome(agent, detail.outcome);
    if (this.retries.noteAttempt(cell, detail).gaveUp)
      this.#warn(`${this.retries.findGiveUpReason(cell.agent)?.message}: its pending runs are skipped`);
    const again = await this.retries.waitForRetry(cell, detail, this.signalsFor(job).stopping);
    if (again) this.#emit({ type: "log", cell, message: `retried after: ${detail.error ?? "a failure"}` });
    return again;
  }

  /** Whether the judgement is missing only because judges had to stop; it is then made when the report is resumed. */
  recordIfCutOff(detail: RunDetail): boolean {
    const isCut = (detail.outcomeClass === "judge" && this.judging.aborted) || this.budget.isCutOff(detail);
    if (isCut) this.#cutOff += 1;
    return isCut;
  }

  /** Returns the final state, given how many cells never ran, and the report's budget and rate-limit documents. */
  describeEnding(notRun: number): { readonly state: "aborted" | "complete" } & Pick<Report, "budget" | "pace"> {
    // A limit of the whole run that is reached after every agent has finished has stopped nothing.
    const isLimited = this.limits.abort.aborted || this.retries.hasGivenUp || this.budget.stopped !== undefined;
    const cutShort = this.#cutOff > 0 || (isLimited && notRun > 0);
    const state = this.interruption.agents.aborted || cutShort ? "aborted" : "complete";
    const { narrowed } = this.lanes;
    const pace = narrowed.length === 0 ? {} : { pace: narrowed };
    return { state, budget: this.#describeBudget(cutShort), ...pace };
  }

  #describeBudget(cutShort: boolean): Report["budget"] {
    const { document, stopped } = this.budget;
    if (document === undefined) return undefined;
    const { aborted, reason } = this.limits.abort;
    const words = stopped ?? (aborted ? errorMessage(reason) : undefined);
    return cutShort && words !== undefined ? { ...document, stopped: words } : document;
  }

  #warn = (message: string): void => this.#emit({ type: "warning", message });

  [Symbol.dispose](): void {
    this.lanes[Symbol.dispose]();
    this.limits[Symbol.dispose]();
    this.interruption[Symbol.dispose]();
  }
}
