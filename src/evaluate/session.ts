/** The state of one evaluation: its report, its stop conditions, its secrets, and its earlier progress. */
import type { Cell } from "../core/cell.ts";
import { AxisError, errorMessage } from "../core/error.ts";
import { totalTokens } from "../core/model/token-usage.ts";
import type { Stop } from "../core/outcome.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { ReportHandle } from "../core/store.ts";
import { ask, waitOnClock } from "../judging/scoring/ask.ts";
import { tryWritePage } from "../report/page/write-page.ts";
import { addVerdict, decideVerdict } from "../report/report-verdict.ts";
import { prepareAgents, type PrepareDeps, type ReadyAgent } from "../runner/agents/prepare-agents.ts";
import { probeAgents } from "../runner/agents/readiness.ts";
import { reportVariables, runHook } from "../runner/hooks.ts";
import { preflight } from "../runner/preflight.ts";
import { prepareSandboxes, ReadySandboxes } from "../runner/sandbox/prepare-sandboxes.ts";
import type { ReadySandbox } from "../runner/sandbox/run-sandbox.ts";
import type { CellProgress } from "../runner/progress.ts";
import { newRunId } from "../runner/run-id.ts";
import { listForwardedNames } from "../runner/secrets/forwarded-names.ts";
import { collectSecrets, createRedactor, type Redactor } from "../runner/secrets/redact.ts";
import {
  findTemporaryFolderProblem,
  requireTemporaryFolder,
  temporaryFolderHint,
} from "../runner/workspace/temporary-folder.ts";
import { type EarlierRuns, takeOverReport } from "./earlier-runs.ts";
import type { AskJudge, EvaluateDeps } from "./evaluate-deps.ts";
import { ReportWriter } from "./report-writer.ts";
import { StopConditions } from "./stop-conditions.ts";
import { createLargeRunQueue, type ScoreInTurn } from "./large-runs.ts";

class Hooks {
  #ran = false;

  constructor(readonly session: Session) {}

  /** A failure ends the evaluation before there is a report. */
  async runBeforeAll(): Promise<void> {
    const { plan, stopConditions } = this.session;
    if (plan.beforeAll.length > 0) await requireTemporaryFolder();
    const failure = await this.#run("beforeAll", stopConditions.interruption.agents, {});
    if (failure !== null)
      throw new AxisError("hook-failed", `beforeAll failed: ${failure}`, { hint: "Nothing was run" });
    this.#ran = true;
  }

  /** Runs if beforeAll succeeded. A failure is an event and the report stays valid. Returns the error message. */
  async runAfterAll(variables: Record<string, string>): Promise<string | null> {
    if (!this.#ran) return null;
    const { emit, stopConditions } = this.session;
    // Whatever goes wrong here, the report stays valid, and an earlier error stays the error.
    const failure = await this.#run("afterAll", stopConditions.interruption.teardown, variables).catch(errorMessage);
    if (failure !== null) emit({ type: "hook-failed", phase: "afterAll", message: failure });
    return failure;
  }

  async #run(
    phase: "beforeAll" | "afterAll",
    abort: AbortSignal,
    variables: Record<string, string>,
  ): Promise<string | null> {
    const { plan, operator, now, emit } = this.session;
    const debug = (message: string) => emit({ type: "debug", message });
    const done = await runHook(phase, plan, { operator, abort, variables, runId: newRunId(now()), debug });
    // Read only now: while the script ran, more secrets may have become known.
    const { redactor } = this.session;
    if (done.notes !== undefined) emit({ type: "log", message: `${phase}: ${redactor.text(done.notes)}` });
    return done.failure === null ? null : redactor.text(done.failure);
  }
}

