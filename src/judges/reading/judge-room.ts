/** Where an agent judges: its own folders, processes and environment, and beside them what it may look at. */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AgentAdapter, AgentTask } from "../../core/agent.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import type { Entry } from "../../core/entry.ts";
import type { AskContext } from "../../core/judge.ts";
import type { ModelSpending } from "../../core/model.ts";
import { endpointVariables } from "../../core/model/model-endpoint.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import type { Question } from "../../core/question.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { adapterOutcome } from "../../runner/adapter-outcome.ts";
import { placeLogin } from "../../runner/agents/place-login.ts";
import { createRedactor } from "../../runner/secrets/redact.ts";
import { JobLimits, noRunLimits } from "../../runner/limits.ts";
import { Recorder } from "../../runner/recorder.ts";
import { newRunId } from "../../runner/run-id.ts";
import { childEnvironment } from "../../workspace/environment.ts";
import { instructionsAbove } from "../../workspace/judge-copy.ts";
import { judgeRoomId, openWorkspace, type Workspace } from "../../workspace/workspace.ts";

/** What a judge's room needs of the world. */
export interface RoomWorld {
  /** The operator's environment. */
  readonly operator: NodeJS.ProcessEnv;
  /** Names that judges may see besides the keys of their own adapter. */
  readonly names: readonly string[];
  readonly configDir: string;
  /** The judge asks a script in place of its model. */
  readonly rehearsal?: Rehearsal;
  /** False forbids fetching a program that is not there. */
  readonly install?: boolean;
  readonly now: () => Date;
  readonly onWarning: (message: string) => void;
}

export interface JudgeRoom extends AsyncDisposable {
  /** The folder beside the judge's own; null where there is nothing to look at. */
  readonly evidence: string | null;
  run(task: AgentTask): Promise<Outcome>;
  /** What the judge said last. */
  lastWords(): string | null;
  spending(): ModelSpending;
}

const defaultTimeoutMs = 600_000;

/** Names of the variables that an adapter declares. */
export function agentKeys({ keys }: AgentAdapter): string[] {
  return [...(keys?.required ?? []), ...(keys?.optional ?? [])];
}

/** What is known when a room is opened. */
interface Opening extends RoomWorld {
  readonly adapter: AgentAdapter;
  /** Of the operator, lent to the judge for lack of a key. */
  readonly login: AgentLogin | undefined;
  /** Told of each file above the room that could instruct whoever works in it. */
  readonly onInstructions: (file: string) => void;
}

/** Opens a room for one question. Disposing it ends every process in it, then removes all of it. */
export async function openJudgeRoom(question: Question, context: AskContext, world: Opening): Promise<JudgeRoom> {
  const runId = judgeRoomId(context.runId ?? newRunId(world.now()));
  const workspace = await openWorkspace({ runId, onWarning: world.onWarning });
  const scope = await openScope({ runId, home: workspace.home });
  const limits = limitsOf(context);
  const dispose = async () => {
    limits[Symbol.dispose]();
    await scope.end();
    await workspace[Symbol.asyncDispose]();
  };
  try {
    for (const file of await instructionsAbove(workspace.root)) world.onInstructions(file);
    const evidence = await layOut(question, context, workspace);
    if (world.login !== undefined) await placeLogin(world.login, workspace.home);
    const recorder = recorderOf({ workspace, scope, limits, env: environment(workspace, runId, world) }, world);
    return {
      evidence,
      run: (task) => adapterOutcome(world.adapter, task, recorder),
      lastWords: () => lastWords(recorder.transcript),
      spending: () => spendingOf(recorder),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Time is all that limits a judge, and it counts from here. */
function limitsOf({ timeoutMs = defaultTimeoutMs, abort }: AskContext): JobLimits {
  return new JobLimits({ time_minutes: timeoutMs / 60_000 }, noRunLimits, abort);
}

interface RecorderParts {
  readonly workspace: Workspace;
  readonly scope: ProcessScope;
  readonly limits: JobLimits;
  readonly env: Record<string, string>;
}

/** What a judge says is read here and kept nowhere, a lent login least of all; a reply that cannot be read is redacted where it is written. */
function recorderOf({ workspace, scope, limits, env }: RecorderParts, { now, login }: Opening): Recorder {
  const unheard = () => {};
  const secrets = (login?.secrets ?? []).map((value) => ({ name: "login", value }));
  const redactor = createRedactor(secrets);
  return new Recorder({
    workspace: workspace.work,
    home: workspace.home,
    env,
    scope,
    limits,
    now,
    redact: secrets.length === 0 ? (text) => text : redactor.text,
    raw: unheard,
    onRunning: unheard,
    onUsage: unheard,
  });
}

/** The goal question is the only one that is about what was left behind. */
async function layOut(question: Question, { left }: AskContext, { root }: Workspace): Promise<string | null> {
  if (question.question !== "goal" || left === undefined) return null;
  const folder = join(root, "evidence");
  await mkdir(folder, { mode: 0o700 });
  if (!(await left.copyForJudge(join(folder, "work")))) return null;
  await writeEntries(join(folder, "transcript.ndjson"), question.evidence.transcript);
  return folder;
}

async function writeEntries(file: string, entries: readonly Entry[]): Promise<void> {
  await pipeline(
    function* () {
      for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
    },
    createWriteStream(file, { mode: 0o400 }),
  );
}

/** The key of its own adapter, the names for judges, and nothing of the agent's. */
function environment({ work, home, tmp }: Workspace, runId: string, world: Opening): Record<string, string> {
  const { adapter, operator, names, rehearsal } = world;
  const isolation = adapter.isolation?.({ workspace: work, home });
  const own = { HOME: home, TMPDIR: tmp, AXIS_RUN_ID: runId };
  // No key of the operator's goes to a rehearsal: nothing in it may cost anything.
  if (rehearsal !== undefined)
    return childEnvironment(operator, [], { ...endpointVariables(rehearsal.endpoint), ...isolation, ...own });
  return childEnvironment(operator, [...agentKeys(adapter), ...names], { ...isolation, ...own });
}

function lastWords(transcript: readonly Entry[]): string | null {
  const last = transcript.findLast((entry) => entry.type === "assistant" && entry.thought !== true);
  return last?.type === "assistant" ? last.text : null;
}

/** One start of the program; what it says of tokens and cost, where it says so. */
function spendingOf({ tokenUsage, totalCostUsd }: Recorder): ModelSpending {
  return { calls: 1, costUsd: totalCostUsd ?? null, ...(tokenUsage === undefined ? {} : { tokenUsage }) };
}
