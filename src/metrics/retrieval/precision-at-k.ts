/** Precision @ K: how much of the first k is relevant? */
import { defineRankingMetric } from "./ranking-metric.ts";

/** Hits among the first k, as a share of what was retrieved there. */
export const PrecisionAtK = defineRankingMetric({
  id: "precision_at_k",
  title: "Precision @ K",
  className: "PrecisionAtK",
  about: "Share of the first k retrieved that is relevant.",
  headline: "precision_score",
  value: ({ precision }) => precision,
  details: ({ hits, retrieved }) => ({ hits_at_k: hits, retrieved_at_k: retrieved }),
  explain: ({ k, hits, retrieved }) => `${hits} of ${retrieved} retrieved within the first ${k} are relevant.`,
});
