/** Runs one job: setup, the agent within its limits, gates with repair turns, ending all processes, verified checks. */
import { errorMessage } from "../core/error.ts";
import { type Outcome, stopOutcome } from "../core/outcome.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { DrivenRun, Run, RunIdentity } from "../core/run.ts";
import type { JobState } from "../core/run/event.ts";
import type { StageFacts } from "../core/run/run-facts.ts";
import type { TamperedFile } from "../core/run/tampered-file.ts";
import type { OnProgress } from "../core/run/run-progress.ts";
import { type RunStep, timeStep } from "../core/run/run-step.ts";
import type { Scenario } from "../core/scenario.ts";
import type { VerifiedCheck } from "../core/scenario/check.ts";
import type { AgentTurn, GateExecution } from "../core/scenario/gate.ts";
import type { RawFile } from "../core/store.ts";
import { writeEntries } from "./write-entries.ts";
import type { ReadyAgent } from "./agents/prepare-agents.ts";
import { collectFacts, collectUnstartedFacts } from "./ending/outcome.ts";
import { listStages } from "../core/run/stages.ts";
import { GateRunner, listGates } from "./gates/gate-runner.ts";
import type { GatingResult } from "./gates/run-gates.ts";
import { JobLimits, type SharedRunLimits } from "./limits.ts";
import type { Redactor } from "./secrets/redact.ts";
import type { Site } from "./site.ts";
import { AgentDriver, type Turn } from "./turns/agent-driver.ts";
import { joinTurns } from "./turns/join-turns.ts";
import { addModelCalls } from "./turns/model-spending.ts";
import { decided } from "./verify/check-verdict.ts";
import { verifyChecks } from "./verify/verify.ts";
import { ensureFolder } from "./workspace/ensure-folder.ts";
import { isFileError } from "./workspace/regular-file.ts";

/** Sends the stages of a run as each of them ends: the same stages that its facts will have, as far as they are known. */
export class StageProgress {
  readonly #scenario: Scenario;
  readonly #send: OnProgress;
  readonly #executions: GateExecution[] = [];
  #agentPassed: boolean | null = null;
  #loops: ReadonlyMap<string, number> = new Map();

  constructor(scenario: Scenario, tell: OnProgress = () => {}) {
    this.#scenario = scenario;
    this.#send = tell;
  }

