/** An agent as a judge: isolated as any agent, in an empty folder, with the evidence beside it where there is some. */
import pLimit from "p-limit";
import type { AgentAdapter, AgentTask } from "../../core/agent.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { Answer, AskContext, Judge } from "../../core/judge.ts";
import type { ModelQuestion, ModelSpending } from "../../core/model.ts";
import { messageOf } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { dearestToken, type PriceTable, priceOfNamed } from "../../core/model/price.ts";
import type { Question } from "../../core/question.ts";
import { assemblePrompt, promptText } from "../../models/question/prompt.ts";
import { drawMarks } from "../../models/question/marks.ts";
import { readReply } from "../../models/question/read-reply.ts";
import { type Random, systemRandom } from "../../models/random.ts";
import { prepareAgents, type ReadyAgent } from "../../runner/agents/prepare-agents.ts";
import { definedOnly, readAgent } from "../../runner/agents/readiness.ts";
import { lookingAtFiles } from "../prompts/goal.ts";
import { agentKeys, type JudgeRoom, openJudgeRoom, type RoomWorld } from "./judge-room.ts";
import { modelQuestion, type OuterAnswer } from "./model-question.ts";

/** The agent that judges. */
export interface JudgingAgent {
  /** As reports call it. */
  readonly name: string;
  readonly adapter: AgentAdapter;
  readonly config: AgentConfig;
}

export interface AgentJudgeWorld extends RoomWorld {
  /** Rows that add to the list prices, or replace them. */
  readonly prices?: PriceTable;
  readonly random?: Random;
}

/** Judges at once, per agent: each question is a program of its own. */
const atOnce = 8;

/** Answers with the final answer of the agent, read like that of a model. */
export function agentJudge(agent: JudgingAgent, world: AgentJudgeWorld): Judge {
  const turns = pLimit(atOnce);
  const { name, adapter, config } = agent;
  const onInstructions = warnOnce(name, world);
  const prepared = preparation(agent, world);
  return {
    id: name,
    kind: "agent",
    about: { agent: config.agent, ...(config.model === undefined ? {} : { model: config.model }) },
    looks: true,
    keepsTime: true,
    keys: agentKeys(adapter),
    costKnown: adapter.reportsCost === true || (config.model !== undefined && tokenPriced(config.model, world.prices)),
    missing: async (env) => [...(await readAgent(agent, env, world)).missing],
    ask: (question, context) => turns(() => askAgent(question, context, { agent, world, onInstructions, prepared })),
  };
}

/** The program and login of the judge, found or fetched once, when it is first asked. What failed is tried again by the next question. */
function preparation(agent: JudgingAgent, world: AgentJudgeWorld): Asking["prepared"] {
  let ready: Promise<ReadyAgent> | undefined;
  return (abort) => {
    ready ??= prepare(agent, world, abort).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
}

async function prepare(agent: JudgingAgent, world: AgentJudgeWorld, abort: AbortSignal): Promise<ReadyAgent> {
  const { operator, onWarning } = world;
  const found = new Map([[agent.name, await readAgent(agent, definedOnly(operator), world)]]);
  const made = await prepareAgents(found, { operator, abort, announce: onWarning, log: () => {} });
  return made.get(agent.name) ?? {};
}

/** Each file is named once, however many questions are asked below it. */
function warnOnce(name: string, { onWarning }: RoomWorld): (file: string) => void {
  const named = new Set<string>();
  return (file) => {
    if (named.has(file)) return;
    named.add(file);
    onWarning(
      `The judge ${name} may load ${file}, which lies above its folder: remove it, or set TMPDIR to another place`,
    );
  };
}

interface Asking {
  readonly agent: JudgingAgent;
  readonly world: AgentJudgeWorld;
  readonly onInstructions: (file: string) => void;
  readonly prepared: (abort: AbortSignal) => Promise<ReadyAgent>;
}

async function askAgent(question: Question, context: AskContext, asking: Asking): Promise<Answer> {
  const { agent, world, onInstructions } = asking;
  if (context.abort.aborted) return { status: "failed", why: "stopped before its turn came" };
  let ready: ReadyAgent;
  try {
    ready = await asking.prepared(context.abort);
  } catch (error) {
    return { status: "declined", why: `the judge cannot be started: ${messageOf(error)}` };
  }
  const opening = { ...world, adapter: agent.adapter, onInstructions, login: ready.login };
  await using room = await openJudgeRoom(question, context, opening);
  const looking = room.evidence === null ? {} : { looking: lookingAtFiles };
  const asked = modelQuestion(question, { ...looking, problem: context.problem });
  const marks = drawMarks(world.random ?? systemRandom, JSON.stringify([asked.prompt, asked.facts]));
  const prompt = promptText(assemblePrompt(asked, marks));
  const outcome = await room.run(taskOf(agent, { prompt, room, question, world, ready }));
  const spending = spentBy(agent, room.spending(), world.prices);
  return { ...answerOf(outcome, { asked, nonce: marks.nonce, said: room.lastWords() }), spending };
}

function tokenPriced(model: string, prices: PriceTable = {}): boolean {
  return dearestToken(model, { ...listPrices, ...prices }) !== null;
}

/** A program that says no cost is priced by its tokens, where its model has a price. */
function spentBy({ config: { model } }: JudgingAgent, said: ModelSpending, prices: PriceTable = {}): ModelSpending {
  if (said.costUsd !== null || said.tokenUsage === undefined || model === undefined) return said;
  return { ...said, costUsd: priceOfNamed(model, said.tokenUsage, { ...listPrices, ...prices }) };
}

interface TaskParts extends Pick<Asking, "world"> {
  readonly prompt: string;
  readonly room: JudgeRoom;
  readonly question: Question;
  readonly ready: ReadyAgent;
}

function taskOf({ config }: JudgingAgent, { prompt, room, question, world, ready }: TaskParts): AgentTask {
  return {
    prompt,
    flags: config.flags ?? {},
    scenarioKey: question.scenario,
    trial: 1,
    configDir: world.configDir,
    mcpServers: {},
    skills: [],
    judging: { evidence: room.evidence },
    ...(world.rehearsal === undefined ? {} : { endpoint: world.rehearsal.endpoint }),
    ...(ready.program === undefined ? {} : { program: ready.program }),
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.command === undefined ? {} : { command: config.command }),
    ...(config.transcript === undefined ? {} : { transcript: config.transcript }),
  };
}

interface Expected {
  readonly asked: ModelQuestion<OuterAnswer>;
  readonly nonce: string;
  /** The last thing it said, where its outcome holds no answer. */
  readonly said: string | null;
}

function answerOf(outcome: Outcome, { asked, nonce, said }: Expected): Answer {
  if (outcome.status === "stopped") return { status: "failed", why: stopWords(outcome) };
  if (outcome.status === "failed") {
    const why = `the judge failed (${outcome.code}): ${outcome.message}`;
    return outcome.code === "auth" ? { status: "declined", why } : { status: "failed", why };
  }
  const reply = outcome.result ?? said ?? "";
  const reading = readReply(reply, asked, nonce);
  if (reading.status === "read") return { status: "answered", value: reading.value };
  return { status: "failed", why: reading.problem, raw: reply, unreadable: true };
}

function stopWords({ by, message }: Extract<Outcome, { status: "stopped" }>): string {
  return by === "time" ? "no answer within the time limit" : `the judge was stopped: ${message}`;
}
