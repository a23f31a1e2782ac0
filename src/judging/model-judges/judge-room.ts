/** The place where an agent judges: its own folders, processes and environment, next to what it may look at. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentAdapter, AgentTask } from "../../core/agent.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { AgentLogin } from "../../core/agent/agent-readiness.ts";
import { findLastMessage } from "../../core/entry.ts";
import type { AskContext } from "../../core/judge.ts";
import type { ModelSpending } from "../../core/model.ts";
import { type ModelCall, sumModelCalls } from "../../core/model/model-call.ts";
import { endpointVariables, type ModelEndpoint } from "../../core/model/model-endpoint.ts";
import type { PriceTable } from "../../core/model/price.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import type { Question } from "../../core/question.ts";
import { writeEntries } from "../../runner/write-entries.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { applyModelFailure } from "../../runner/ending/model-failure.ts";
import type { GatewayPolicy } from "../../runner/gateway/plan-gateway.ts";
import { openRunGateway, type RunGateway } from "../../runner/gateway/run-gateway.ts";
import { runAdapter } from "../../runner/run-adapter.ts";
import type { ReadyAgent } from "../../runner/agents/prepare-agents.ts";
import { type JudgeSandboxOptions, openJudgeSandbox, prepareJudgeSandbox } from "../../runner/sandbox/judge-sandbox.ts";
import {
  type GatewayPlace,
  type OpenSandbox,
  placeGateway,
  type ReadySandbox,
} from "../../runner/sandbox/run-sandbox.ts";
import { placeLogin } from "../../runner/agents/place-login.ts";
import { createRedactor } from "../../runner/secrets/redact.ts";
import { JobLimits, noRunLimits } from "../../runner/limits.ts";
import { Recorder } from "../../runner/recorder.ts";
import { newRunId } from "../../runner/run-id.ts";
import { childEnvironment } from "../../runner/workspace/environment.ts";
import { findInstructionsAbove } from "../../runner/workspace/judge-copy.ts";
import { newJudgeRoomId, openWorkspace, type Workspace } from "../../runner/workspace/workspace.ts";
import type { Random } from "../models/random.ts";
import { shareProviderPace } from "../rate/provider-pace.ts";

/** What a judging agent and its rooms need from outside. */
export interface AgentJudgeDeps {
  /** The operator's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Names of variables that judges may see besides the keys of their own adapter. */
  readonly names: readonly string[];
  readonly configDir: string;
  /** What the judge runs in; absent: no sandbox. */
  readonly sandbox?: SandboxPolicy;
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
  /** Where the judge calls its models; undefined if it calls them itself. */
  readonly endpoint: ModelEndpoint | undefined;
  readonly isSandboxed: boolean;
  run(task: AgentTask): Promise<Outcome>;
  /** The last message of the judge. */
  lastWords(): string | null;
  spending(): ModelSpending;
}

const defaultTimeoutMs = 600_000;

