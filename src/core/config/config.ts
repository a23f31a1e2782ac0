/** axis.config.*: what a project configures. It holds names of variables, never values. */
import { z } from "zod";
import { Action } from "../scenario/action.ts";
import { AgentConfig } from "../agent/agent-config.ts";
import { CardWeightsInput } from "../score/card-weights.ts";
import { EventSettings } from "./event-settings.ts";
import { gateFields } from "../scenario/gate.ts";
import { GateSettings } from "../report/gate.ts";
import { LimitsInput, RunLimitsInput } from "./limits.ts";
import { McpServers } from "../scenario/mcp-server.ts";
import { PriceTable } from "../model/price.ts";
import { BaselineScope } from "../run/run-facts.ts";
import { MetricChoiceInput } from "../run/run-metric.ts";
import { ScenarioInput } from "../scenario.ts";
import { ServerSettings } from "./server-settings.ts";
import { StoreSettings } from "./store-settings.ts";
import { WeightsInput } from "../score/weights.ts";
import { VerdictSettings } from "../report/verdict.ts";
import type { Judge } from "../judge.ts";

const allowed = z.number().int().nonnegative();
const strings = z.array(z.string().min(1));

export const Settings = z.strictObject({
  concurrency: z.number().int().min(1).optional().describe("Maximum number of runs at the same time; default 15."),
  trials: z.number().int().min(1).max(1000).optional().describe("Trials per result; default 1."),
  retries: z
    .number()
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe("Retries of a run that failed through no fault of the agent; default 2."),
  scoring_weights: WeightsInput.optional().describe(
    "Weights of the four dimensions, which sum to 1.0; an omitted weight keeps its default.",
  ),
  services: strings
    .optional()
    .describe("Commands and hosts that count as services, in addition to the built-in list: acme, api.acme.dev, npm."),
  limits: z
    .strictObject({ run: RunLimitsInput.optional(), scenario: LimitsInput.optional() })
    .optional()
    .describe("run: limits for everything together; scenario: limits for each run (15 minutes by default)."),
  remotes: z.strictObject({ maxDepth: z.number().int().min(1).optional() }).optional(),
  fail_under: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe("The same as gate.fail_under, which wins if both are set."),
  gate: GateSettings.optional().describe(
    "What the results must reach; otherwise the verdict is FAIL and the exit code 1.",
  ),
  allowed_failures: z
    .strictObject({ agent: allowed, infrastructure: allowed, judge: allowed, check: allowed })
    .partial()
    .optional()
    .describe("How many results may fail in each way before the exit code is 1; default 0."),
  gates: gateFields.gates.describe("Gates for every scenario that defines none."),
  max_repair_loops: gateFields.max_repair_loops,
  sandbox: gateFields.sandbox,
  scorecard: z
    .strictObject({
      weights: CardWeightsInput.optional().describe("Four decimals that sum to 1; default 0.4, 0.3, 0.2, 0.1."),
      baseline_scope: BaselineScope.optional().describe(
        "Which runs determine the usual time that a run is compared with; default workspace.",
      ),
    })
    .optional()
    .describe("How scorecards are computed; independent of scoring_weights."),
  workspace: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, "A workspace name may contain a-z, 0-9, . _ and -, up to 63 characters")
    .optional()
    .describe("Short name of this project in a store that several projects share."),
  prices: PriceTable.optional().describe(
    "USD per million tokens by provider/model; adds to the list prices or overrides them.",
  ),
  workers: z
    .strictObject({
      slots: z
        .number()
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe("Runs at the same time on a worker started here; default 2."),
      agent_limits: z
        .record(z.string().min(1), z.number().int().min(1))
        .optional()
        .describe("Runs of an agent at the same time, over all workers; default: no limit."),
    })
    .optional()
    .describe("How axis worker, and axis serve with the embedded store, execute runs."),
  verdict: VerdictSettings.optional().describe(
    "How a report is compared with a baseline, and what makes the comparison fail.",
  ),
  store: StoreSettings.optional().describe("Which database stores runs, and for how long."),
  server: ServerSettings.optional().describe("Where axis serve listens, and who may call it."),
  events: EventSettings.optional().describe("Where to send events about scored runs; nowhere by default."),
});
export type Settings = z.infer<typeof Settings>;

