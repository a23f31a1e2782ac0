/** Drives the agent of a job turn by turn, in the same folders and within the same limits, and joins the results. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import { sumKnownCosts } from "../../core/agent/agent-cost.ts";
import type { Entry } from "../../core/entry.ts";
import type { Outcome } from "../../core/outcome.ts";
import { combineUsage } from "../../core/model/spending.ts";
import type { ModelCall } from "../../core/model/model-call.ts";
import type { Job } from "../../core/plan.ts";
import type { Run } from "../../core/run.ts";
import type { RunProgress } from "../../core/run/run-progress.ts";
import { expandMcpServers } from "../../core/scenario/expand.ts";
import type { AgentTurn } from "../../core/scenario/gate.ts";
import type { MeterReading } from "../../process/meter/meter.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { placeLogin } from "../agents/place-login.ts";
import { cleanEntry } from "../clean.ts";
import { decideTurnOutcome } from "../ending/turn-outcome.ts";
import { limitEntries } from "../kept-entries.ts";
import { Recorder, type SessionUsage } from "../recorder.ts";
import { runAdapter } from "../run-adapter.ts";
import type { WorkDeps } from "../run-job.ts";
import type { Site } from "../site.ts";
import { DiskWatch } from "../sandbox/disk-watch.ts";
import { placeSkills } from "../workspace/skills.ts";
import { TurnSpending } from "./model-spending.ts";

/** How a turn starts. */
export interface TurnRequest {
  readonly prompt: string;
  readonly start: AgentTurn["start"];
  readonly repairs: string | null;
}

/** The result of one turn. */
export interface Turn extends AgentTurn {
  readonly outcome: Outcome;
  readonly recorder: Recorder;
  readonly startTime: string;
  readonly endTime: string;
  /** Null if nothing was metered, for example for an agent without a process. */
  readonly used: MeterReading | null;
  readonly orphans: number;
  /** The agent's prompt as an entry, unless it was just the task. */
  readonly told: Entry | null;
}

export class AgentDriver {
  readonly turns: Turn[] = [];
  readonly skillsInstalled: Run["skillsInstalled"];
  readonly env: Readonly<Record<string, string>>;
  readonly #job: Job;
  readonly #site: Site;
  readonly #deps: WorkDeps;
  #spending = new TurnSpending();
  #knownCostUsd = 0;

  private constructor(job: Job, site: Site, given: { deps: WorkDeps; skills: Run["skillsInstalled"] }) {
    this.#job = job;
    this.#site = site;
    this.#deps = given.deps;
    this.skillsInstalled = given.skills;
    this.env = site.agentEnvironment();
    site.gateway?.listen({
      onCall: (call) => this.#noteCall(call),
      onWait: () => given.deps.limits.hold(),
      isStopped: () => given.deps.limits.abort.aborted,
    });
  }

  /** Puts in place what every turn needs: skills, and a login that is lent. */
  static async open(job: Job, site: Site, deps: WorkDeps): Promise<AgentDriver> {
    const placed = await placeSkills(job.skills, site.skillsFolder, (message) => site.warn(message));
    const skills = placed.map((skill) => ({ ...skill, path: site.toShownPath(join(site.skillsFolder, skill.path)) }));
    if (deps.ready?.login !== undefined) await placeLogin(deps.ready.login, site.workspace.home);
    return new AgentDriver(job, site, { deps, skills });
  }

  get last(): Turn | undefined {
    return this.turns.at(-1);
  }

  /** Names of the variables that the agent's processes received. */
  get variables(): string[] {
    return this.turns.flatMap(({ recorder }) => [...recorder.variables]);
  }

  /** The session the next turn can resume; undefined if the agent cannot resume or never named a session. */
  get session(): string | undefined {
    return this.#job.agent.adapter.canResume === true ? this.last?.recorder.sessionId : undefined;
  }

