/** Runs of the project on this machine: requested by name, run by this process, with one report and one evaluation per request. */
import { cellId } from "../../core/cell.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import type { Report } from "../../core/report.ts";
import type { RunHost } from "../../core/run/run-host.ts";
import type { ReportHandle } from "../../core/store.ts";
import { type Contest, evaluateContest } from "../../evaluate/compete/contest.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { newId } from "../../store/sql/ids.ts";
import { insertCompetition } from "../../store/sql/competitions.ts";
import { insertRuns } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import type {
  ContestSubmission,
  ContestSubmissionResult,
  Submission,
  SubmissionResult,
} from "../../core/run/submission.ts";
import { resolveSubmission } from "../asking/submit.ts";
import { Background } from "../background.ts";
import { describePlan } from "../bundle/describe-plan.ts";
import { ChangeSignal } from "../change-signal.ts";
import { WorkerRegistration } from "../registration.ts";
import { toRunEnvironment } from "../worker-deps.ts";
import { describeDraining, type WorkOptions } from "../worker.ts";
import { requeueInterruptedRuns } from "./interrupted-runs.ts";
import { planContest } from "./local-contest.ts";
import type { LocalDeps } from "./local-deps.ts";
import { selectJobs } from "./local-project.ts";
import { LocalSlots } from "./local-slots.ts";
import { OpenReports, type RequestedReport } from "./open-reports.ts";
import { RunRows } from "./run-rows.ts";

/** How often reports that could not be resumed are tried again. */
const resumeMs = 5_000;
const resendMs = 60_000;

export class LocalRuns implements AsyncDisposable {
  readonly #deps: LocalDeps;
  readonly #changes: ChangeSignal;
  readonly #slots: LocalSlots;
  readonly #evaluations = new Set<Promise<void>>();
  readonly #background: Background;
  #registration: WorkerRegistration | undefined;

  private constructor(deps: LocalDeps, changes: ChangeSignal) {
    const onRuns = (workspaceId: string) => this.#registration?.notifyRuns(workspaceId);
    this.#deps = deps;
    this.#changes = changes;
    this.#background = new Background(deps.log);
    this.#slots = new LocalSlots(deps, changes, onRuns);
  }

  static async open(deps: LocalDeps, store: SqlStore): Promise<LocalRuns> {
    await requeueInterruptedRuns(deps);
    return new LocalRuns(deps, await ChangeSignal.listen(store));
  }

