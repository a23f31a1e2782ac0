/** A task for an agent, and what counts as done: as people write it, and as it is carried out. */
import { z } from "zod";
import { Action } from "./scenario/action.ts";
import { type Check, CheckInput } from "./scenario/check.ts";
import { type Gate, gateFields, type SandboxLimits } from "./scenario/gate.ts";
import { type Limits, LimitsInput } from "./config/limits.ts";
import { type McpServer, McpServers } from "./scenario/mcp-server.ts";
import { ScenarioMetrics } from "./run/run-metric.ts";

const strings = z.array(z.string().min(1));
const rubric = z.union([z.string().min(1), z.array(CheckInput).min(1)]);

/** Fields a variant may replace or merge. */
const variable = {
  prompt: z.string().min(1).describe("The task, sent to the agent unchanged."),
  judge: rubric.describe("What counts as done: one sentence, or checks with weights."),
  skip: z.boolean().optional().describe("Leave it out of runs; it is counted in the summary."),
  agents: strings.min(1).optional().describe("Only agents with this generated name or base agent."),
  setup: z.array(Action).optional().describe("Before the agent starts."),
  teardown: z.array(Action).optional().describe("After scoring."),
  skills: strings.optional().describe("Skill sources, added to those of the config and the agent."),
  mcp_servers: McpServers.optional().describe("Merged over the config's, by name."),
  limits: LimitsInput.optional(),
  artifacts: strings.optional().describe("Globs of files to capture from the workspace."),
  metrics: ScenarioMetrics.optional().describe("Further metrics of the run, and what they compare with."),
  ...gateFields,
};

export const Variant = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]+$/, "A variant name holds letters, digits, _ and - only"),
  ...z.strictObject(variable).partial().shape,
  rubric: rubric.optional().describe("Old name of judge."),
});
export type Variant = z.infer<typeof Variant>;

export const ScenarioInput = z.strictObject({
  $schema: z.string().optional(),
  key: z.string().min(1).optional().describe("Identity; taken from the path when left out."),
  name: z.string().min(1).describe("Shown to people."),
  ...variable,
  rubric: rubric.optional().describe("Old name of judge."),
  variants: z.array(Variant).min(1).optional().describe("Each runs as its own scenario; the parent then does not run."),
});
export type ScenarioInput = z.input<typeof ScenarioInput>;

/** A skill given to the agent, resolved to a folder on this machine. */
export interface Skill {
  readonly name: string;
  /** Absolute folder that holds SKILL.md. */
  readonly path: string;
  /** As written in the config. */
  readonly source: string;
  /** Commit, for a skill that came from a remote. */
  readonly commit?: string;
}

/** A scenario ready to run: variants applied, everything merged, every path absolute. */
export interface Scenario {
  /** With `@variant` where there is one. */
  readonly key: string;
  readonly baseKey: string;
  readonly variant: string | null;
  readonly name: string;
  readonly prompt: string;
  /** Weights distributed. */
  readonly checks: readonly Check[];
  /** The rubric was written as one sentence. */
  readonly judgeSentence: boolean;
  readonly setup: readonly Action[];
  readonly teardown: readonly Action[];
  readonly limits: Limits;
  readonly agents: readonly string[] | null;
  readonly skills: readonly string[];
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  readonly artifacts: readonly string[];
  /** Absent where there are none. */
  readonly gates?: readonly Gate[];
  /** An unchanged workspace is no usable output; absent: false. */
  readonly requiresChanges?: boolean;
  /** Globs of files that must be as they were when gates run. */
  readonly protectedPaths?: readonly string[];
  /** Repair turns that protected files may cause. */
  readonly maxRepairLoops?: number;
  /** Absent where neither the scenario nor the settings say anything. */
  readonly sandbox?: SandboxLimits;
  /** Absent where nothing is said for metrics. */
  readonly metrics?: ScenarioMetrics;
  /** Where it was written, relative to the config directory; for messages. */
  readonly place: string;
  /** Folder that `copy` resolves against, and AXIS_CONFIG_DIR of its scripts: the config directory, or the clone. */
  readonly baseDir: string;
  /** Folder that `verify.files` are taken from: the scenario file's own, or the config directory. */
  readonly filesDir: string;
  /** SHA-256 of each file named by `verify.files`, by path below filesDir, taken when the plan was made. */
  readonly verifyFiles: Readonly<Record<string, string>>;
  /** Git URL of the library it came from; null for the project's own. */
  readonly remote: string | null;
}
