/** What one evaluation keeps while it goes on: its report, its limits, its secrets, how far it got before. */
import { RunBudget } from "./budget/run-budget.ts";
import type { Ticket } from "./budget/ticket.ts";
import { cellId, type Cell } from "./core/cell.ts";
import { AxisError, messageOf } from "./core/error.ts";
import type { AxisEvent, OnEvent } from "./core/event.ts";
import { Stop } from "./core/outcome.ts";
import type { Job, Plan } from "./core/plan.ts";
import { planDocument } from "./core/plan-document.ts";
import type { CellResult } from "./core/report/pair-result.ts";
import type { Report } from "./core/report.ts";
import type { RunDetail } from "./core/report/run-detail.ts";
import type { ReportHandle, Store } from "./core/store.ts";
import type { Elsewhere } from "./core/elsewhere.ts";
import { stoppingRule } from "./core/verdict.ts";
import { Draft } from "./report/draft.ts";
import { reportVariables, runHook } from "./runner/hooks.ts";
import { prepareAgents, type ReadyAgent } from "./runner/agents/prepare-agents.ts";
import { readAgents } from "./runner/agents/readiness.ts";
import { interruptionOf } from "./runner/interruption.ts";
import { RunLimits } from "./runner/limits.ts";
import { passedOn } from "./runner/passed-on.ts";
import { preflight } from "./runner/preflight.ts";
import { type CellProgress, judgedOtherwise, progressOf, staleCells } from "./runner/progress.ts";
import { createRedactor, type Redactor, secretsIn } from "./runner/redact.ts";
import { Retries } from "./runner/retries.ts";
import { newRunId } from "./runner/run-id.ts";
import { scoringDocument } from "./scoring/scoring-document.ts";
import { clearUp } from "./runner/clear-up.ts";

/** What an evaluation may use. */
export interface EvaluateDeps {
  readonly store: Store;
  /** Go on with this report instead of making a new one; what changed since its plan runs again. */
  readonly handle?: ReportHandle;
  /** The operator's environment; default process.env. */
  readonly env?: NodeJS.ProcessEnv;
  /** Fires on Ctrl-C. */
  readonly abort?: AbortSignal;
  readonly onEvent?: OnEvent;
  readonly now?: () => Date;
  /** Completes the report before it is written for the last time, as with a comparison. */
  readonly finalise?: (report: Report) => Report;
  /** With a plan that runs until decided: whether a comparison needs no further trials. Asked after half of them. */
  readonly isDecided?: (report: Report) => boolean;
  /** Also capture what agents write, as it arrives. */
  readonly debug?: boolean;
  /** Has runs carried out on other machines; default: on this one. */
  readonly elsewhere?: Elsewhere;
  /** The run elsewhere that was asked for before the evaluation began; undefined where there is none. */
  readonly askedBefore?: (cell: Cell) => string | undefined;
  /** Waits before a run is tried again; default: the clock. */
  readonly wait?: (ms: number, abort: AbortSignal) => Promise<void>;
}

export class Session implements AsyncDisposable {
  redactor: Redactor;
  readonly limits: RunLimits;
  readonly budget: RunBudget;
  /** Fires when judges have to end: after Ctrl-C, or at a limit of the whole run. */
  readonly judgingAbort: AbortSignal;
  readonly retries: Retries;
  readonly interruption: ReturnType<typeof interruptionOf>;
  readonly operator: NodeJS.ProcessEnv;
  #agents: ReadonlyMap<string, ReadyAgent> = new Map();
  #handle: ReportHandle | undefined;
  #draft: Draft | undefined;
  #earlier: ReadonlyMap<string, CellProgress> = new Map();
  #judgesAgain = false;
  #beyondRepair = false;
  /** Runs whose judgement is to be made when the report is resumed. */
  #cutOff = 0;
  #hooksRan = false;
  #report: Report | undefined;
  readonly #began = performance.now();

