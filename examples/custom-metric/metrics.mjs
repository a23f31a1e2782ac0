import { BaseMetric, defineMetric, fromRaw, metric, notApplicable } from "axis-eval/metrics";

/** A function: share of the sentences of an answer that end in a question mark. */
export const QuestionShare = defineMetric({
  id: "question_share",
  title: "Question Share",
  about: "Share of the answer's sentences that are questions.",
  needs: ["actualOutput"],
  measure({ actualOutput }) {
    const sentences = actualOutput.match(/[^.!?]+[.!?]/g) ?? [];
    if (sentences.length === 0) return { score: notApplicable("the answer has no sentence") };
    const questions = sentences.filter((sentence) => sentence.endsWith("?"));
    return {
      score: fromRaw(questions.length / sentences.length),
      signals: [{ name: "questions", value: questions.length, headlineDisplay: true }],
    };
  },
});

/** An instruction: a judge gives the score. */
export const Politeness = metric({
  name: "Politeness",
  description: "Is the reply polite?",
  requiredFields: ["actual_output"],
  defaultThreshold: 0.8,
})(
  class extends BaseMetric {
    static instruction = "Score 1 when the reply is polite, 0 when it is rude.";
  },
);
