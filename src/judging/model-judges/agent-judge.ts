/** An agent as a judge: isolated like any agent, in an empty folder, with the evidence next to it if there is any. */
import pLimit from "p-limit";
import type { AgentAdapter, AgentTask } from "../../core/agent.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import type { Answer, AskContext, Judge } from "../../core/judge.ts";
import type { ModelQuestion, ModelSpending } from "../../core/model.ts";
import { errorMessage } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { findHighestTokenPrice, type PriceTable, computeCostByName } from "../../core/model/price.ts";
import type { Question } from "../../core/question.ts";
import { assemblePrompt, toPromptText } from "../models/question/prompt.ts";
import { drawMarks } from "../models/question/marks.ts";
import { readReply } from "../models/question/read-reply.ts";
import { systemRandom } from "../models/random.ts";
import { prepareAgents, type ReadyAgent } from "../../runner/agents/prepare-agents.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";
import { lookingAtFiles } from "./prompts/goal.ts";
import { type AgentJudgeDeps, type JudgeRoom, openJudgeRoom } from "./judge-room.ts";
import { toModelQuestion, type OuterAnswer } from "./model-question.ts";

/** The agent that judges. */
export interface JudgingAgent {
  /** Its name in reports. */
  readonly name: string;
  readonly adapter: AgentAdapter;
  readonly config: AgentConfig;
}

/** Concurrent questions per judging agent: each question starts its own program. */
const maxConcurrent = 8;

/** Reads the agent's final answer like that of a model. */
export function agentJudge(agent: JudgingAgent, deps: AgentJudgeDeps): Judge {
  const turns = pLimit(maxConcurrent);
  const { name, adapter, config } = agent;
  const onInstructions = warnOnce(name, deps);
  const prepared = prepareOnce(agent, deps);
  return {
    id: name,
    kind: "agent",
    about: { agent: config.agent, model: config.model },
    looks: true,
    keepsTime: true,
    keys: listAgentKeys(adapter),
    costKnown: adapter.reportsCost === true || (config.model !== undefined && hasTokenPrice(config.model, deps.prices)),
    missing: async (env) => [...(await probeAgent(agent, env, deps)).missing],
    ask: (question, context) => turns(() => askAgent(question, context, { agent, deps, onInstructions, prepared })),
  };
}

/** Finds or installs the judge's program and login once, on the first question. The next question retries a failure. */
function prepareOnce(agent: JudgingAgent, deps: AgentJudgeDeps): OpenedAgent["prepared"] {
  let ready: Promise<ReadyAgent> | undefined;
  return (abort) => {
    ready ??= prepare(agent, deps, abort).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
}

async function prepare(agent: JudgingAgent, deps: AgentJudgeDeps, abort: AbortSignal): Promise<ReadyAgent> {
  const { env, onWarning } = deps;
  const found = new Map([[agent.name, await probeAgent(agent, pickDefined(env), deps)]]);
  const made = await prepareAgents(found, { operator: env, abort, announce: onWarning, log: () => {} });
  return made.get(agent.name) ?? {};
}

/** Names each file once, however many questions are asked. */
function warnOnce(name: string, { onWarning }: AgentJudgeDeps): (file: string) => void {
  const named = new Set<string>();
  return (file) => {
    if (named.has(file)) return;
    named.add(file);
    onWarning(
      `Judge ${name} may load ${file}, which is above its folder: remove the file, or set TMPDIR to another folder`,
    );
  };
}

/** A judging agent with what all its questions share. */
interface OpenedAgent {
  readonly agent: JudgingAgent;
  readonly deps: AgentJudgeDeps;
  readonly onInstructions: (file: string) => void;
  readonly prepared: (abort: AbortSignal) => Promise<ReadyAgent>;
}

async function askAgent(question: Question, context: AskContext, opened: OpenedAgent): Promise<Answer> {
  const { agent, deps, onInstructions } = opened;
  if (context.abort.aborted) return { status: "failed", why: "stopped before it was asked" };
  let ready: ReadyAgent;
  try {
    ready = await opened.prepared(context.abort);
  } catch (error) {
    return { status: "declined", why: `the judge could not be started: ${errorMessage(error)}` };
  }
  const options = { ...deps, adapter: agent.adapter, onInstructions, login: ready.login };
  await using room = await openJudgeRoom(question, context, options);
  const looking = room.evidence === null ? {} : { looking: lookingAtFiles };
  const asked = toModelQuestion(question, { ...looking, problem: context.problem });
  const marks = drawMarks(deps.random ?? systemRandom, JSON.stringify([asked.prompt, asked.facts]));
  const prompt = toPromptText(assemblePrompt(asked, marks));
  const outcome = await room.run(buildTask(agent, { prompt, room, question, deps, ready }));
  const spending = priceSpending(agent, room.spending(), deps.prices);
  return { ...toAnswer(outcome, { asked, nonce: marks.nonce, said: room.lastWords() }), spending };
}

function hasTokenPrice(model: string, prices: PriceTable = {}): boolean {
  return findHighestTokenPrice(model, { ...listPrices, ...prices }) !== null;
}

/** If a program does not report its cost, it is computed from its tokens and the price of its model. */
function priceSpending(
  { config: { model } }: JudgingAgent,
  said: ModelSpending,
  prices: PriceTable = {},
): ModelSpending {
  if (said.costUsd !== null || said.tokenUsage === undefined || model === undefined) return said;
  return { ...said, costUsd: computeCostByName(model, said.tokenUsage, { ...listPrices, ...prices }) };
}

interface TaskParts {
  readonly deps: AgentJudgeDeps;
  readonly prompt: string;
  readonly room: JudgeRoom;
  readonly question: Question;
  readonly ready: ReadyAgent;
}

function buildTask({ config }: JudgingAgent, { prompt, room, question, deps, ready }: TaskParts): AgentTask {
  return {
    prompt,
    flags: config.flags ?? {},
    scenarioKey: question.scenario,
    trial: 1,
    configDir: deps.configDir,
    mcpServers: {},
    skills: [],
    judging: { evidence: room.evidence },
    ...(deps.rehearsal === undefined ? {} : { endpoint: deps.rehearsal.endpoint }),
    ...(ready.program === undefined ? {} : { program: ready.program }),
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.command === undefined ? {} : { command: config.command }),
    ...(config.transcript === undefined ? {} : { transcript: config.transcript }),
  };
}

interface ExpectedReply {
  readonly asked: ModelQuestion<OuterAnswer>;
  readonly nonce: string;
  /** Its last message, used if its outcome has no answer. */
  readonly said: string | null;
}

function toAnswer(outcome: Outcome, { asked, nonce, said }: ExpectedReply): Answer {
  if (outcome.status === "stopped") return { status: "failed", why: describeStopped(outcome) };
  if (outcome.status === "failed") {
    const why = `the judge failed (${outcome.code}): ${outcome.message}`;
    return outcome.code === "auth" ? { status: "declined", why } : { status: "failed", why };
  }
  const reply = outcome.result ?? said ?? "";
  const reading = readReply(reply, asked, nonce);
  if (reading.status === "read") return { status: "answered", value: reading.value };
  return { status: "failed", why: reading.problem, raw: reply, unreadable: true };
}

function describeStopped({ by, message }: Extract<Outcome, { status: "stopped" }>): string {
  return by === "time" ? "no answer within the time limit" : `the judge was stopped: ${message}`;
}