  constructor(
    readonly plan: Plan,
    readonly deps: EvaluateDeps,
  ) {
    this.#handle = deps.handle;
    this.operator = deps.env ?? process.env;
    this.redactor = createRedactor(secretsIn(this.operator, passedOn(plan)));
    this.limits = new RunLimits(plan.runLimits);
    this.retries = new Retries({ retries: plan.retries ?? 0, ...(deps.wait === undefined ? {} : { wait: deps.wait }) });
    this.interruption = interruptionOf(deps.abort ?? new AbortController().signal);
    this.judgingAbort = AbortSignal.any([this.interruption.judging, this.limits.judging]);
    this.budget = new RunBudget(plan, { onNear: this.#warn, onReached: (stop) => this.limits.stop(stop) });
  }

  get handle(): ReportHandle {
    if (this.#handle === undefined) throw new Error("the report is not open yet");
    return this.#handle;
  }

  now = (): Date => this.deps.now?.() ?? new Date();

  /** A listener that throws must not touch a job. */
  emit = (event: AxisEvent): void => {
    try {
      this.deps.onEvent?.(event);
    } catch {
      // Nothing is lost: what the event said is in the journal and the report.
    }
  };

  /** Runs beforeAll; its failure ends the evaluation before there is a report. */
  async beforeAll(): Promise<void> {
    for (const name of this.redactor.unprotected)
      this.emit({ type: "log", message: `The value of ${name} is too short or too common to be redacted` });
    const { failure } = await this.#hook("beforeAll", {});
    if (failure !== null)
      throw new AxisError("hook-failed", `beforeAll failed: ${failure}`, { hint: "Nothing was run" });
    this.#hooksRan = true;
  }

  /** Everything that is missing on this machine, said at once. */
  async preflight(): Promise<void> {
    this.budget.requireKnownCosts();
    if (this.deps.elsewhere !== undefined) return;
    const found = await readAgents(this.plan, this.operator);
    const missing = await preflight(this.plan, this.operator, found);
    if (missing.length === 0) return this.#prepare(found);
    throw new AxisError(
      "preflight",
      `This machine cannot run the plan:\n${missing.map((line) => `  ${line}`).join("\n")}`,
      {
        hint: "See what is there with: axis doctor",
      },
    );
  }

  /** What the runs of an agent start from on this machine. */
  readyAgent(name: string): ReadyAgent {
    return this.#agents.get(name) ?? {};
  }

  /** Opens the report, or goes on with one: from here on every step is in the journal before the next begins. */
  async begin(): Promise<void> {
    const { plan, deps } = this;
    const handle = (this.#handle ??= await deps.store.createReport(this.now()));
    handle.redactWith(this.redactor.text);
    const before = progressOf(handle.steps);
    await clearUp(before.unfinished, (message) => this.emit({ type: "warning", message }));
    const document = planDocument(plan);
    for (const cell of staleCells(before, document)) await handle.record({ type: "stale", data: cell });
    const timestamp = before.timestamp ?? this.now().toISOString();
    await handle.record({ type: "plan", data: { plan: document, timestamp, pid: process.pid } });
    this.#earlier = progressOf(handle.steps).cells;
    this.#judgesAgain = before.plan !== undefined && judgedOtherwise(before.plan, document);
    this.#draft = new Draft({
      header: {
        reportId: handle.reportId,
        timestamp,
        seed: plan.seed,
        ...(plan.until === undefined ? {} : { stopping: stoppingRule(plan.verdict) }),
        cells: plan.jobs.map((job) => job.cell),
        skipped: plan.skipped,
        ...(plan.name === undefined ? {} : { name: plan.name }),
        ...(plan.rehearsal === undefined ? {} : { script: plan.rehearsal.script }),
        ...(plan.weights === null ? {} : { scoring: scoringDocument(plan.weights, plan.verdict.pass_mark) }),
      },
      write: (report) => handle.writeReport(report),
      elapsedMs: () => before.closedMs + Math.round(performance.now() - this.#began),
    });
    await handle.writeReport(this.#draft.report("running"));
    this.limits.start(before.closedMs, this.#warn);
    await this.budget.carry(handle);
    const cells = plan.jobs.map((job) => job.cell);
    this.emit({
      type: "report-start",
      reportId: handle.reportId,
      folder: handle.folder ?? "",
      cells,
      skipped: plan.skipped,
    });
  }

  /** How far a cell got before this evaluation. */
  earlier(cell: Cell): CellProgress | undefined {
    return this.#earlier.get(cellId(cell));
  }

  /** The run elsewhere that somebody asked for already, as an interrupted evaluation that never saw its end. */
  waitingFor(cell: Cell): string | undefined {
    const asked = this.deps.askedBefore?.(cell);
    if (asked !== undefined) return asked;
    const earlier = this.earlier(cell);
    return earlier?.state === "started" ? earlier.runId : undefined;
  }

  /** Fires when no run is wanted any more. */
  get stopping(): AbortSignal {
    return AbortSignal.any([this.interruption.agents, this.limits.abort]);
  }

  /** Whether what is stored of a cell is its result; otherwise its judgement is missing, or was made by other rules. */
  isFinished(earlier: CellProgress): boolean {
    return this.plan.weights === null || (earlier.state === "judged" && !this.#judgesAgain);
  }

  /** A cell has its result. */
  add(cell: Cell, result: CellResult): void {
    this.#draft?.add(cell, result);
    this.emit({ type: "run-state", cell, state: result.failed ? "failed" : "done" });
    this.emit({ type: "result-end", cell, result });
  }

  /** Whether the passes of a pair decide. */
  isPairDecided(cell: Cell): boolean {
    return this.#draft?.isDecided(cell) ?? false;
  }

  /** Whether the comparison needs no further trials. A run that was stopped decides nothing. */
  isDecided(): boolean {
    if (this.#draft === undefined || this.interruption.agents.aborted || this.limits.abort.aborted) return false;
    return this.deps.isDecided?.(this.#draft.report("complete")) ?? false;
  }

  /** These jobs are not needed any more: they are no longer planned. */
  leaveOut(jobs: readonly Job[]): void {
    const cells = jobs.map(({ cell }) => cell);
    this.#draft?.leaveOut(cells);
    this.emit({ type: "cells-left-out", cells });
  }

  /** Nothing more can be written, so nothing more is begun. */
  get isBeyondRepair(): boolean {
    return this.#beyondRepair;
  }

  /** The disk is full or broken: no new job, running ones stop, and the sentence goes to whoever called. */
  giveUp(error: AxisError): void {
    this.#beyondRepair = true;
    this.interruption.stop(new Stop("user", "run", error.message));
  }

  /** Why a cell of this agent is not begun; undefined where it may be. */
  whyNotRun(agent: string): unknown {
    if (this.interruption.agents.aborted) return this.interruption.agents.reason;
    return this.limits.abort.aborted ? this.limits.abort.reason : this.retries.givenUp(agent);
  }

  /** Leave to start a run of this job, or why there is none. */
  admit(job: Job): Promise<Ticket | Stop> {
    return this.budget.admit(job, AbortSignal.any([this.interruption.agents, this.limits.abort]));
  }

  /** Whether a judgement is missing only because judges had to end: it is made when the report is resumed. */
  wasCutOff(detail: RunDetail): boolean {
    const isCut = (detail.outcomeClass === "judge" && this.judgingAbort.aborted) || this.budget.cutOff(detail);
    if (isCut) this.#cutOff += 1;
    return isCut;
  }

  /** Whether a run is to be made again: the infrastructure failed, and there are attempts left. Waits before it says yes. */
  async triesAgain(cell: Cell, detail: RunDetail): Promise<boolean> {
    if (this.retries.note(cell, detail).gaveUp)
      this.emit({
        type: "warning",
        message: `${this.retries.givenUp(cell.agent)?.message}: its pending cells are left out`,
      });
    const again = await this.retries.again(cell, detail, this.stopping);
    if (again) this.emit({ type: "log", cell, message: `tried again after: ${detail.error ?? "a failure"}` });
    return again;
  }

  /** Writes the final report. */
  async finish(): Promise<Report> {
    if (this.#draft === undefined) throw new Error("the report was never begun");
    // A limit of the whole run that was reached when every agent had finished has stopped nothing.
    const isLimited = this.limits.abort.aborted || this.retries.gaveUp || this.budget.stopped !== undefined;
    const cutShort = this.#cutOff > 0 || (isLimited && this.#draft.report("running").summary.classes.notRun > 0);
    const state = this.interruption.agents.aborted || cutShort ? "aborted" : "complete";
    const { finalise = (made: Report) => made } = this.deps;
    const report = await this.#draft.close(state, (made) => finalise({ ...made, ...this.#budgetWords(cutShort) }));
    const { budget, durationMs } = report;
    const data = { state, durationMs, ...(budget === undefined ? {} : { spent: budget.spent }) } as const;
    await this.handle.record({ type: "report-closed", data });
    this.#report = report;
    this.emit({ type: "report-end", report, folder: this.handle.folder ?? "" });
    return report;
  }

  /** Runs afterAll whenever beforeAll succeeded; its failure is an event, the report stays. */
  async afterAll(): Promise<void> {
    if (!this.#hooksRan) return;
    // Whatever goes wrong here, the report stands, and so does an error that came before.
    const { failure } = await this.#hook(
      "afterAll",
      this.#report === undefined ? {} : reportVariables(this.#report, this.handle.folder),
    ).catch((error: unknown) => ({
      failure: messageOf(error),
    }));
    if (failure !== null) this.emit({ type: "hook-failed", phase: "afterAll", message: failure });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.limits[Symbol.dispose]();
    this.interruption[Symbol.dispose]();
    await this.#draft?.settle();
    await this.#handle?.[Symbol.asyncDispose]();
  }

  #warn = (message: string): void => this.emit({ type: "warning", message });

  #budgetWords(cutShort: boolean): Pick<Report, "budget"> {
    const { document, stopped } = this.budget;
    if (document === undefined) return {};
    const { aborted, reason } = this.limits.abort;
    const words = stopped ?? (aborted ? messageOf(reason) : undefined);
    return { budget: cutShort && words !== undefined ? { ...document, stopped: words } : document };
  }

  async #prepare(found: Awaited<ReturnType<typeof readAgents>>): Promise<void> {
    this.#agents = await prepareAgents(found, {
      operator: this.operator,
      abort: this.interruption.agents,
      announce: (message) => this.emit({ type: "warning", message }),
      log: (message) => this.emit({ type: "log", message }),
    });
    const lent = [...this.#agents.values()].flatMap(({ login }) => login?.secrets ?? []);
    if (lent.length === 0) return;
    const secrets = lent.map((value) => ({ name: "login", value }));
    this.redactor = createRedactor([...secretsIn(this.operator, passedOn(this.plan)), ...secrets]);
  }

  async #hook(phase: "beforeAll" | "afterAll", variables: Record<string, string>) {
    const world = {
      operator: this.operator,
      abort: phase === "beforeAll" ? this.interruption.agents : this.interruption.teardown,
      runId: newRunId(this.now()),
      variables,
      debug: (message: string) => this.emit({ type: "debug", message }),
    };
    const done = await runHook(phase, this.plan, world);
    if (done.notes !== undefined) this.emit({ type: "log", message: `${phase}: ${this.redactor.text(done.notes)}` });
    return { failure: done.failure === null ? null : this.redactor.text(done.failure) };
  }
}