  /** Begins the report of a request, queues its runs and starts their evaluation. */
  readonly submit = async (submission: Submission): Promise<SubmissionResult> => {
    const { database, workspaceId, project } = this.#deps;
    if (submission.workspace.id !== workspaceId) return { status: "unknown-scenario" };
    const whole = await project.plan({ trials: submission.trials });
    if (whole === undefined) return { status: "project-invalid" };
    const { configFile, ...workspace } = project.files;
    const manifest = describePlan({ plan: whole, configFile, workspace, request: {} });
    const known = await resolveSubmission(manifest, submission, database);
    if (known.status !== "known") return known;
    if (this.#slots.isClosed) return { status: "agent-not-served" };
    const { name } = known.agent;
    const plan = selectJobs(whole, ({ cell }) => cell.scenario === submission.scenario && cell.agent === name);
    const { runs } = await this.#begin(plan, submission);
    return { status: "queued", runs };
  };

  /** The same for a competition, whose runs start from one commit. */
  readonly submitContest = async (submission: ContestSubmission): Promise<ContestSubmissionResult> => {
    if (submission.workspace.id !== this.#deps.workspaceId) return { status: "unknown-scenario" };
    if (this.#slots.isClosed) return { status: "agent-not-served" };
    const planned = await planContest(submission, this.#deps);
    if (planned.status !== "planned") return planned;
    const { contest } = await this.#begin(planned.plan, submission, planned.contest);
    return { status: "started", id: contest?.record.id ?? "" };
  };

  /** Runs what is requested until told to leave, then until every run has ended or is queued again. */
  async work({ leave, drainSeconds, onReady }: WorkOptions): Promise<void> {
    const { project, telemetry, log } = this.#deps;
    const listAgents = () => project.listAgents();
    await using registration = await WorkerRegistration.open({ ...this.#deps, leave, listAgents });
    this.#registration = registration;
    const over = new AbortController();
    const serving = this.#slots.serve(over.signal);
    try {
      // The next process requeues running runs, so nothing has to be requeued before this one is killed.
      onReady?.(() => Promise.resolve());
      const { firstPass } = await this.#resumeReports(registration);
      this.#background.every(resendMs, () => telemetry.resend());
      await waitFor(leave);
      this.#background[Symbol.dispose]();
      if (this.#slots.running > 0) log(describeDraining(this.#slots.running, drainSeconds));
      this.#slots.close();
      setTimeout(() => this.#slots.evict(), drainSeconds * 1_000).unref();
      await registration.announceLeaving();
      await firstPass;
      await this.#settle();
    } finally {
      over.abort();
      await serving;
    }
  }

  /** Stops what is still running; the next process resumes it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#background[Symbol.dispose]();
    this.#slots.evict();
    await this.#settle();
    await this.#changes[Symbol.asyncDispose]();
  }

  /** Resumes the reports of earlier processes: now, or as soon as it is possible. */
  async #resumeReports(registration: WorkerRegistration): Promise<{ readonly firstPass: Promise<void> }> {
    const reports = await OpenReports.find(this.#deps);
    const resume = () => reports.resume(registration.agents, (report) => this.#start(report));
    const firstPass = this.#background.attempt(resume);
    this.#background.every(resumeMs, resume);
    return { firstPass };
  }

  async #settle(): Promise<void> {
    while (this.#evaluations.size > 0) await Promise.all(this.#evaluations);
  }

  /** Begins the report, queues the runs and starts their evaluation. */
  async #begin(plan: Plan, wish: RunsWish, contest?: Contest): Promise<RequestedReport> {
    const { store, now } = this.#deps;
    const handle = await store.createReport(now());
    const runs = plan.jobs.map(({ cell }) => ({ ...cell, id: newId("run", now()) }));
    const report: RequestedReport = { handle, plan, runs, priority: wish.priority, ...(contest && { contest }) };
    try {
      await this.#queue(report, wish);
    } catch (error) {
      await handle[Symbol.asyncDispose]();
      throw error;
    }
    this.#start(report);
    return report;
  }

  async #queue({ handle, plan, runs, contest }: RequestedReport, { priority, traceContext }: RunsWish): Promise<void> {
    const { database, workspaceId } = this.#deps;
    const { reportId } = handle;
    const common = { workspaceId, reportId, priority, traceContext, competitionId: contest?.record.id ?? null };
    const rows = plan.jobs.map(({ cell: { scenario, ...cell }, agent }, index) => ({
      ...common,
      ...cell,
      scenarioKey: scenario,
      id: runs[index]?.id ?? "",
      scenarioHash: plan.digests.scenarios[scenario] ?? "",
      model: agent.config.model ?? null,
    }));
    await contest?.folder.write({ ...contest.record, reportId });
    await database.transaction().execute(async (transaction) => {
      if (contest !== undefined)
        await insertCompetition(transaction, {
          ...contest.record,
          workspaceId,
          reportId,
          plannedRuns: runs.length,
          createdAt: new Date(contest.record.startedAt),
        });
      await insertRuns(transaction, rows);
    });
  }

  /** Starts an evaluation in the background. Its failure is logged, and ends the runs that it leaves open. */
  #start(report: RequestedReport): void {
    const failed = (error: unknown) =>
      this.#deps.log(`Warning: report ${report.handle.reportId} could not be written: ${errorMessage(error)}`);
    const evaluation = this.#evaluate(report)
      .catch(failed)
      .finally(() => this.#evaluations.delete(evaluation));
    this.#evaluations.add(evaluation);
  }

  async #evaluate({ handle, plan, runs, priority, contest }: RequestedReport): Promise<void> {
    const { slots, onWritten, telemetry, workspaceId } = this.#deps;
    const { reportId } = handle;
    const abort = new AbortController();
    const ids = new Map(runs.map(({ id, ...cell }) => [cellId(cell), id]));
    const request = { reportId, ids, events: plan.events, abort: abort.signal };
    const rows = new RunRows(request, this.#deps);
    using host = this.#slots.openHost({ ids, priority, abort, rows });
    try {
      // No more runs of a request than slots can run at once.
      const parts = { handle, host, rows, abort: abort.signal, contest };
      const report = await this.#run({ ...plan, concurrency: slots }, parts);
      await rows.settle();
      await telemetry.sendCompetition(report, { settings: plan.events, workspace: workspaceId });
      onWritten(report);
    } catch (error) {
      await rows.settle();
      // The next start resumes the report.
      if (abort.signal.aborted || (error instanceof AxisError && error.code === "disk")) throw error;
      const isMissing = error instanceof AxisError && error.code === "preflight";
      await rows.fail(isMissing ? "agent-missing" : "internal", errorMessage(error));
      throw error;
    }
  }

  async #run(plan: Plan, { handle, host, rows, abort, contest }: EvaluationParts): Promise<Report> {
    const { store, env, now, finaliser, evaluate: evaluateRuns = evaluate } = this.#deps;
    const run: typeof evaluate =
      contest === undefined ? evaluateRuns : (asked, deps) => evaluateContest(contest, asked, deps);
    const finalise = await finaliser?.().catch(async (error: unknown) => {
      await handle[Symbol.asyncDispose]();
      throw error;
    });
    return await run(plan, {
      store,
      handle: rows.watch(handle),
      host,
      abort,
      env: toRunEnvironment(env),
      now,
      onEvent: rows.onEvent,
      finalise,
    });
  }
}

/** What a request says about its runs, besides which ones. */
type RunsWish = Pick<Submission, "priority" | "traceContext">;

interface EvaluationParts {
  readonly handle: ReportHandle;
  readonly host: RunHost;
  readonly abort: AbortSignal;
  readonly rows: RunRows;
  readonly contest: Contest | undefined;
}

function waitFor(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