export class Session implements AsyncDisposable {
  redactor: Redactor;
  readonly stopConditions: StopConditions;
  readonly operator: NodeJS.ProcessEnv;
  readonly scoreInTurn: ScoreInTurn = createLargeRunQueue();
  readonly #hooks = new Hooks(this);
  #agents: ReadonlyMap<string, ReadyAgent> = new Map();
  #sandboxes = new ReadySandboxes(new Map(), []);
  #handle: ReportHandle | undefined;
  #report: ReportWriter | undefined;
  #earlier: EarlierRuns | undefined;
  #finished: Report | undefined;
  readonly #began = performance.now();

  constructor(
    readonly plan: Plan,
    readonly deps: EvaluateDeps,
  ) {
    this.#handle = deps.handle;
    this.operator = deps.env ?? process.env;
    this.redactor = createRedactor(collectSecrets(this.operator, listForwardedNames(plan)));
    this.stopConditions = new StopConditions(plan, { ...deps, env: this.operator }, this.emit);
  }

  get handle(): ReportHandle {
    return this.report.handle;
  }

  get report(): ReportWriter {
    if (this.#report === undefined) throw new Error("the report is not open yet");
    return this.#report;
  }

  now = (): Date => this.deps.now?.() ?? new Date();

  /** A listener that throws must not affect a job. */
  emit = (event: AxisEvent): void => {
    try {
      this.deps.onEvent?.(event);
    } catch {
      // Nothing is lost: what the event said is in the journal and the report.
    }
  };

  /** Runs beforeAll; a failure ends the evaluation before there is a report. */
  async runBeforeAll(): Promise<void> {
    for (const name of this.redactor.unprotected)
      this.#warn(`The value of ${name} is too short or too common to be redacted`);
    await this.#hooks.runBeforeAll();
  }

  /** Reports everything that is missing on this machine at once. */
  async preflight(): Promise<void> {
    this.stopConditions.budget.requireKnownCosts();
    if (this.deps.elsewhere !== undefined) return;
    this.#sandboxes = this.deps.sandboxes ?? (await prepareSandboxes(this.plan));
    const { missing } = this.#sandboxes;
    this.#agents = await requireReadyAgents(this.plan, missing, {
      operator: this.operator,
      abort: this.stopConditions.interruption.agents,
      announce: this.#warn,
      log: (message) => this.emit({ type: "log", message }),
    });
    const lent = [...this.#agents.values()].flatMap(({ login }) => login?.secrets ?? []);
    if (lent.length === 0) return;
    const secrets = lent.map((value) => ({ name: "login", value }));
    this.redactor = createRedactor([...collectSecrets(this.operator, listForwardedNames(this.plan)), ...secrets]);
  }

  /** Returns what the runs of an agent start from on this machine. */
  readyAgent(name: string): ReadyAgent {
    return this.#agents.get(name) ?? {};
  }

  /** Returns the sandbox that the runs of a job get on this machine. */
  readySandbox(job: Job): ReadySandbox {
    return this.#sandboxes.find(job);
  }

