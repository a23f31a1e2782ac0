/** Who answers each question of scoring, for each agent under test. */
import type { z } from "zod";
import type { AgentConfig } from "../core/agent/agent-config.ts";
import type { JudgeSpec, Judging } from "../core/config/config.ts";
import { AxisError } from "../core/error.ts";
import type { Judge } from "../core/judge.ts";
import type { Model } from "../core/model.ts";
import { type QuestionId, questionIds } from "../core/question.ts";
import { panelJudge } from "../judging/model-judges/panel.ts";
import { sampledJudge } from "../judging/model-judges/sampled.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { parseModelSpec } from "../judging/models/model-spec.ts";
import { classifySpec, findDescribedSpec, listJudgeSpecs } from "./judge-spec.ts";
import type { KnownAdapters } from "./plan-agents.ts";
import { judgeAgentProblems, type JudgeDeps, JudgeFactory, type PlannedJudge } from "./planning/open-judge.ts";

type Judges = Readonly<Record<QuestionId, Judge>>;

/** Who judges, decided once; only the agent under test can make a difference. */
export interface JudgePlan {
  /** What identifies this plan in a digest. */
  readonly identity: unknown;
  /** The judges that are configured, each once. */
  readonly written: readonly Judge[];
  /** Those that may compare the work of several agents, in order of preference; `rules` cannot. */
  readonly duelJudges: readonly Judge[];
  /** The first model among them, which judged metrics use too. */
  readonly model?: Model;
  /** An unknown agent is judged like one that cannot judge. */
  judgesFor(agent: AgentConfig): Judges;
}

/** `judge` is the flag; `folder` is where the command was called. */
export interface JudgeFlags {
  readonly judge?: string;
  readonly folder: string;
}

type JudgingInput = z.output<typeof Judging>;

/** In order of precedence: the flag, the question's own judge, the panel, a candidate, the run's own agent, `rules`. */
export async function planJudges(
  judging: JudgingInput | undefined,
  flags: JudgeFlags,
  deps: JudgeDeps,
): Promise<JudgePlan> {
  const maker = new JudgeFactory(deps);
  if (flags.judge !== undefined) {
    const { adapters } = deps;
    const { judge, identity } = await openFlagJudge(flags.judge, judging, { maker, adapters, folder: flags.folder });
    const model = firstModel(modelSpecs(findDescribedSpec(flags.judge, judging) ?? flags.judge, judging, deps), maker);
    const duelJudges = withoutRules([judge]);
    return { identity, written: [judge], duelJudges, judgesFor: () => assignJudges(() => judge), model };
  }
  const bench = await openConfiguredJudges(judging, (spec) => maker.open(spec, deps.configDir));
  const panel = createPanel(bench);
  const judgesFor = (agent: AgentConfig) => {
    const others = panel ?? findOtherJudge(agent, bench.candidates) ?? createOwnJudge(agent, maker, deps.adapters);
    return assignJudges((question) => bench.pinned.get(question)?.judge ?? others);
  };
  const written = new Set([...bench.pinned.values(), ...bench.panel, ...bench.candidates].map(({ judge }) => judge));
  const specs = listJudgeSpecs(judging, { file: "", path: [] }).map(({ spec }) => spec);
  return {
    identity: toJudgesIdentity(bench),
    written: [...written],
    duelJudges: withoutRules([
      ...[bench.pinned.get("goal")?.judge, panel].filter((judge) => judge !== undefined),
      ...bench.candidates.map(({ judge }) => judge),
    ]),
    judgesFor,
    model: firstModel(specs, maker),
  };
}

function withoutRules(judges: readonly Judge[]): Judge[] {
  return judges.filter(({ kind }) => kind !== "rules");
}

/** An agent or a module cannot answer a metric's questions, but the config's models can. With `rules`, and in a rehearsal, no other model is asked. */
function modelSpecs(spec: JudgeSpec, judging: JudgingInput | undefined, { rehearsal }: JudgeDeps): JudgeSpec[] {
  if (classifySpec(spec).kind === "rules" || rehearsal !== undefined) return [spec];
  return [spec, ...listJudgeSpecs(judging, { file: "", path: [] }).map((each) => each.spec)];
}

/** The model for judged metrics, if nothing else is named. */
function firstModel(specs: readonly JudgeSpec[], maker: JudgeFactory): Model | undefined {
  for (const spec of specs) {
    const sorted = classifySpec(spec);
    if (sorted.kind === "model") return maker.openMetricModel(parseModelSpec(sorted.spec));
  }
  return undefined;
}

