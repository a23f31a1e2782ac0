/** One thing an agent said or did: flat, JSON, the same for every agent. Documents call it an entry. */
import { z } from "zod";
import type { Json } from "./json.ts";

const json: z.ZodType<Json> = z.any();
const common = {
  /** ISO 8601, or null if unknown. A value that does not parse counts as unknown. */
  timestamp: z.string().nullable().default(null),
  /** The agent's turn, from 0, if there were repair turns; AXIS sets it. */
  turn: z.number().int().nonnegative().optional(),
};

export const Entry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("assistant"), ...common, text: z.string(), thought: z.literal(true).optional() }),
  z.object({ type: z.literal("user"), ...common, text: z.string() }),
  z.object({ type: z.literal("system"), ...common, text: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    ...common,
    id: z.string().nullable().default(null),
    tool: z.string(),
    input: json.default({}),
    kind: z.string().optional(),
    locations: z.array(z.string()).optional(),
    parentId: z.string().optional(),
  }),
  z.object({
    type: z.literal("tool_result"),
    ...common,
    id: z.string().nullable().default(null),
    output: z.string(),
    isError: z.boolean().default(false),
    exitCode: z.number().int().optional(),
    httpStatus: z.number().int().optional(),
    input: json.optional(),
  }),
  z.object({ type: z.literal("error"), ...common, message: z.string(), id: z.string().optional() }),
]);
export type Entry = z.infer<typeof Entry>;
export type ToolUse = Extract<Entry, { type: "tool_use" }>;
export type ToolResult = Extract<Entry, { type: "tool_result" }>;

/** The last message of the agent, thoughts aside; null if there is none. */
export function findLastMessage(entries: readonly Entry[]): string | null {
  const last = entries.findLast((entry) => entry.type === "assistant" && entry.thought !== true);
  return last?.type === "assistant" ? last.text : null;
}

/** An entry as an adapter may emit it: fields with defaults may be left out. */
export type EntryInput = z.input<typeof Entry>;
