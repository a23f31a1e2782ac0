/** Contextual recall: does the retrieved context support what the expected answer says? */
import { failed, fromRaw, notApplicable } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { extractTruth, judgeRecall } from "../questions/context.ts";

interface ContextualRecallResult {
  readonly recallScore: number;
  readonly statements: readonly { readonly text: string; readonly isSupported: boolean; readonly reason: string }[];
}

export const ContextualRecall = defineMetric({
  id: "contextual_recall",
  title: "Contextual Recall",
  about: "Share of the expected answer's statements that the retrieved context supports.",
  needs: ["expectedOutput", "retrievedContent", "judge"],
  options: contextualOptions,
  tags: ["knowledge", "single_turn"],
  questions: [extractTruth, judgeRecall],
  async measure({ expectedOutput, retrievedContent }, { analyses }) {
    if (retrievedContent.length === 0) return { ...nothingRetrieved, result: { recallScore: 0, statements: [] } };
    const truth = await analyses.ask(extractTruth, { text: expectedOutput });
    if (truth.status === "failed") return { score: failed(truth.why) };
    const elements = truth.value.statements.filter((statement) => statement.trim() !== "");
    if (elements.length === 0) return { score: notApplicable("no statements were found in the expected answer") };
    const context = retrievedContent.join("\n");
    const found = await analyses.askEach({ question: judgeRecall, facts: { context }, elements });
    if (found.status === "failed") return { score: failed(found.why) };
    const statements = found.value.map(({ isSupported, reason }, index) => ({
      text: elements[index] ?? "",
      isSupported,
      reason,
    }));
    const supported = statements.filter(({ isSupported }) => isSupported).length;
    const score = supported / statements.length;
    const explanation = `The context supports ${supported} of ${statements.length} statements of the expected answer.`;
    return { score: fromRaw(score), result: { recallScore: score, statements }, explanation };
  },
  signals,
});

function signals({ recallScore, statements }: ContextualRecallResult): Signal[] {
  return [
    { name: "recall_score", value: recallScore, headlineDisplay: true },
    { name: "total_gt_statements", value: statements.length },
    { name: "supported_gt_statements", value: statements.filter(({ isSupported }) => isSupported).length },
    ...statements.flatMap(({ text, isSupported }, index): Signal[] => [
      { name: "is_supported", value: isSupported, group: `statement_${index}`, headlineDisplay: true },
      { name: "statement_text", value: text, group: `statement_${index}` },
    ]),
  ];
}