/** The judges that a config names. */
interface ConfiguredJudges {
  readonly pinned: ReadonlyMap<QuestionId, PlannedJudge>;
  readonly panel: readonly PlannedJudge[];
  /** Empty if there is a panel. */
  readonly candidates: readonly PlannedJudge[];
}

type Open = (spec: JudgeSpec) => Promise<PlannedJudge>;

async function openConfiguredJudges(judging: JudgingInput | undefined, open: Open): Promise<ConfiguredJudges> {
  const pinned = new Map<QuestionId, PlannedJudge>();
  for (const question of questionIds) {
    const spec = judging?.questions?.[question];
    if (spec !== undefined) pinned.set(question, await open(spec));
  }
  const panel = await openAll(judging?.panel, open);
  return { pinned, panel, candidates: panel.length > 0 ? [] : await openAll(judging?.agents, open) };
}

function toJudgesIdentity({ pinned, panel, candidates }: ConfiguredJudges): unknown {
  return {
    pinned: [...pinned].map(([question, each]) => [question, each.identity]),
    panel: panel.map((each) => each.identity),
    candidates: candidates.map((each) => each.identity),
  };
}

function createPanel({ panel }: ConfiguredJudges): Judge | undefined {
  return panel.length === 0 ? undefined : panelJudge(panel.map(({ judge }) => judge));
}

async function openAll(specs: readonly JudgeSpec[] | undefined, open: Open): Promise<PlannedJudge[]> {
  const opened: PlannedJudge[] = [];
  for (const spec of specs ?? []) opened.push(await open(spec));
  return opened;
}

/** No agent judges its own work if there is another judge. A model or `rules` is always another judge. */
function findOtherJudge({ agent }: AgentConfig, candidates: readonly PlannedJudge[]): Judge | undefined {
  const name = agent.toLowerCase();
  return (candidates.find(({ adapter }) => adapter !== name) ?? candidates[0])?.judge;
}

/** The run's own agent with the same model; `rules` if the agent cannot judge. */
function createOwnJudge(config: AgentConfig, maker: JudgeFactory, adapters: KnownAdapters): Judge {
  const agent = config.agent.toLowerCase();
  return adapters.get(agent)?.adapter.canJudge === true ? maker.openAgent({ ...config, agent }).judge : rulesJudge;
}

async function openFlagJudge(
  written: string,
  judging: JudgingInput | undefined,
  { maker, adapters, folder }: { maker: JudgeFactory; adapters: KnownAdapters; folder: string },
): Promise<PlannedJudge> {
  const place = { file: "--judge", path: [] };
  const spec = findDescribedSpec(written, judging) ?? written;
  const [problem] = judgeAgentProblems([{ spec, at: place }], adapters);
  if (problem !== undefined)
    throw new AxisError("flag-invalid", problem.message, { hint: problem.suggestion ?? judgeSpecHint });
  return maker.open(spec, folder).catch((error: unknown) => {
    if (classifySpec(spec).kind !== "model" || !(error instanceof AxisError)) throw error;
    throw new AxisError("flag-invalid", error.message, { cause: error, ...(error.hint && { hint: error.hint }) });
  });
}

/** The hint that lists what a judge spec may be. */
const judgeSpecHint =
  'Write "rules", an agent, a model such as anthropic/claude-sonnet-4-5, or a module such as ./judges/mine.ts';

function assignJudges(judgeOf: (question: QuestionId) => Judge): Judges {
  return Object.fromEntries(questionIds.map((question) => [question, judgeOf(question)])) as Record<QuestionId, Judge>;
}

/** The plan with each judge asked that many times. A panel already has several judges, so it is refused. */
export function addJudgeSamples(plan: JudgePlan, draws = 1): JudgePlan {
  if (draws === 1) return plan;
  const made = new Map<Judge, Judge>();
  const sampled = (judge: Judge) => {
    if (judge.kind === "panel")
      throw new AxisError("flag-invalid", "--judge-samples cannot be used with a panel", {
        hint: "Name one judge with --judge, or omit --judge-samples",
      });
    const known = made.get(judge) ?? sampledJudge(judge, draws);
    made.set(judge, known);
    return known;
  };
  return {
    ...plan,
    identity: { judges: plan.identity, draws },
    judgesFor: (agent) => {
      const judges = plan.judgesFor(agent);
      const all = questionIds.map((question) => [question, sampled(judges[question])]);
      return Object.fromEntries(all) as Record<QuestionId, Judge>;
    },
  };
}
