/** Mean Reciprocal Rank: how early does the first relevant entry come? */
import { fromRaw } from "../../core/score.ts";
import { defineMetric } from "../define-metric.ts";
import { rankEntries } from "./ranking-metric.ts";

/** 1 / rank of the first relevant entry, or 0 if there is none. */
export const MeanReciprocalRank = defineMetric({
  id: "mean_reciprocal_rank",
  title: "Mean Reciprocal Rank (MRR)",
  className: "MeanReciprocalRank",
  about: "How early the first relevant entry is retrieved.",
  needs: ["actualRanking", "expectedReference"],
  tags: ["retrieval"],
  measure({ actualRanking, expectedReference }) {
    const ranking = rankEntries(actualRanking, expectedReference, []);
    if ("status" in ranking) return { score: ranking };
    const { firstRelevantRank: first } = ranking;
    const score = first === null ? 0 : 1 / first;
    const explanation =
      first === null ? "Nothing relevant was retrieved." : `The first relevant entry has rank ${first}.`;
    return { score: fromRaw(score), explanation, result: { score, rank: first ?? -1 } };
  },
  signals: ({ score, rank }) => [
    { name: "rank_of_first_relevant", value: rank, headlineDisplay: true },
    { name: "mrr_score", value: score },
  ],
});
