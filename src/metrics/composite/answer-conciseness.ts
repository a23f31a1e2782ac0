/** Answer conciseness: is the answer as concise as the expected one? */
import { failed, fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { defineMetric } from "../define-metric.ts";
import { judgeConciseness } from "./questions/style.ts";

interface AnswerConcisenessResult {
  readonly score: number;
  readonly reason: string;
  readonly redundantSegments: readonly {
    readonly segment: string;
    readonly reason: string;
    readonly category: string;
  }[];
}

export const AnswerConciseness = defineMetric({
  id: "answer_conciseness",
  title: "Answer Conciseness",
  about: "How concisely the answer is written, compared with the expected one.",
  needs: ["actualOutput", "expectedOutput", "judge"],
  uses: ["query"],
  threshold: 0.8,
  tags: ["knowledge", "agent", "single_turn"],
  questions: [judgeConciseness],
  async measure({ actualOutput, expectedOutput, query }, { analyses }) {
    const found = await analyses.ask(judgeConciseness, { query, actualOutput, expectedOutput });
    if (found.status === "failed") return { score: failed(found.why) };
    const { score, reason, redundantSegments } = found.value;
    const built = `Conciseness ${score}, with ${redundantSegments.length} redundant passages.`;
    return { score: fromRaw(score), result: found.value, explanation: reason.trim() === "" ? built : reason };
  },
  signals,
});

function signals({ score, reason, redundantSegments }: AnswerConcisenessResult): Signal[] {
  return [
    { name: "conciseness_score", value: score, headlineDisplay: true },
    { name: "reason", value: reason },
    { name: "redundancy_count", value: redundantSegments.length },
    ...redundantSegments.flatMap((one, index): Signal[] => {
      const group = `segment_${index}`;
      return [
        { name: "segment", value: one.segment, group },
        { name: "category", value: one.category, group },
        { name: "reason", value: one.reason, group },
      ];
    }),
  ];
}
