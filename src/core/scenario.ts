/** A task for an agent, and what counts as done: as people write it, and as AXIS runs it. */
import { z } from "zod";
import { Action } from "./scenario/action.ts";
import { type Check, CheckInput } from "./scenario/check.ts";
import type { SandboxInput } from "./config/sandbox-settings.ts";
import { type Gate, gateFields } from "./scenario/gate.ts";
import { type Limits, LimitsInput } from "./config/limits.ts";
import { type McpServer, McpServers } from "./scenario/mcp-server.ts";
import { ScenarioMetrics } from "./run/run-metric.ts";

const strings = z.array(z.string().min(1));
const rubric = z.union([z.string().min(1), z.array(CheckInput).min(1)]);

/** Fields a variant may replace or merge. */
const variable = {
  prompt: z.string().min(1).describe("The task, sent to the agent unchanged."),
  judge: rubric.describe("What counts as done: one sentence, or checks with weights."),
  skip: z.boolean().optional().describe("Skip this scenario; the summary counts it."),
  agents: strings.min(1).optional().describe("Run only with agents that have this generated name or base agent."),
  setup: z.array(Action).optional().describe("Actions before the agent starts."),
  teardown: z.array(Action).optional().describe("Actions after scoring."),
  skills: strings.optional().describe("Skill sources, in addition to those of the config and the agent."),
  mcp_servers: McpServers.optional().describe("Servers that are merged over the config's, by name."),
  limits: LimitsInput.optional(),
  artifacts: strings.optional().describe("Globs of files to capture from the workspace."),
  metrics: ScenarioMetrics.optional().describe("Additional metrics of the run, and what they compare with."),
  ...gateFields,
};

export const Variant = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]+$/, "A variant name may contain only letters, digits, _ and -"),
  ...z.strictObject(variable).partial().shape,
  rubric: rubric.optional().describe("Old name of judge."),
});
export type Variant = z.infer<typeof Variant>;

export const ScenarioInput = z.strictObject({
  $schema: z.string().optional(),
  key: z.string().min(1).optional().describe("Identity; taken from the path if omitted."),
  name: z.string().min(1).describe("Shown to people."),
  ...variable,
  rubric: rubric.optional().describe("Old name of judge."),
  variants: z
    .array(Variant)
    .min(1)
    .optional()
    .describe("Variants that each run as their own scenario; the parent then does not run."),
});
export type ScenarioInput = z.input<typeof ScenarioInput>;

/** A skill for the agent, resolved to a folder on this machine. */
export interface Skill {
  readonly name: string;
  /** Absolute folder that holds SKILL.md. */
  readonly path: string;
  /** As written in the config. */
  readonly source: string;
  /** Commit, for a skill from a remote repository. */
  readonly commit?: string;
}

/** A scenario ready to run: variants applied, everything merged, every path absolute. */
export interface Scenario {
  /** Includes `@variant` if there is one. */
  readonly key: string;
  readonly baseKey: string;
  readonly variant: string | null;
  readonly name: string;
  readonly prompt: string;
  /** Their weights are already distributed. */
  readonly checks: readonly Check[];
  /** Whether the rubric was written as one sentence. */
  readonly judgeSentence: boolean;
  readonly setup: readonly Action[];
  readonly teardown: readonly Action[];
  readonly limits: Limits;
  readonly agents: readonly string[] | null;
  readonly skills: readonly string[];
  readonly mcpServers: Readonly<Record<string, McpServer>>;
  readonly artifacts: readonly string[];
  /** Commands and hosts that count as services, besides the built-in ones; absent if the settings name none. */
  readonly services?: readonly string[];
  /** Absent if there are none. */
  readonly gates?: readonly Gate[];
  /** Whether an unchanged workspace counts as no usable output; absent: false. */
  readonly requiresChanges?: boolean;
  /** Globs of files that must be unchanged when gates run. */
  readonly protectedPaths?: readonly string[];
  /** Repair turns that protected files may cause. */
  readonly maxRepairLoops?: number;
  /** What the scenario itself sets, with absolute paths; absent if it sets nothing. */
  readonly sandbox?: SandboxInput;
  /** Absent if nothing is configured for metrics. */
  readonly metrics?: ScenarioMetrics;
  /** Where it was written, relative to the config directory; for messages. */
  readonly place: string;
  /** Folder that `copy` resolves against, and AXIS_CONFIG_DIR of its scripts: the config directory, or the clone. */
  readonly baseDir: string;
  /** Folder that `verify.files` are taken from: the scenario file's own, or the config directory. */
  readonly filesDir: string;
  /** SHA-256 of each file named by `verify.files`, by path below filesDir, computed when the plan was made. */
  readonly verifyFiles: Readonly<Record<string, string>>;
  /** Git URL of the library it came from; null for the project's own scenarios. */
  readonly remote: string | null;
}
