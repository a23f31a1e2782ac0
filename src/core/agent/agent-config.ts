/** An entry of `agents`: which adapter, with which model and flags. */
import { z } from "zod";
import { SandboxInput } from "../config/sandbox-settings.ts";

export const AgentConfig = z.strictObject({
  agent: z.string().min(1).describe("A built-in adapter, or a key of adapters."),
  model: z.string().min(1).optional().describe("Passed verbatim to the agent program."),
  flags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .optional()
    .describe("Program for the command agent to run; for other agents, replaces their usual program."),
  transcript: z.string().min(1).optional().describe("Stored transcript or detail file of the replay agent."),
  name: z.string().min(1).optional().describe("Overrides the generated name."),
  scenarios: z.array(z.string().min(1)).optional().describe("Run only scenarios that match these keys or globs."),
  skills: z.array(z.string().min(1)).optional(),
  sandbox: SandboxInput.optional().describe("Replaces fields of settings.sandbox for this agent."),
});
export type AgentConfig = z.infer<typeof AgentConfig>;
