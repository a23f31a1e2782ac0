/** What a list of evaluations shows of each. */
import { z } from "zod";

export const EvaluationHead = z.object({
  name: z.string(),
  timestamp: z.string(),
  verdict: z.enum(["PASS", "FAIL", "INCOMPLETE", "MEASURED"]),
  reasons: z.array(z.string()),
  rows: z.number().int(),
  /** Below their threshold, or not measured. */
  failing: z.number().int(),
  metrics: z.array(z.string()),
  /** Null if a price is unknown. */
  costUsd: z.number().nullable(),
});
export type EvaluationHead = z.infer<typeof EvaluationHead>;
