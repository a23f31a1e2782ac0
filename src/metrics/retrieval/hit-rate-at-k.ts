/** Hit Rate @ K: is anything relevant among the first k? */
import { defineRankingMetric } from "./ranking-metric.ts";

/** 1 if an entry among the first k is relevant, otherwise 0. */
export const HitRateAtK = defineRankingMetric({
  id: "hit_rate_at_k",
  title: "Hit Rate @ K",
  className: "HitRateAtK",
  about: "Whether anything relevant is among the first k retrieved.",
  headline: "hit_rate_score",
  value: ({ hit }) => hit,
  details: ({ hit, hits, retrieved }, relevant) => ({
    is_hit_at_k: hit === 1,
    hits_at_k: hits,
    total_relevant: relevant,
    retrieved_at_k: retrieved,
  }),
  explain: ({ k, hits }) =>
    hits > 0 ? `${hits} relevant among the first ${k}.` : `Nothing relevant among the first ${k}.`,
});
