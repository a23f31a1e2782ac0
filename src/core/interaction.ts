/** The unit that is judged: a call joined with its result, a stretch of thinking, or a lone error. */
import { z } from "zod";
import { Category } from "./score/category.ts";

export const Interaction = z.object({
  /** Counts from 1 in the order of first entries. */
  id: z.number().int().positive(),
  kind: z.enum(["tool", "thinking", "error"]),
  categories: z.array(Category),
  toolName: z.string().nullable(),
  /** Positions in the transcript; for a tool the use comes first, then its result or error. */
  entryIndices: z.array(z.number().int().nonnegative()),
  sparseLine: z.string(),
  hasError: z.boolean(),
  startMs: z.number().nullable(),
  durationMs: z.number().nullable(),
  contextBytes: z.number().int().nonnegative(),
  /** What happened as text, at most 2,000 characters, cut in the middle. */
  content: z.string(),
});
export type Interaction = z.infer<typeof Interaction>;

/** Counts over the interactions of one run. */
export const RunStats = z.object({
  totalInteractions: z.number().int(),
  byCategory: z.object({ environment: z.number().int(), service: z.number().int(), agent: z.number().int() }),
  totalErrors: z.number().int(),
  /** Sum of the known durations. */
  totalDurationMs: z.number(),
  /** Null if no time is known. */
  wallClockMs: z.number().nullable(),
  startupMs: z.number().optional(),
  shutdownMs: z.number().optional(),
  toolNames: z.record(z.string(), z.number().int()),
  domains: z.array(z.string()),
});
export type RunStats = z.infer<typeof RunStats>;
