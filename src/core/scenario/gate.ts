/** A gate: a command that must succeed in the workspace before the work counts as done, and its executions. */
import { z } from "zod";
import { SandboxInput } from "../config/sandbox-settings.ts";

/** The gate that AXIS itself creates if paths are protected. */
export const protectedFilesGate = "protected-files";
const defaultTimeoutSeconds = 300;
export const defaultRepairLoops = 3;

const repairLoops = z.number().int().min(0).max(10);

const GateInput = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, "A gate name may contain a-z, 0-9, . _ and -, up to 40 characters")
    .refine(
      (name) => name !== protectedFilesGate,
      `${protectedFilesGate} is reserved: AXIS creates this gate for protected_paths`,
    ),
  command: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .describe("A line for the system shell, or a list that runs without a shell. It runs in the workspace."),
  timeout_seconds: z.number().min(1).max(7200).optional().describe("Per execution; default 300."),
  retries: z.number().int().min(0).max(5).optional().describe("Plain retries for flaky commands; default 0."),
  repair_loops: repairLoops.optional().describe("Repair turns this gate may cause; default max_repair_loops."),
});

/** In order; each name is used once. */
export const GatesInput = z
  .array(GateInput)
  .max(20)
  .superRefine((gates, context) => {
    for (const [index, { name }] of gates.entries())
      if (gates.findIndex((other) => other.name === name) < index)
        context.addIssue({
          code: "custom",
          path: [index, "name"],
          message: `An earlier gate is already named ${name}`,
        });
  });
export type GatesInput = z.infer<typeof GatesInput>;

/** What a scenario configures about gates. */
export const gateFields = {
  gates: GatesInput.optional().describe("Commands that must succeed after the agent; [] disables inherited gates."),
  max_repair_loops: repairLoops
    .optional()
    .describe("Repair turns that each gate may cause unless it sets its own; default 3."),
  requires_changes: z
    .boolean()
    .optional()
    .describe("Treat an unchanged workspace as no usable output; default true with gates."),
  protected_paths: z.array(z.string().min(1)).optional().describe("Globs of files that must not change."),
  sandbox: SandboxInput.optional().describe("Where the agent runs, what it can reach and use."),
};

/** A gate ready to run. */
export interface Gate {
  readonly name: string;
  readonly command: string | readonly string[];
  readonly timeoutMs: number;
  readonly retries: number;
  readonly repairLoops: number;
}

/** The gates of a scenario with their defaults. */
export function resolveScenarioGates(written: GatesInput, maxRepairLoops: number): Gate[] {
  return written.map((gate) => ({
    name: gate.name,
    command: gate.command,
    timeoutMs: (gate.timeout_seconds ?? defaultTimeoutSeconds) * 1000,
    retries: gate.retries ?? 0,
    repairLoops: gate.repair_loops ?? maxRepairLoops,
  }));
}

/** One execution of a gate. */
export const GateExecution = z.object({
  gate: z.string(),
  /** From 1, per gate. */
  execution: z.number().int().positive(),
  /** The agent's turn it followed, from 0. */
  turn: z.number().int().nonnegative(),
  passed: z.boolean(),
  /** Exit code of the command; 124 for a timeout, 127 if it could not start, 128 + n for signal n. */
  exit_code: z.number().int().nullable(),
  ended_by: z.enum(["exit", "signal", "timeout", "cancel", "spawn-error"]),
  wall_ms: z.number().int().nonnegative(),
  /** Id of the tree it checked; null if git could not tell. */
  tree_id: z.string().nullable(),
  /** The end of what it printed: at most 8 KiB and 200 lines. */
  output_tail: z.string(),
  /** The kept output of the command, relative to the report folder. */
  log: z.string().optional(),
});
export type GateExecution = z.infer<typeof GateExecution>;

/** Names one execution of a gate. */
export type GateRun = Pick<GateExecution, "gate" | "execution">;

/** One turn of the agent. */
export const AgentTurn = z.object({
  turn: z.number().int().nonnegative(),
  /** How it started: with the task, in its old session, or as a new session that gets the task again. */
  start: z.enum(["task", "resumed", "afresh"]),
  /** The gate it had to repair; null for the first turn. */
  repairs: z.string().nullable(),
  status: z.enum(["completed", "failed", "stopped"]),
  durationMs: z.number().int().nonnegative(),
});
export type AgentTurn = z.infer<typeof AgentTurn>;
