/** One scored run in one line; the latency baseline of later runs is computed from these lines. */
import { z } from "zod";
import { RunOutcome } from "./run-facts.ts";
import { CardTier } from "./run-scorecard.ts";

export const RunLine = z.object({
  run_id: z.string(),
  report_id: z.string(),
  /** Detail file, relative to the report folder. */
  file: z.string(),
  scenario_key: z.string(),
  agent: z.string(),
  outcome: RunOutcome.nullable(),
  counted: z.boolean(),
  feeds_baseline: z.boolean(),
  wall_ms: z.number().nullable(),
  score: z.number().int(),
  tier: CardTier,
  scored_at: z.string(),
});
export type RunLine = z.infer<typeof RunLine>;
