/** Sends the tiny question of `axis doctor --online`: to agents as a real run, to models as a judge would. */
import { z } from "zod";
import { totalTokens } from "../../core/model/token-usage.ts";
import type { Job, PlannedAgent } from "../../core/plan.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Scenario } from "../../core/scenario.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import type { ModelSpec } from "../../judging/models/model-spec.ts";
import { openModel } from "../../judging/models/open-model.ts";
import { rulesJudge } from "../../judging/rules/rules.ts";
import { memoryStore } from "../../store/memory.ts";
import type { CliDeps } from "../command.ts";
import { createDoctorPlan } from "./doctor-plan.ts";
import type { LocalProject } from "./local-project.ts";

/** What became of one question. */
export interface OnlineAnswer {
  readonly topic: "agents" | "judges";
  readonly name: string;
  readonly status: "answered" | "failed" | "not asked";
  readonly durationMs?: number;
  /** What failed: the code of a failed run, `time`, or the failure of a model. */
  readonly code?: string;
  /** Whose failure it was; absent if that is unknown. */
  readonly by?: "agent" | "infrastructure" | "model";
  /** Why there is no answer. */
  readonly why?: string;
  readonly tokens?: number;
  readonly costUsd?: number;
}

/** An agent to ask, under test or as a judge. */
export interface AskedAgent {
  readonly topic: OnlineAnswer["topic"];
  readonly agent: PlannedAgent;
}

/** A model that judges. */
export interface AskedModel {
  readonly name: string;
  readonly spec: ModelSpec;
}

type AskDeps = Pick<CliDeps, "env" | "now"> & { readonly abort: AbortSignal };

const prompt = "Reply with the word ok.";
/** Long enough for a program that starts slowly; a person waits for the answer. */
const timeoutMs = 60_000;
/** Claude Code would retry a refused key for minutes; a wrong key should be reported as one. */
const giveUpSoon = { CLAUDE_CODE_MAX_RETRIES: "1" };
/** Agents at the same time. */
const agentsAtOnce = 4;

/** Each agent gets a run of its own in a workspace that is deleted afterwards. Nothing is stored. */
export async function askAgents(
  asked: readonly AskedAgent[],
  project: LocalProject,
  { env, now, abort }: AskDeps,
): Promise<OnlineAnswer[]> {
  if (asked.length === 0) return [];
  const jobs = asked.map((each, index) => createJob(each, createKey(index), project.configDir));
  const names = { ...project.env, agent: [...project.env.agent, ...Object.keys(giveUpSoon)] };
  const plan = { ...createDoctorPlan(project, jobs), concurrency: agentsAtOnce, env: names };
  const report = await evaluate(plan, {
    store: memoryStore(),
    env: { ...giveUpSoon, ...env },
    now,
    abort,
    page: false,
  });
  return asked.map((each, index) => {
    const run = report.results.find(({ scenarioKey }) => scenarioKey === createKey(index));
    const { topic, agent } = each;
    if (run === undefined)
      return { topic, name: agent.name, status: "failed", why: "it was stopped before it started" };
    return { topic, name: agent.name, ...toAnswer(run) };
  });
}

function toAnswer(run: PairResult): Omit<OnlineAnswer, "topic" | "name"> {
  const { outcome, durationMs, tokenUsage, totalCostUsd, outcomeClass } = run;
  const facts = {
    ...(durationMs === null ? {} : { durationMs }),
    ...(tokenUsage === undefined ? {} : { tokens: totalTokens(tokenUsage) }),
    ...(totalCostUsd === undefined ? {} : { costUsd: totalCostUsd }),
  };
  if (outcome.status === "completed") return { status: "answered", ...facts };
  if (outcome.status === "stopped")
    return { status: "failed", code: outcome.by, why: outcome.by === "time" ? noAnswer : outcome.message, ...facts };
  const by = outcomeClass === "agent" ? "agent" : "infrastructure";
  return { status: "failed", code: outcome.code, by, why: outcome.message, ...facts };
}

const noAnswer = `no answer within ${timeoutMs / 1000} s; check its key, its model and the network`;

/** The smallest question that has an answer to read. */
const question = {
  about: "doctor",
  prompt: "This is a connection test. Answer with ok set to true.",
  facts: {},
  answer: z.object({ ok: z.boolean() }),
};

export async function askModel(
  { name, spec }: AskedModel,
  { config }: LocalProject,
  { env, abort }: AskDeps,
): Promise<OnlineAnswer> {
  const topic = "judges";
  const began = performance.now();
  const prices = config.settings?.prices;
  const model = openModel(spec, { env, ...(prices === undefined ? {} : { prices }) });
  const said = await model.ask(question, { abort, repairs: 0, retries: 0, timeoutMs });
  const { costUsd, tokenUsage } = said.spending;
  const facts = {
    durationMs: Math.round(performance.now() - began),
    ...(tokenUsage === undefined ? {} : { tokens: totalTokens(tokenUsage) }),
    ...(costUsd === null ? {} : { costUsd }),
  };
  if (said.status === "answered") return { topic, name, status: "answered", ...facts };
  return { topic, name, status: "failed", code: said.code, by: "model", why: said.why, ...facts };
}

function createKey(index: number): string {
  return `doctor-${index + 1}`;
}

/** One scenario per agent, so that two entries of the same name cannot meet. */
function createJob({ agent }: AskedAgent, key: string, folder: string): Job {
  const judges = { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge };
  const scenario = createScenario(key, folder);
  return { cell: { scenario: key, agent: agent.name, trial: 1 }, scenario, agent, skills: [], judges };
}

function createScenario(key: string, folder: string): Scenario {
  return {
    key,
    baseKey: key,
    variant: null,
    name: key,
    prompt,
    checks: [],
    judgeSentence: false,
    setup: [],
    teardown: [],
    limits: { time_minutes: timeoutMs / 60_000 },
    agents: null,
    skills: [],
    mcpServers: {},
    artifacts: [],
    place: key,
    baseDir: folder,
    filesDir: folder,
    verifyFiles: {},
    remote: null,
  };
}