/** A model as a judge. */
export const ModelJudgeSpec = z.strictObject({
  provider: z.string().min(1).describe("anthropic, openai, google or compatible."),
  model: z.string().min(1),
  base_url: z.string().min(1).optional().describe("URL of a server with OpenAI-style chat completions."),
  api_key_env: z.string().min(1).optional().describe("Name of the variable that holds the key."),
  max_output_tokens: z.number().int().min(1).optional(),
});
export type ModelJudgeSpec = z.infer<typeof ModelJudgeSpec>;

/**
 * `"rules"`; an agent by name or as in `agents`; a model as `"provider/model"` or an object; a module path beginning
 * with ./ or ../ that exports a judge; or (in a module) a judge itself.
 */
export const JudgeSpec = z.union([
  z.string().min(1),
  ModelJudgeSpec,
  AgentConfig,
  z.custom<Judge>(isJudge, "expected a judge: an object with id and ask"),
]);
export type JudgeSpec = z.infer<typeof JudgeSpec>;

/** Whether a value is a judge in code. */
export function isJudge(value: unknown): value is Judge {
  if (typeof value !== "object" || value === null || !("id" in value) || !("ask" in value)) return false;
  return typeof value.id === "string" && typeof value.ask === "function";
}

export const Judging = z.strictObject({
  agents: z.array(JudgeSpec).min(1).optional().describe("Judges in order of precedence."),
  questions: z
    .strictObject({ goal: JudgeSpec, environment: JudgeSpec, service: JudgeSpec, agent: JudgeSpec })
    .partial()
    .optional()
    .describe("One judge per question; takes precedence over agents."),
  panel: z
    .array(JudgeSpec)
    .min(1)
    .refine((members) => members.length % 2 === 1, "A panel has an odd number of judges, so that there is a median.")
    .optional()
    .describe("All members answer every question, and each number is their median; takes precedence over agents."),
  retries: z.number().int().nonnegative().optional().describe("Retries after an unreadable reply; default 2."),
  timeout_minutes: z.number().positive().optional().describe("Time limit per attempt, in minutes; default 10."),
});

const EnvInput = z.union([
  strings,
  z.strictObject({ agent: strings, judge: strings, hooks: strings, checks: strings }).partial(),
]);

export const AxisConfig = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().optional().describe("Project name, shown in report headers."),
  scenarios: z
    .union([z.string().min(1), z.array(z.union([z.string().min(1), ScenarioInput]))])
    .optional()
    .describe("Folders, files, git URLs or inline scenarios; default ./scenarios."),
  agents: z
    .array(z.union([z.string().min(1), AgentConfig]))
    .min(1)
    .describe("Agents under test."),
  settings: Settings.optional(),
  env: EnvInput.optional().describe("Names of additional environment variables that child processes may see."),
  mcp_servers: McpServers.optional(),
  judging: Judging.optional(),
  skills: strings.optional(),
  adapters: z.record(z.string(), z.string().min(1)).optional().describe("Custom adapters: name to module path."),
  artifacts: strings.optional(),
  metrics: z.array(MetricChoiceInput).optional().describe("Metrics to compute for every run."),
  beforeAll: z.array(Action).optional(),
  afterAll: z.array(Action).optional(),
});
/** A config as people write it. */
export type AxisConfig = z.input<typeof AxisConfig>;

/** Which additional variables each kind of child process may see. */
export interface EnvNames {
  readonly agent: readonly string[];
  readonly judge: readonly string[];
  readonly hooks: readonly string[];
  readonly checks: readonly string[];
}