/** What must be known to open a room. */
interface RoomOptions extends AgentJudgeDeps {
  readonly adapter: AgentAdapter;
  readonly config: AgentConfig;
  readonly file: string | undefined;
  /** What was found or fetched for the judge on this machine. */
  readonly ready: ReadyAgent;
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
  const place: RoomPlace = { runId, workspace, scope, limits };
  const opened: OpenedParts = { gateway: null, sandbox: undefined };
  const dispose = async () => {
    limits[Symbol.dispose]();
    await scope.end();
    await opened.sandbox?.[Symbol.asyncDispose]();
    await opened.gateway?.[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  };
  try {
    for (const file of await findInstructionsAbove(workspace.root)) deps.onInstructions(file);
    const evidence = await layOutEvidence(question, context, workspace);
    if (deps.login !== undefined) await placeLogin(deps.login, workspace.home);
    await openParts(opened, { ...place, evidence }, deps);
    return { ...furnishRoom(opened, place, deps), evidence, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

interface RoomPlace {
  readonly runId: string;
  readonly workspace: Workspace;
  readonly scope: ProcessScope;
  readonly limits: JobLimits;
}

/** What is opened on the way, and has to be closed even if a later part cannot be opened. */
interface OpenedParts {
  gateway: RunGateway | null;
  sandbox: OpenSandbox | undefined;
}

async function openParts(
  opened: OpenedParts,
  { runId, workspace, evidence }: RoomPlace & { readonly evidence: string | null },
  deps: RoomOptions,
): Promise<void> {
  const ready = deps.sandbox === undefined ? undefined : await prepareJudgeSandbox(deps.sandbox);
  const place = placeGateway(ready, workspace);
  opened.gateway = await openGateway(place, deps);
  if (ready === undefined) return;
  const gateway = opened.gateway === null ? null : place;
  opened.sandbox = await openSandbox(ready, { runId, workspace, evidence, gateway }, deps);
}

function furnishRoom(
  { gateway, sandbox }: OpenedParts,
  { runId, workspace, scope, limits }: RoomPlace,
  deps: RoomOptions,
): Omit<JudgeRoom, "evidence" | typeof Symbol.asyncDispose> {
  const inside = sandbox?.wrapScope(scope, "judge") ?? scope;
  const env = buildEnvironment(workspace, runId, { ...deps, opened: gateway });
  const recorder = createRecorder({ workspace, scope: inside, limits, env }, deps);
  gateway?.listen({ onCall: () => {}, onWait: () => limits.hold(), isStopped: () => limits.abort.aborted });
  const calls = gateway?.calls ?? [];
  return {
    endpoint: gateway?.endpoint ?? deps.rehearsal?.endpoint,
    isSandboxed: sandbox !== undefined && sandbox.record.driver !== "none",
    run: async (task) => applyModelFailure(await runAdapter(deps.adapter, task, recorder), calls),
    lastWords: () => findLastMessage(recorder.transcript),
    spending: () => toSpending(recorder, calls),
  };
}

/** Without a policy, the judge's requests pass through AXIS where its adapter supports it. */
const defaultPolicy: GatewayPolicy = { gateway: "auto", providerTools: ["*"] };

function openGateway(place: GatewayPlace, deps: RoomOptions): Promise<RunGateway | null> {
  const { adapter, env: operator, rehearsal, sandbox: policy = defaultPolicy, prices } = deps;
  return openRunGateway(adapter, { operator, rehearsal, policy, prices, place, pace: shareProviderPace });
}

function openSandbox(
  ready: ReadySandbox,
  parts: Pick<JudgeSandboxOptions, "runId" | "workspace" | "evidence" | "gateway">,
  { config, file, ready: readyAgent, configDir, env: operator }: RoomOptions,
): Promise<OpenSandbox> {
  const agent = { config, ...(file === undefined ? {} : { file }) };
  return openJudgeSandbox(ready, { ...parts, agent, ready: readyAgent, configDir, operator });
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
function buildEnvironment(
  { work, home, tmp }: Workspace,
  runId: string,
  deps: RoomOptions & { readonly opened: RunGateway | null },
): Record<string, string> {
  const { adapter, env, names, rehearsal, opened } = deps;
  const isolation = adapter.isolation?.({ workspace: work, home });
  const own = { HOME: home, TMPDIR: tmp, AXIS_RUN_ID: runId };
  // A rehearsal gets none of the operator's keys: nothing in it may cost money.
  const declared = rehearsal === undefined ? [...listAgentKeys(adapter), ...names] : [];
  const given = declared.filter((name) => opened?.keys.includes(name) !== true);
  const scripted = rehearsal === undefined ? {} : endpointVariables(rehearsal.endpoint);
  const pointed = opened?.variables(childEnvironment(env, given, {})) ?? scripted;
  return childEnvironment(env, given, { ...pointed, ...isolation, ...own });
}

/** Counts one start of the program, with the tokens and cost that the gateway saw, else those that it reports. */
function toSpending({ tokenUsage, totalCostUsd }: Recorder, calls: readonly ModelCall[]): ModelSpending {
  const seen = sumModelCalls(calls);
  if (seen.tokenUsage === undefined) return { calls: 1, costUsd: totalCostUsd ?? null, tokenUsage };
  return { calls: 1, costUsd: seen.costUsd ?? totalCostUsd ?? null, tokenUsage: seen.tokenUsage };
}
