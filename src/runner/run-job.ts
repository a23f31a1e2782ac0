/** Carries out one job: setup, the agent within its limits, the end of all its processes, verified checks. */
import { join } from "node:path";
import type { AgentTask } from "../core/agent.ts";
import type { JobState } from "../core/event.ts";
import { expandMcpServers } from "../core/expand.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Run } from "../core/run.ts";
import type { RawFile, RunSlot } from "../core/store.ts";
import { placeSkills } from "../workspace/skills.ts";
import { placeLogin } from "./agents/place-login.ts";
import type { ReadyAgent } from "./agents/prepare-agents.ts";
import { adapterOutcome, stopped } from "./adapter-outcome.ts";
import { JobLimits, type RunShare } from "./limits.ts";
import { Recorder } from "./recorder.ts";
import type { Redactor } from "./redact.ts";
import type { Site } from "./site.ts";
import { checkRun } from "./check-run.ts";

/** What carrying out a job may use. */
export interface RunWorld {
  readonly plan: Plan;
  readonly operator: NodeJS.ProcessEnv;
  readonly runLimits: RunShare;
  readonly redactor: Redactor;
  readonly now: () => Date;
  /** Fires on Ctrl-C. */
  readonly abort: AbortSignal;
  /** What was found or fetched for the agent on this machine. */
  readonly ready?: ReadyAgent;
  readonly raw: RawFile;
  readonly debug?: { readonly stdout: RawFile; readonly stderr: RawFile };
  readonly onState: (state: JobState) => void;
  readonly onUsage: (tokens: number, estimated: boolean) => void;
}

/** Runs a job in its site. A failing agent, setup or check is part of the run, never an exception. */
export async function runJob(job: Job, site: Site, world: RunWorld): Promise<Run> {
  world.onState("setup");
  const setup = await site.setUp(world.abort);
  if (world.abort.aborted) return unstarted(site, world, { outcome: stopped(world.abort), setupOutput: setup.notes });
  if (setup.failure !== null) {
    await site.scope.end();
    const outcome: Outcome = { status: "failed", code: "setup", message: world.redactor.text(setup.failure) };
    return unstarted(site, world, { outcome, setupOutput: setup.notes });
  }
  const driven = await driveAgent(job, site, world);
  const orphans = await site.scope.end();
  world.onState(driven.outcome.status === "completed" ? "scoring" : "failed");
  const verified = await checkRun(job, site, { ...world, driven });
  // Stopped in the middle of the checks, the run says nothing yet: it takes place again when the report is resumed.
  const cutOff = world.abort.aborted && verified.some(({ status }) => status === "broken");
  return {
    ...driven,
    ...(cutOff ? { outcome: stopped(world.abort) } : {}),
    runId: site.runId,
    slot: site.slot,
    orphans,
    verified: cutOff ? [] : world.redactor.value(verified),
    ...(setup.notes === undefined ? {} : { setupOutput: world.redactor.text(setup.notes) }),
  };
}

/** A run that never began: not set up, or stopped while it waited. */
export function unstarted(
  site: { readonly runId: string; readonly slot: RunSlot },
  world: Pick<RunWorld, "now">,
  ending: { readonly outcome: Outcome; readonly setupOutput?: string | undefined },
): Run {
  const now = world.now().toISOString();
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
    ...(ending.setupOutput === undefined ? {} : { setupOutput: ending.setupOutput }),
  };
}

/** What driving the agent gave; the rest of a Run is added around it. */
export type Driven = Omit<Run, "runId" | "slot" | "orphans" | "verified" | "setupOutput">;

async function driveAgent(job: Job, site: Site, world: RunWorld): Promise<Driven> {
  world.onState("starting");
  const placed = await placeSkills(job.skills, site.skillsFolder);
  const skillsInstalled = placed.map((skill) => ({ ...skill, path: site.shown(join(site.skillsFolder, skill.path)) }));
  if (world.ready?.login !== undefined) await placeLogin(world.ready.login, site.workspace.home);
  const env = site.agentEnvironment();
  using limits = new JobLimits(job.scenario.limits, world.runLimits, world.abort);
  const recorder = new Recorder({
    workspace: site.workspace.work,
    home: site.workspace.home,
    env,
    scope: site.scope,
    limits,
    now: world.now,
    redact: world.redactor.text,
    raw: (line) => (world.debug?.stdout.append(line), world.raw.append(line)),
    ...(world.debug === undefined ? {} : { stderr: (line: string) => world.debug?.stderr.append(line) }),
    onRunning: () => world.onState("running"),
    onUsage: world.onUsage,
  });
  const startTime = world.now();
  const began = performance.now();
  const outcome = await adapterOutcome(job.agent.adapter, agentTask(job, { ...world, site }), recorder);
  recorder.close();
  return {
    startTime: startTime.toISOString(),
    endTime: world.now().toISOString(),
    durationMs: Math.round(performance.now() - began),
    outcome: world.redactor.value(outcome),
    exitCode: recorder.exitCode,
    transcript: recorder.transcript,
    skillsInstalled,
    environment: [...new Set([...Object.keys(env), ...recorder.variables])].toSorted(),
    ...recordedReadiness(world.ready),
    warnings: recorder.warnings,
    ...(recorder.suspect === undefined ? {} : { suspect: recorder.suspect }),
    ...(recorder.tokenUsage === undefined ? {} : { tokenUsage: recorder.tokenUsage }),
    ...(recorder.totalCostUsd === undefined ? {} : { totalCostUsd: recorder.totalCostUsd }),
    ...(recorder.sessionId === undefined ? {} : { sessionId: recorder.sessionId }),
  };
}

/** What the report keeps of how the agent was made ready: no paths, no values. */
function recordedReadiness({ fetched, login }: ReadyAgent = {}): Pick<Run, "fetched" | "login"> {
  return {
    ...(fetched === undefined ? {} : { fetched: { package: fetched.package, version: fetched.version } }),
    ...(login === undefined ? {} : { login: login.source }),
  };
}

function agentTask(job: Job, world: Pick<RunWorld, "operator" | "plan" | "ready"> & { site: Site }): AgentTask {
  const { config } = job.agent;
  const { site } = world;
  return {
    prompt: job.scenario.prompt,
    flags: config.flags ?? {},
    scenarioKey: job.scenario.key,
    trial: job.cell.trial,
    configDir: world.plan.configDir,
    mcpServers: expandMcpServers(job.scenario.mcpServers, world.operator),
    skills: job.skills.map(({ name }) => ({ name, path: join(site.skillsFolder, name) })),
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.command === undefined ? {} : { command: config.command }),
    ...(world.ready?.program === undefined ? {} : { program: world.ready.program }),
    ...(config.transcript === undefined ? {} : { transcript: config.transcript }),
    ...(world.plan.rehearsal === undefined ? {} : { endpoint: world.plan.rehearsal.endpoint }),
  };
}
