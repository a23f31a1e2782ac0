/** Recall @ K: how much of what is relevant is among the first k? */
import { defineRankingMetric } from "./ranking-metric.ts";

/** Hits among the first k, as a share of everything relevant; 1 if nothing is relevant. */
export const RecallAtK = defineRankingMetric({
  id: "recall_at_k",
  title: "Recall @ K",
  className: "RecallAtK",
  about: "Share of everything relevant that is among the first k retrieved.",
  headline: "recall_score",
  value: ({ recall }) => recall,
  details: ({ hits }, relevant) => ({ hits_at_k: hits, total_relevant: relevant }),
  explain: ({ k, hits }, relevant) =>
    relevant === 0
      ? "Nothing is relevant, so nothing was missed."
      : `${hits} of ${relevant} relevant are within the first ${k}.`,
});