  setupEnded(): void {
    if (this.#scenario.setup.length > 0) this.#sendStages();
  }

  agentEnded(passed: boolean): void {
    this.#agentPassed = passed;
    this.#sendStages();
  }

  gateEnded(execution: GateExecution, turns: readonly RepairTurn[]): void {
    this.#executions.push(execution);
    this.#loops = countRepairLoops(turns);
    this.#sendStages();
  }

  /** Checks end together, and the run ends with them. */
  allEnded(stages: readonly StageFacts[]): void {
    this.#send({ what: "stages", stages, gates: [...this.#executions] });
  }

  #sendStages(): void {
    const gates = [...this.#executions];
    const stages = listStages({
      setupPassed: this.#scenario.setup.length > 0 ? true : null,
      agentPassed: this.#agentPassed,
      gates: listGates(this.#scenario),
      gating: gates.length === 0 ? null : { executions: gates, loops: this.#loops },
      verified: [],
    });
    this.#send({ what: "stages", stages, gates });
  }
}

type RepairTurn = Pick<AgentTurn, "repairs">;

/** Counts the repair turns each gate has caused. */
function countRepairLoops(turns: readonly RepairTurn[]): Map<string, number> {
  const loops = new Map<string, number>();
  for (const { repairs } of turns) if (repairs !== null) loops.set(repairs, (loops.get(repairs) ?? 0) + 1);
  return loops;
}

/** What running a job depends on. */
export interface RunDeps {
  readonly plan: Plan;
  readonly operator: NodeJS.ProcessEnv;
  readonly runLimits: SharedRunLimits;
  readonly redactor: Redactor;
  readonly now: () => Date;
  /** Fires on Ctrl-C. */
  readonly abort: AbortSignal;
  /** What was found or fetched for the agent on this machine. */
  readonly ready?: ReadyAgent;
  readonly raw: RawFile;
  readonly debug?: { readonly stdout: RawFile; readonly stderr: RawFile };
  readonly onState: (state: JobState) => void;
  /** Called when a step has ended. */
  readonly onStep: (step: RunStep) => void;
  readonly onUsage: (tokens: number, estimated: boolean) => void;
  /** For observers of the run while it is in progress. */
  readonly onProgress?: OnProgress;
}

/** What the work of a job depends on once its setup has ended. */
export interface WorkDeps extends RunDeps {
  readonly limits: JobLimits;
  readonly progress: StageProgress;
}

/** Runs a job in its site. A failing agent, setup, gate or check is part of the run, never an exception. */
export async function runJob(job: Job, site: Site, deps: RunDeps): Promise<Run> {
  deps.onState("setup");
  deps.onProgress?.({ what: "begun" });
  const isOk = ({ failure }: { readonly failure: string | null }) => failure === null;
  const setup = await timeStep("setup", () => site.setUp(deps.abort), { ...deps, isOk });
  const setupOutput = setup.notes;
  if (deps.abort.aborted) return toUnstartedRun(site, deps, { setupOutput, outcome: stopOutcome(deps.abort) });
  if (setup.failure !== null) {
    await site.scope.end();
    const outcome: Outcome = { status: "failed", code: "setup", message: deps.redactor.text(setup.failure) };
    return toUnstartedRun(site, deps, { setupOutput, outcome, setupPassed: false });
  }
  if (site.sandboxProblem !== null) {
    await site.scope.end();
    const message = `The sandbox could not be opened: ${deps.redactor.text(site.sandboxProblem)}`;
    return toUnstartedRun(site, deps, { setupOutput, outcome: { status: "failed", code: "spawn", message } });
  }
  const progress = new StageProgress(job.scenario, deps.onProgress);
  progress.setupEnded();
  deps.onState("starting");
  using limits = new JobLimits(job.scenario.limits, deps.runLimits, deps.abort);
  limits.endTurn();
  const worked = await runAgentWork(job, site, { ...deps, limits, progress });
  return { ...worked, setupOutput: setupOutput === undefined ? undefined : deps.redactor.text(setupOutput) };
}

/** A run that never started: its setup failed, or it was stopped while it waited. */
export function toUnstartedRun(
  site: RunIdentity,
  deps: { readonly now: () => Date; readonly plan: Plan },
  ending: {
    readonly outcome: Outcome;
    readonly setupPassed?: boolean;
    readonly setupOutput?: string | undefined;
  },
): Run {
  const now = deps.now().toISOString();
  return {
    runId: site.runId,
    slot: site.slot,
    startTime: now,
    endTime: now,
    durationMs: 0,
    outcome: ending.outcome,
    exitCode: null,
    orphans: 0,
    transcript: [],
    verified: [],
    skillsInstalled: [],
    environment: [],
    warnings: [],
    facts: collectUnstartedFacts(site.runId, ending, deps.plan),
    setupOutput: ending.setupOutput,
  };
}

/** Runs everything from the agent's first turn to the last check. */
async function runAgentWork(job: Job, site: Site, deps: WorkDeps): Promise<Run> {
  const { limits, progress } = deps;
  const driver = await AgentDriver.open(job, site, deps);
  const gateWork = new GateRunner(job.scenario, site);
  await gateWork.recordStart();
  const began = performance.now();
  const first = await driver.runTurn({ prompt: job.scenario.prompt, start: "task", repairs: null });
  await gateWork.recordTurn();
  const usableFirst = gateWork.hasUsableWork(first.outcome);
  progress.agentEnded(first.status === "completed" && usableFirst === true);
  const pass = () => gateWork.runGates(driver, deps);
  const gating = await runGatesIfReached({ job, first, usable: usableFirst }, pass);
  const usable = gating === null ? usableFirst : gateWork.hasUsableWork(driver.last?.outcome ?? first.outcome);
  const changed = gating === null ? null : gateWork.countChangedFiles();
  const patch = await gateWork.savePatch(deps.redactor);
  const joined = addModelCalls(joinTurns([first, ...driver.turns.slice(1)]), site.gateway?.calls ?? []);
  const driven = applyGatingStop(limits, gating, joined);
  deps.onState(driven.outcome.status === "completed" ? "scoring" : "failed");
  const lost = await gateWork.restoreProtected();
  const { verified, cutOff } = await verifyUnlessStopped(job, site, { ...deps, driven, lost });
  const wallMs = Math.max(1, Math.round(performance.now() - began - gateWork.readingMs - limits.heldMs));
  const outcome = cutOff ? stopOutcome(deps.abort) : driven.outcome;
  const seen = { first, usableFirst, usable, gating, verified, outcome, wallMs, turns: driver.turns };
  const facts = collectFacts(job, { ...seen, runId: site.runId }, deps.plan);
  progress.allEnded(facts.stages);
  return {
    ...driven,
    outcome,
    verified: deps.redactor.value(verified),
    skillsInstalled: driver.skillsInstalled,
    environment: [...new Set([...Object.keys(driver.env), ...driver.variables])].toSorted(),
    ...toRecordedReadiness(deps.ready),
    sandbox: site.sandbox.record,
    ...toRecordedConnections(site, deps),
    facts,
    ...(gating === null ? {} : { gates: [...gating.executions] }),
    ...(changed === null ? {} : { changedFiles: changed }),
    patch,
    ...pickTampered([...gateWork.tampered, ...verified.flatMap(({ tampered = [] }) => tampered)], deps.redactor),
    runId: site.runId,
    slot: site.slot,
  };
}

/** An agent can create more files than a report should list. */
const maxTampered = 200;

function pickTampered(files: readonly TamperedFile[], redactor: Redactor): Pick<Run, "tampered"> {
  return files.length === 0 ? {} : { tampered: redactor.value(files.slice(0, maxTampered)) };
}

/** Runs the gates, if there are any and the first turn left usable work. */
async function runGatesIfReached(
  { job, first, usable }: { readonly job: Job; readonly first: Turn; readonly usable: boolean | null },
  pass: () => Promise<GatingResult>,
): Promise<GatingResult | null> {
  const isReached = first.status === "completed" && usable === true && listGates(job.scenario).length > 0;
  return isReached ? await pass() : null;
}

/** A run that was stopped during its gates counts as stopped, whatever its agent reported. */
function applyGatingStop<D extends DrivenRun>(limits: JobLimits, gating: GatingResult | null, driven: D): D {
  return gating?.end.how === "stopped" ? { ...driven, outcome: stopOutcome(limits.outer) } : driven;
}

interface VerifyingDeps extends RunDeps {
  readonly driven: DrivenRun;
  /** Protected files that could not be put back. */
  readonly lost: readonly string[];
}

/** If the run is stopped during its checks, it has no result yet; it runs again when the report is resumed. */
async function verifyUnlessStopped(
  job: Job,
  site: Site,
  deps: VerifyingDeps,
): Promise<{ verified: VerifiedCheck[]; cutOff: boolean }> {
  const verified = await verifyRun(job, site, deps);
  const cutOff = deps.abort.aborted && verified.some(({ status }) => status === "broken");
  return { verified: cutOff ? [] : verified, cutOff };
}

/** What the report stores about the agent's preparation: no paths, no values. */
function toRecordedReadiness({ fetched, login }: ReadyAgent = {}): Pick<Run, "fetched" | "login"> {
  return {
    ...(fetched === undefined ? {} : { fetched: { package: fetched.package, version: fetched.version } }),
    ...(login === undefined ? {} : { login: login.source }),
  };
}

/** Host names are text of the agent. */
function toRecordedConnections({ sandbox }: Site, { redactor }: RunDeps): Pick<Run, "connections"> {
  const { network } = sandbox.record;
  return network === "host" || network === "none" ? {} : { connections: redactor.value(sandbox.connections()) };
}

/** Returns the verified checks of a run; none if scoring is off or the run did not complete. */
async function verifyRun(job: Job, site: Site, deps: VerifyingDeps): Promise<VerifiedCheck[]> {
  const { outcome, transcript } = deps.driven;
  const wanted = deps.plan.weights !== null && deps.plan.weights.goal_achievement > 0;
  if (!wanted || outcome.status !== "completed") return [];
  if (job.scenario.checks.every((check) => check.verify === undefined)) return [];
  const [lost] = deps.lost;
  if (lost !== undefined) return failAll(job, `tampered: the protected file ${lost} could not be put back`);
  const folder = site.newScratchPath();
  const scratch = async () => {
    await site.workspace.restore();
    await ensureFolder(folder);
    return folder;
  };
  try {
    const frozen = await site.frozen();
    if (frozen.isCut) return failAll(job, "the agent left more files and folders than AXIS examines");
    return await verifyChecks({
      scenario: job.scenario,
      runId: site.runId,
      frozen,
      finalAnswer: outcome.result,
      writeTranscript: (file) => writeEntries(file, transcript),
      scratch,
      env: site.checkEnvironment,
      sandbox: site.sandbox,
      abort: deps.abort,
    });
  } catch (error) {
    const rationale = `the workspace could not be examined: ${errorMessage(error)}`;
    // A machine without room, or a mistake of AXIS, says nothing about the agent; anything else is what the agent left.
    return isFileError(error) ? failAll(job, rationale) : markAllBroken(job, rationale);
  }
}

/** What AXIS cannot grade because of what the agent did counts against the agent. */
function failAll(job: Job, rationale: string): VerifiedCheck[] {
  return job.scenario.checks.flatMap((check, index) =>
    check.verify === undefined ? [] : [{ index, ...decided(0, rationale) }],
  );
}

function markAllBroken(job: Job, rationale: string): VerifiedCheck[] {
  return job.scenario.checks.flatMap((check, index) =>
    check.verify === undefined ? [] : [{ index, status: "broken" as const, score: null, rationale }],
  );
}
