/** Small literal plans for tests and benchmarks: scenarios and agents in code, without files. */
import { defaultGate } from "../core/report/gate.ts";
import type { AgentAdapter } from "../core/agent.ts";
import type { Judge } from "../core/judge.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Scenario } from "../core/scenario.ts";
import { defaultWeights } from "../core/score/weights.ts";

/** A scenario without setup; overrides replace any part. */
export function sampleScenario(overrides: Partial<Scenario> = {}): Scenario {
  const key = overrides.key ?? "sample";
  return {
    key,
    baseKey: key.split("@")[0] ?? key,
    variant: null,
    name: key,
    prompt: "Do it.",
    checks: [{ check: "It is done", weight: 1, verify: { contains: "done" } }],
    judgeSentence: false,
    setup: [],
    teardown: [],
    limits: { time_minutes: 1 },
    agents: null,
    skills: [],
    mcpServers: {},
    artifacts: [],
    place: `${key}.json`,
    baseDir: process.cwd(),
    filesDir: process.cwd(),
    verifyFiles: {},
    remote: null,
    ...overrides,
  };
}

export interface SamplePlanParts {
  readonly scenarios: readonly Scenario[];
  readonly agents: readonly AgentAdapter[];
  readonly judge: Judge;
  readonly trials?: number;
  readonly overrides?: Partial<Plan>;
}

/** Scenarios × agents × trials. */
export function samplePlan({ scenarios, agents, judge, trials = 1, overrides = {} }: SamplePlanParts): Plan {
  const judges = { goal: judge, environment: judge, service: judge, agent: judge };
  const jobs: Job[] = scenarios.flatMap((scenario) =>
    agents.flatMap((adapter) =>
      Array.from({ length: trials }, (_, index) => ({
        cell: { scenario: scenario.key, agent: adapter.name, trial: index + 1 },
        scenario,
        agent: { name: adapter.name, config: { agent: adapter.name }, adapter },
        skills: [],
        judges,
      })),
    ),
  );
  return {
    configDir: process.cwd(),
    configFile: null,
    verdict: {},
    jobs,
    skipped: 0,
    concurrency: 15,
    trials,
    runLimits: {},
    weights: defaultWeights,
    gate: defaultGate,
    judging: { retries: 0, timeoutMs: 10_000 },
    env: { agent: [], judge: [], hooks: [], checks: [] },
    beforeAll: [],
    afterAll: [],
    seed: "sample",
    digests: {
      axis: "axis",
      settings: "settings",
      scenarios: Object.fromEntries(scenarios.map(({ key }) => [key, key])),
      agents: Object.fromEntries(agents.map(({ name }) => [name, name])),
    },
    warnings: [],
    ...overrides,
  };
}
