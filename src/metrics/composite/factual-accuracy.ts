/** Factual accuracy: how many of the answer's facts does the expected answer confirm? */
import { z } from "zod";
import { failed, fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { defineMetric } from "../define-metric.ts";
import { claimOptions, noClaimsExplanation, noClaims } from "./claims.ts";
import { checkFacts, extractFacts } from "./questions/facts.ts";

interface FactualityReport {
  readonly accuracyScore: number;
  readonly statements: readonly { readonly statement: string; readonly isCorrect: boolean; readonly reason: string }[];
}

export const FactualAccuracy = defineMetric({
  id: "factual_accuracy",
  title: "Factual Accuracy",
  about: "Share of the answer's facts that agree with the expected answer.",
  needs: ["query", "actualOutput", "expectedOutput", "judge"],
  options: z.strictObject({ scoreWithoutClaims: claimOptions.scoreWithoutClaims }),
  threshold: 0.8,
  tags: ["knowledge", "agent", "single_turn"],
  questions: [extractFacts, checkFacts],
  async measure({ query, actualOutput, expectedOutput }, { options, analyses }) {
    const facts = await analyses.ask(extractFacts, { question: query, answer: actualOutput });
    if (facts.status === "failed") return { score: failed(facts.why) };
    const stated = facts.value.statements.filter((statement) => statement.trim() !== "");
    const shared = { question: query, groundTruth: expectedOutput };
    const verdicts = await analyses.askEach({ question: checkFacts, facts: shared, elements: stated });
    if (verdicts.status === "failed") return { score: failed(verdicts.why) };
    const statements = verdicts.value.map(({ isSupported, reason }, index) => ({
      statement: stated[index] ?? "",
      isCorrect: isSupported === 1,
      reason,
    }));
    const correct = statements.filter(({ isCorrect }) => isCorrect).length;
    const score = statements.length === 0 ? options.scoreWithoutClaims : correct / statements.length;
    if (score === null) return { score: noClaims };
    const told = `${correct} of ${statements.length} statements agree with the expected answer.`;
    const explanation = statements.length === 0 ? noClaimsExplanation : told;
    return { score: fromRaw(score), result: { accuracyScore: score, statements }, explanation };
  },
  signals,
});

function signals({ accuracyScore, statements }: FactualityReport): Signal[] {
  return [
    { name: "accuracy_score", value: accuracyScore, headlineDisplay: true },
    ...statements.flatMap(({ statement, isCorrect, reason }, index): Signal[] => {
      const group = `statement_${index}`;
      return [
        { name: "statement", value: statement, group },
        { name: "is_correct", value: isCorrect, group, headlineDisplay: true },
        { name: "reason", value: reason, group },
      ];
    }),
  ];
}