  /** Opens the report or resumes one: from here on every step is in the journal before the next one starts. */
  async openReport(): Promise<void> {
    const { plan, emit, now } = this;
    const handle = (this.#handle ??= await this.deps.store.createReport(now()));
    handle.redactWith(this.redactor.text);
    const earlier = await takeOverReport(handle, plan, { now, onWarning: this.#warn });
    const elapsedMs = () => performance.now() - this.#began;
    this.#earlier = earlier;
    this.#report = new ReportWriter(handle, plan, { earlier, elapsedMs, emit });
    await this.#report.begin();
    this.stopConditions.start(earlier.closedMs);
    await this.stopConditions.budget.addEarlierSpending(handle);
    this.#report.announce();
  }

  /** How far a cell got before this evaluation. */
  findEarlier(cell: Cell): CellProgress | undefined {
    return this.#earlier?.findProgress(cell);
  }

  /** Returns the remote run that was already requested, for example by an interrupted evaluation that never saw its end. */
  findRequestedRun(cell: Cell): string | undefined {
    const earlier = this.findEarlier(cell);
    return earlier?.state === "started" ? earlier.runId : undefined;
  }

  /** Returns the id for the next attempt at a cell: a new one, or the one under which the host's caller requested it. */
  nextRunId(cell: Cell): string {
    return this.deps.host?.runId(cell) ?? newRunId(this.now());
  }

  /** Works in a slot of the host, or at once without a host. A Stop: the host does not let the job start. */
  async runInSlot(job: Job, work: () => Promise<void>): Promise<void | Stop> {
    const { host } = this.deps;
    if (host === undefined) return await work();
    return await host.run(job, async (abort) => {
      using _signals = this.stopConditions.joinJob(job, abort);
      await work();
    });
  }

  /** Whether the stored data of a cell is its result; otherwise its judgement is missing or follows other rules. */
  isFinished(earlier: CellProgress): boolean {
    return this.plan.weights === null || (earlier.state === "judged" && this.#earlier?.shouldRejudge !== true);
  }

  /** Whether the comparison needs no more trials. A stopped run decides nothing. */
  isDecided(): boolean {
    return !this.stopConditions.stopping.aborted && (this.deps.isDecided?.(this.report.buildAsComplete()) ?? false);
  }

  /** Asks a judge about several runs together. What it cost is on disk before the next question. */
  askJudge: AskJudge = async (judge, question) => {
    const { budget, judging: abort } = this.stopConditions;
    const desk = { ...this.plan.judging, judge: budget.meterJudge(judge), abort, wait: waitOnClock };
    const outcome = await ask("duel", [question], desk);
    const { costUsd = 0, tokenUsage } = outcome.used;
    const tokens = tokenUsage === undefined ? 0 : totalTokens(tokenUsage);
    if (costUsd !== 0 || tokens > 0) await this.handle.record({ type: "judge-asked", data: { usd: costUsd, tokens } });
    return outcome;
  };

  /** Writes the final report. */
  async finish(): Promise<Report> {
    this.#finished = await this.report.close(this.stopConditions, this.deps.finalise);
    await this.#offerPage(this.#finished);
    await this.deps.onReport?.(this.#finished);
    return this.#finished;
  }

  /** Runs afterAll if beforeAll succeeded. A failure is an event; the report stays valid and its page shows the failure. */
  async runAfterAll(): Promise<void> {
    const report = this.#finished;
    const failure = await this.#hooks.runAfterAll(
      report === undefined ? {} : reportVariables(report, this.handle.folder),
    );
    if (failure === null || report === undefined) return;
    await this.handle.writeReport(addVerdict(report, { hookFailure: failure }));
    await this.#offerPage(report, failure);
  }

  async #offerPage(report: Report, hookFailure?: string): Promise<void> {
    if (this.deps.page === false) return;
    await tryWritePage(report, {
      verdict: decideVerdict(report, { hookFailure }),
      folder: this.handle.folder,
      onPage: (file) => this.emit({ type: "page-written", file }),
      onWarning: this.#warn,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stopConditions[Symbol.dispose]();
    await this.#report?.settle();
    await this.#handle?.[Symbol.asyncDispose]();
  }

  #warn = (message: string): void => this.emit({ type: "warning", message });
}

/** Returns what the runs of each agent start from, by agent name. */
async function requireReadyAgents(
  plan: Plan,
  missingHere: readonly string[],
  deps: PrepareDeps,
): Promise<ReadonlyMap<string, ReadyAgent>> {
  const found = await probeAgents(plan, deps.operator);
  const missing = [...(await findMissingFolder()), ...missingHere, ...(await preflight(plan, deps.operator, found))];
  if (missing.length === 0) return await prepareAgents(found, deps);
  const lines = missing.map((line) => `  ${line}`).join("\n");
  throw new AxisError("preflight", `This machine cannot run the plan:\n${lines}`, {
    hint: "Check this machine with: axis doctor",
  });
}

/** Every run needs a workspace: reported once here instead of by every run. */
async function findMissingFolder(): Promise<string[]> {
  const obstacle = await findTemporaryFolderProblem();
  return obstacle === null ? [] : [`${obstacle}. ${temporaryFolderHint}`];
}
