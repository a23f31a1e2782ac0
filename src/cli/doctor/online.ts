/** Asks every configured agent and judge one tiny question: the only part of `axis doctor` that costs tokens. */
import pLimit from "p-limit";
import { generateAgentNames } from "../../agents/agent-name.ts";
import { classifySpec, listJudgeSpecs } from "../../config/judge-spec.ts";
import { canonicalJson } from "../../core/json.ts";
import { formatCount } from "../../core/format-count.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { describeMissingKey, findKeyVariable } from "../../judging/models/api-key.ts";
import { parseModelSpec } from "../../judging/models/model-spec.ts";
import { llmRegistry } from "../../judging/models/registry.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";
import type { CliDeps } from "../command.ts";
import type { AgentStatus } from "./agent-status.ts";
import { type AskedAgent, askAgents, askModel, type AskedModel, type OnlineAnswer } from "./ask-online.ts";
import type { LocalProject } from "./local-project.ts";

interface Questions {
  readonly agents: readonly AskedAgent[];
  readonly models: readonly AskedModel[];
  /** What is not asked, with the reason. */
  readonly unasked: readonly OnlineAnswer[];
}

/** Requests to models at the same time. */
const modelsAtOnce = 4;

/** Says what this costs before the first request. `statuses` are those of agents with a program. */
export async function askOnline(
  project: LocalProject,
  statuses: readonly AgentStatus[],
  deps: CliDeps,
): Promise<OnlineAnswer[]> {
  const { agents, models, unasked } = await planQuestions(project, statuses, deps);
  const abort = deps.abortOnInterrupt();
  if (agents.length + models.length > 0)
    deps.terminal.err(
      `Asking ${describeCounts(agents.length, models.length)} one short question each; this costs a few tokens.`,
    );
  const limit = pLimit(modelsAtOnce);
  const said = await Promise.all([
    askAgents(agents, project, { ...deps, abort }),
    ...models.map((model) => limit(() => askModel(model, project, { ...deps, abort }))),
  ]);
  return [...said.flat(), ...unasked];
}

function describeCounts(agents: number, models: number): string {
  const parts = [
    ...(agents > 0 ? [formatCount(agents, "agent")] : []),
    ...(models > 0 ? [formatCount(models, "model")] : []),
  ];
  return parts.join(" and ");
}

async function planQuestions(
  project: LocalProject,
  statuses: readonly AgentStatus[],
  deps: CliDeps,
): Promise<Questions> {
  const agents: AskedAgent[] = [];
  const unasked: OnlineAnswer[] = [];
  const candidates: AskedAgent[] = [
    ...project.agents.map((agent): AskedAgent => ({ topic: "agents", agent })),
    ...listJudgingAgents(project).map((agent): AskedAgent => ({ topic: "judges", agent })),
  ];
  for (const candidate of candidates) {
    const why = await findReasonNotToAsk(candidate, { project, statuses, env: deps.env });
    if (why === null) agents.push(candidate);
    else unasked.push({ topic: candidate.topic, name: candidate.agent.name, status: "not asked", why });
  }
  const judges = listModels(project, deps.env);
  return { agents, models: judges.models, unasked: [...unasked, ...judges.unasked] };
}

/** Null if the agent can be asked. */
async function findReasonNotToAsk(
  { agent }: AskedAgent,
  {
    project,
    statuses,
    env,
  }: { readonly project: LocalProject; readonly statuses: readonly AgentStatus[]; readonly env: NodeJS.ProcessEnv },
): Promise<string | null> {
  if (agent.config.transcript !== undefined) return "it plays back a recording";
  const { configDir } = project;
  const found = await probeAgent(agent, pickDefined(env), { configDir, names: project.env.agent });
  const status = statuses.find((each) => each.configured && each.name === agent.name);
  const lacks = new Set([...found.missing, ...(status?.missing ?? [])]);
  if (lacks.size > 0) return [...lacks].join("; ");
  return found.fetch === undefined ? null : `its program "${found.fetch.program}" is not installed`;
}

/** The agents that only judge. One that is also under test is asked once. */
function listJudgingAgents({ config, agents, adapters }: LocalProject): PlannedAgent[] {
  const known = new Set(agents.map(identifyAgent));
  const judging: PlannedAgent[] = [];
  for (const { spec } of listJudgeSpecs(config.judging, { file: "", path: [] })) {
    const sorted = classifySpec(spec);
    if (sorted.kind !== "agent") continue;
    const adapter = adapters.get(sorted.config.agent)?.adapter;
    const [name = sorted.config.agent] = generateAgentNames([sorted.config]);
    if (adapter === undefined || known.has(identifyAgent(sorted))) continue;
    known.add(identifyAgent(sorted));
    judging.push({ name, adapter, config: sorted.config });
  }
  return judging;
}

function identifyAgent({ config: { agent, model, flags, command } }: Pick<PlannedAgent, "config">): string {
  return canonicalJson({ agent, model, flags, command });
}

/** Each model once. What a module asks, and what that costs, only the module knows. */
function listModels({ config }: LocalProject, env: NodeJS.ProcessEnv): Pick<Questions, "models" | "unasked"> {
  const models = new Map<string, AskedModel>();
  const unasked = new Map<string, string>();
  for (const { spec } of listJudgeSpecs(config.judging, { file: "", path: [] })) {
    const sorted = classifySpec(spec);
    if (sorted.kind === "module") unasked.set(sorted.path, onlyItsCode);
    if (sorted.kind === "code") unasked.set(sorted.judge.id, onlyItsCode);
    if (sorted.kind !== "model") continue;
    const model = parseModelSpec(sorted.spec);
    const name = `${model.provider}/${model.model}`;
    const key = findKeyVariable(model, llmRegistry.find(model.provider));
    if (describeMissingKey(model, env) === null) models.set(canonicalJson(model), { name, spec: model });
    else unasked.set(name, `${key} is not set`);
  }
  const toAnswer = ([name, why]: [string, string]): OnlineAnswer => ({
    topic: "judges",
    name,
    status: "not asked",
    why,
  });
  return { models: [...models.values()], unasked: [...unasked].map(toAnswer) };
}

const onlyItsCode = "only its own code knows what to ask";
