/** NDCG @ K: how close is the order of the first k to the ideal one? */
import { formatReadable } from "../arithmetic/rounding.ts";
import { defineRankingMetric } from "./ranking-metric.ts";

/** Discounted gain of the first k, as a share of the gain of the ideal order. */
export const NDCGAtK = defineRankingMetric({
  id: "ndcg_at_k",
  title: "NDCG @ K",
  className: "NDCGAtK",
  about: "How close the order of the first k retrieved is to the ideal order, by graded relevance.",
  headline: "ndcg_score",
  value: ({ ndcg }) => ndcg,
  details: ({ gain, idealGain }) => ({ dcg_at_k: gain, idcg_at_k: idealGain }),
  explain: ({ k, gain, idealGain }) =>
    `Gain ${formatReadable(gain)} of an ideal ${formatReadable(idealGain)} within the first ${k}.`,
});