  /** Runs one turn until its last process has ended. */
  async runTurn(request: TurnRequest): Promise<Turn> {
    const { limits, now } = this.#deps;
    const site = this.#site;
    // Gates run the agent's code; folders it removed must not stop the next turn from starting.
    if (this.last !== undefined) await site.workspace.restoreForTurn();
    const marker = { runId: site.runId, home: site.workspace.home, folder: site.workspace.root };
    const scope = await openScope(marker, { limits: site.sandbox.limits });
    const before = request.start === "resumed" ? this.#sumSession() : {};
    const recorder = this.#openRecorder(site.sandbox.wrapScope(scope, "agent"), before);
    const startTime = now().toISOString();
    const number = this.turns.length;
    this.#send({ what: "turn-begun", turn: number, repairs: request.repairs });
    const told = request.start === "task" ? null : this.#toUserEntry(request.prompt, startTime);
    if (told !== null) this.#sendEntry(told);
    this.#spending = new TurnSpending();
    const callsBefore = site.gateway?.calls.length ?? 0;
    const heldBefore = limits.heldMs;
    using disk = await this.#watchDisk(scope);
    limits.beginTurn();
    const began = performance.now();
    const said = await runAdapter(this.#job.agent.adapter, this.#toTask(request), recorder);
    limits.endTurn();
    const durationMs = Math.round(performance.now() - began - (limits.heldMs - heldBefore));
    recorder.close();
    const endTime = now().toISOString();
    const orphans = (await scope.end()) + (await site.scope.end()) + site.sandbox.takeOrphans();
    // Files the agent removed stay removed, because what is left is graded.
    await site.workspace.restore();
    const used = site.sandbox.usage() ?? scope.usage();
    const seen = {
      calls: site.gateway?.calls.slice(callsBefore) ?? [],
      outage: recorder.modelOutage,
      used,
      exceededDisk: (await disk?.finish()) === true ? site.sandbox.diskLimit : null,
    };
    const outcome = this.#deps.redactor.value(decideTurnOutcome(said, seen));
    const turn = { turn: number, start: request.start, repairs: request.repairs };
    const times = { startTime, endTime, durationMs };
    this.turns.push({ ...turn, ...times, status: outcome.status, outcome, recorder, used, orphans, told });
    this.#send({ what: "turn-ended", turn: number, status: outcome.status });
    this.#deps.onStep({
      kind: "agent.turn",
      startMs: Date.parse(startTime),
      endMs: Date.parse(endTime),
      ok: outcome.status === "completed",
      turn: number,
    });
    return this.turns.at(-1) as Turn;
  }

  /** Undefined without a limit. Ends the agent's processes when it has written too much. */
  async #watchDisk(scope: ProcessScope): Promise<DiskWatch | undefined> {
    const { diskLimit } = this.#site.sandbox;
    if (diskLimit === null) return undefined;
    const { work, home, tmp, shared } = this.#site.workspace;
    const onExceeded = () => void scope.end();
    return DiskWatch.open({ folders: [work, home, tmp, shared], limitBytes: diskLimit, onExceeded });
  }

  /** Entries of the first turn carry a turn number only if more turns follow, which is known only at the end. */
  #sendEntry(entry: Entry): void {
    const turn = this.turns.length;
    this.#send({ what: "entry", entry: turn === 0 ? entry : { ...entry, turn } });
  }

  /** What the gateway counts wins over what the agent reports, also for the limits. */
  #noteCall(call: ModelCall): void {
    const { limits, onUsage } = this.#deps;
    this.#spending.add(call);
    const { usage, costUsd } = this.#spending;
    if (usage === undefined) return;
    limits.addReported(usage, costUsd);
    onUsage(limits.tokens, limits.isEstimated);
    this.#knownCostUsd += call.costUsd ?? 0;
    if (costUsd !== undefined) this.#send({ what: "cost", costUsd: this.#knownCostUsd });
  }

  #sendCost(current: Recorder): void {
    if (this.#spending.costUsd !== undefined) return;
    const recorders = [...this.turns.map(({ recorder }) => recorder), current];
    const said = recorders.map(({ tokenUsage, totalCostUsd }) => ({
      tokenUsage,
      totalCostUsd,
    }));
    const costUsd = sumKnownCosts(said, this.#job.agent.config.model, this.#deps.plan.prices);
    if (costUsd !== null) this.#send({ what: "cost", costUsd });
  }

  #send(progress: RunProgress): void {
    this.#deps.onProgress?.(progress);
  }

  #toUserEntry(text: string, timestamp: string): Entry {
    return cleanEntry({ type: "user", timestamp, text }, this.#deps.redactor.text);
  }

  #toTask({ prompt, start }: TurnRequest): AgentTask {
    const task = buildAgentTask(this.#job, this.#site, this.#deps);
    return start === "resumed" && this.session !== undefined
      ? { ...task, prompt, resume: this.session }
      : { ...task, prompt };
  }

  /** What the session that the next turn resumes has used, as far as the agent's next reports include it. */
  #sumSession(): SessionUsage {
    const { sessionTotals = [] } = this.#job.agent.adapter;
    const begin = this.turns.findLastIndex(({ start }) => start !== "resumed");
    const recorders = this.turns.slice(Math.max(0, begin)).map(({ recorder }) => recorder);
    const tokenUsage = recorders.map((each) => each.tokenUsage).reduce(combineUsage, undefined);
    const totalCostUsd = recorders.reduce((sum, each) => sum + (each.totalCostUsd ?? 0), 0);
    return {
      ...(sessionTotals.includes("tokens") ? { tokenUsage } : {}),
      ...(sessionTotals.includes("cost") ? { totalCostUsd } : {}),
    };
  }

  #openRecorder(scope: ProcessScope, before: SessionUsage): Recorder {
    const deps = this.#deps;
    const { work, home } = this.#site.workspace;
    const recorder: Recorder = new Recorder({
      workspace: work,
      home,
      env: this.env,
      scope,
      limits: deps.limits,
      before,
      now: deps.now,
      entryLimits: limitEntries(this.turns.length),
      redact: deps.redactor.text,
      raw: (line) => (deps.debug?.stdout.append(line), deps.raw.append(line)),
      ...(deps.debug === undefined ? {} : { stderr: (line: string) => deps.debug?.stderr.append(line) }),
      onRunning: () => deps.onState("running"),
      onUsage: deps.onUsage,
      onEntry: (entry) => this.#sendEntry(entry),
      onReported: () => this.#sendCost(recorder),
    });
    return recorder;
  }
}

/** Builds the task that an agent's adapter receives. */
function buildAgentTask(job: Job, site: Site, deps: WorkDeps): AgentTask {
  const { config } = job.agent;
  const mcpServers = expandMcpServers(job.scenario.mcpServers, deps.operator);
  const endpoint = site.gateway?.endpoint ?? deps.plan.rehearsal?.endpoint;
  return {
    prompt: job.scenario.prompt,
    flags: config.flags ?? {},
    scenarioKey: job.scenario.key,
    trial: job.cell.trial,
    configDir: deps.plan.configDir,
    mcpServers: site.gateway?.toAgentServers(mcpServers) ?? mcpServers,
    skills: job.skills.map(({ name }) => ({ name, path: join(site.skillsFolder, name) })),
    model: config.model,
    command: config.command,
    ...(site.sandbox.record.driver === "none" ? {} : { sandboxed: true }),
    ...(deps.ready?.program === undefined ? {} : { program: deps.ready.program }),
    ...(config.transcript === undefined ? {} : { transcript: config.transcript }),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}
