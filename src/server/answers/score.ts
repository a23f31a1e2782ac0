/** The published shape of a score: these keys, in this order, nothing else. */
import { z } from "@hono/zod-openapi";
import { CardTier, formulaVersion } from "../../core/run/run-scorecard.ts";
import type { RunScoreSummary } from "../../store/sql/runs/scores.ts";

const points = z.number().int().min(0).max(100).nullable();

export const ScoreAnswer = z
  .strictObject({
    run_id: z.string(),
    score: points,
    tier: z.enum([...CardTier.options, "Unranked"]),
    formula_version: z.string(),
    axes: z.strictObject({ completion: points, error_rate: points, latency: points, resource_efficiency: points }),
  })
  .openapi("Score");

/** The stored score. An unscored run reports the formula version that would be used to score it. */
export function toScore(summary: RunScoreSummary): z.infer<typeof ScoreAnswer> {
  const { run_id, score, tier, axes } = summary;
  return { run_id, score, tier, formula_version: summary.formula_version ?? formulaVersion, axes };
}
