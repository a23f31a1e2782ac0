/** axis.config.*: what a project writes down. Names of variables, never values. */
import { z } from "zod";
import { Action } from "./action.ts";
import { AgentConfig } from "./agent-config.ts";
import { EventSettings } from "./event-settings.ts";
import { LimitsInput } from "./limits.ts";
import { McpServers } from "./mcp-server.ts";
import { ScenarioInput } from "./scenario.ts";
import { ServerSettings } from "./server-settings.ts";
import { WeightsInput } from "./weights.ts";
import { VerdictSettings } from "./verdict.ts";
import type { Judge } from "./judge.ts";

const allowed = z.number().int().nonnegative();
const strings = z.array(z.string().min(1));

export const Settings = z.strictObject({
  concurrency: z.number().int().min(1).optional().describe("Jobs at once; default 15."),
  trials: z.number().int().min(1).max(1000).optional().describe("Runs per pair; default 1."),
  scoring_weights: WeightsInput.optional().describe("The four sum to 1.0; one left out keeps its default."),
  limits: z
    .strictObject({ run: LimitsInput.optional(), scenario: LimitsInput.optional() })
    .optional()
    .describe("run: for everything together; scenario: for each job (15 minutes by default)."),
  remotes: z.strictObject({ maxDepth: z.number().int().min(1).optional() }).optional(),
  fail_under: z.number().min(0).max(100).optional().describe("Exit 1 when a pair's AXIS Result is below it."),
  allowed_failures: z
    .strictObject({ agent: allowed, infrastructure: allowed, judge: allowed, check: allowed })
    .partial()
    .optional()
    .describe("How many pairs may fail in each way before the exit code is 1; default none."),
  verdict: VerdictSettings.optional().describe("How a report is compared with a baseline, and what fails the gate."),
  server: ServerSettings.optional().describe("Where axis serve listens, and who may call it how."),
  events: EventSettings.optional().describe("Where scored runs are told; nowhere by default."),
});
export type Settings = z.infer<typeof Settings>;

/** `"rules"`, a module path beginning with ./ or ../ that exports a judge, or (in a module) a judge itself. */
export const JudgeSpec = z.union([
  z.string().min(1),
  z.custom<Judge>(isJudge, "expected a judge: an object with id and ask"),
]);
export type JudgeSpec = z.infer<typeof JudgeSpec>;

function isJudge(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "id" in value && "ask" in value && typeof value.ask === "function"
  );
}

export const Judging = z.strictObject({
  agents: z.array(JudgeSpec).min(1).optional().describe("Judges in order of precedence."),
  questions: z
    .strictObject({ goal: JudgeSpec, environment: JudgeSpec, service: JudgeSpec, agent: JudgeSpec })
    .partial()
    .optional()
    .describe("One judge for one question; beats agents."),
  retries: z.number().int().nonnegative().optional().describe("Further attempts after an unreadable reply; default 2."),
  timeout_minutes: z.number().positive().optional().describe("Per attempt; default 10."),
});

export const EnvInput = z.union([
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
  env: EnvInput.optional().describe("Names of further environment variables that children may see."),
  mcp_servers: McpServers.optional(),
  judging: Judging.optional(),
  skills: strings.optional(),
  adapters: z.record(z.string(), z.string().min(1)).optional().describe("Custom adapters: name to module path."),
  artifacts: strings.optional(),
  beforeAll: z.array(Action).optional(),
  afterAll: z.array(Action).optional(),
});
/** A config as people write it. */
export type AxisConfig = z.input<typeof AxisConfig>;

/** Which further variables each kind of child may see. */
export interface EnvNames {
  readonly agent: readonly string[];
  readonly judge: readonly string[];
  readonly hooks: readonly string[];
  readonly checks: readonly string[];
}
