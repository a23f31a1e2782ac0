/** The place where an agent judges: its own folders, processes and environment, next to what it may look at. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentAdapter, AgentTask } from "../../core/agent.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { findLastMessage } from "../../core/entry.ts";
import type { AskContext } from "../../core/judge.ts";
import type { ModelSpending } from "../../core/model.ts";
import { endpointVariables } from "../../core/model/model-endpoint.ts";
import type { PriceTable } from "../../core/model/price.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import type { Question } from "../../core/question.ts";
import { writeEntries } from "../../runner/write-entries.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { runAdapter } from "../../runner/run-adapter.ts";
import { placeLogin } from "../../runner/agents/place-login.ts";
import { createRedactor } from "../../runner/secrets/redact.ts";
import { JobLimits, noRunLimits } from "../../runner/limits.ts";
import { Recorder } from "../../runner/recorder.ts";
import { newRunId } from "../../runner/run-id.ts";
import { childEnvironment } from "../../runner/workspace/environment.ts";
import { findInstructionsAbove } from "../../runner/workspace/judge-copy.ts";
import { newJudgeRoomId, openWorkspace, type Workspace } from "../../runner/workspace/workspace.ts";
import type { Random } from "../models/random.ts";

/** What a judging agent and its rooms need from outside. */
export interface AgentJudgeDeps {
  /** The operator's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Names of variables that judges may see besides the keys of their own adapter. */
  readonly names: readonly string[];
  readonly configDir: string;
  /** Set if a script answers instead of the judge's model. */
  readonly rehearsal?: Rehearsal;
  /** False forbids installing a missing program. */
  readonly install?: boolean;
  /** Entries that extend or replace the list prices. */
  readonly prices?: PriceTable;
  readonly random?: Random;
  readonly now: () => Date;
  readonly onWarning: (message: string) => void;
}

export interface JudgeRoom extends AsyncDisposable {
  /** The folder with the evidence; null if there is nothing to look at. */
  readonly evidence: string | null;
  run(task: AgentTask): Promise<Outcome>;
  /** The last message of the judge. */
  lastWords(): string | null;
  spending(): ModelSpending;
}

const defaultTimeoutMs = 600_000;

/** What must be known to open a room. */
interface RoomOptions extends AgentJudgeDeps {
  readonly adapter: AgentAdapter;
  /** The operator's login, lent to a judge that has no key. */
  readonly login: AgentLogin | undefined;
  /** Called with each file above the room that could instruct an agent inside it. */
  readonly onInstructions: (file: string) => void;
}

/** Opens a room for one question. Disposing it ends all its processes and then deletes it. */
export async function openJudgeRoom(question: Question, context: AskContext, deps: RoomOptions): Promise<JudgeRoom> {
  const runId = newJudgeRoomId(context.runId ?? newRunId(deps.now()));
  const workspace = await openWorkspace({ runId, onWarning: deps.onWarning });
  const scope = await openScope({ runId, home: workspace.home });
  const limits = createLimits(context);
  const dispose = async () => {
    limits[Symbol.dispose]();
    await scope.end();
    await workspace[Symbol.asyncDispose]();
  };
  try {
    for (const file of await findInstructionsAbove(workspace.root)) deps.onInstructions(file);
    const evidence = await layOutEvidence(question, context, workspace);
    if (deps.login !== undefined) await placeLogin(deps.login, workspace.home);
    const recorder = createRecorder({ workspace, scope, limits, env: buildEnvironment(workspace, runId, deps) }, deps);
    return {
      evidence,
      run: (task) => runAdapter(deps.adapter, task, recorder),
      lastWords: () => findLastMessage(recorder.transcript),
      spending: () => toSpending(recorder),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** A judge is limited by time only; the time starts here. */
function createLimits({ timeoutMs = defaultTimeoutMs, abort }: AskContext): JobLimits {
  return new JobLimits({ time_minutes: timeoutMs / 60_000 }, noRunLimits, abort);
}

interface RecorderParts {
  readonly workspace: Workspace;
  readonly scope: ProcessScope;
  readonly limits: JobLimits;
  readonly env: Record<string, string>;
}

/** A judge's output is read but not stored, least of all a lent login; unreadable replies are redacted when written. */
function createRecorder({ workspace, scope, limits, env }: RecorderParts, { now, login }: RoomOptions): Recorder {
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

/** Only the goal question is about the files the agent left behind. */
async function layOutEvidence(question: Question, { left }: AskContext, { root }: Workspace): Promise<string | null> {
  if (question.question !== "goal" || left === undefined) return null;
  const folder = join(root, "evidence");
  await mkdir(folder, { mode: 0o700 });
  if (!(await left.copyForJudge(join(folder, "work")))) return null;
  await writeEntries(join(folder, "transcript.ndjson"), question.evidence.transcript, 0o400);
  return folder;
}

/** The keys of its own adapter, the variables for judges, and nothing from the agent under test. */
function buildEnvironment({ work, home, tmp }: Workspace, runId: string, deps: RoomOptions): Record<string, string> {
  const { adapter, env, names, rehearsal } = deps;
  const isolation = adapter.isolation?.({ workspace: work, home });
  const own = { HOME: home, TMPDIR: tmp, AXIS_RUN_ID: runId };
  // A rehearsal gets none of the operator's keys: nothing in it may cost money.
  if (rehearsal !== undefined)
    return childEnvironment(env, [], { ...endpointVariables(rehearsal.endpoint), ...isolation, ...own });
  return childEnvironment(env, [...listAgentKeys(adapter), ...names], { ...isolation, ...own });
}

/** Counts one start of the program, with its tokens and cost if it reports them. */
function toSpending({ tokenUsage, totalCostUsd }: Recorder): ModelSpending {
  return { calls: 1, costUsd: totalCostUsd ?? null, tokenUsage };
}
