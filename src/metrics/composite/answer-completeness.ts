/** Answer completeness: does the answer address everything it should, by given aspects or by parts of the question? */
import { z } from "zod";
import { failed, fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { defineMetric } from "../define-metric.ts";
import type { Measure } from "../evidence.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import { toAspectSignals } from "./aspect-signals.ts";
import { checkAspects, decomposeAspects } from "./questions/aspects.ts";
import { checkQuestions, decomposeQuery, extractPoints } from "./questions/sub-questions.ts";
import { type AspectResult, computeCoverage, matchAspect, buildRubric } from "./rubric.ts";
import { toUniqueSlugs } from "./slug.ts";

type AnswerCompletenessResult =
  | {
      readonly path: "aspects";
      readonly score: number;
      readonly conceptCoverageScore: number;
      readonly aspects: readonly AspectResult[];
    }
  | {
      readonly path: "sub-questions";
      readonly score: number;
      readonly questions: readonly {
        readonly subQuestion: string;
        readonly addressed: boolean;
        readonly reason: string;
      }[];
    };

export const AnswerCompleteness = defineMetric({
  id: "answer_completeness",
  title: "Answer Completeness",
  about: "Share of the expected aspects, or of the parts of the question, that the answer addresses.",
  needs: ["query", "actualOutput", "judge"],
  uses: ["expectedOutput", "acceptanceCriteria"],
  options: z.strictObject({
    /** Take key points from the expected answer if there is one, otherwise from the question. */
    useExpectedOutput: z.boolean().default(true),
  }),
  tags: ["knowledge", "agent", "single_turn"],
  questions: [decomposeAspects, checkAspects, extractPoints, decomposeQuery, checkQuestions],
  measure({ query, actualOutput, expectedOutput, acceptanceCriteria = [] }, { options, analyses }) {
    const expected = options.useExpectedOutput ? expectedOutput : undefined;
    const asked = { query, response: actualOutput, expectedOutput: expected };
    return acceptanceCriteria.length > 0
      ? measureByAspects(analyses, asked, acceptanceCriteria)
      : measureByQuestions(analyses, asked);
  },
  signals,
});

interface CompletenessInput {
  readonly query: string;
  readonly response: string;
  readonly expectedOutput: string | undefined;
}

type Completeness = Measure<AnswerCompletenessResult>;

async function measureByAspects(
  analyses: Analyses,
  asked: CompletenessInput,
  names: readonly string[],
): Promise<Completeness> {
  const details = await analyses.ask(decomposeAspects, { query: asked.query, expectedAspects: names });
  if (details.status === "failed") return { score: failed(details.why) };
  const rubric = buildRubric(names, details.value.aspectsDetails);
  const facts = { ...asked, aspectDetails: rubric.map(({ aspectName, concepts }) => ({ aspectName, concepts })) };
  const found = await analyses.askEach({ question: checkAspects, facts, elements: names });
  if (found.status === "failed") return { score: failed(found.why) };
  const matching = { checkForContradictions: false, note: (sentence: string) => analyses.note(sentence) };
  const aspects = rubric.flatMap((aspect, index) => {
    const answer = found.value[index];
    return answer === undefined ? [] : [matchAspect(aspect, answer, matching)];
  });
  const shares = computeCoverage(aspects);
  const covered = aspects.filter((aspect) => aspect.covered).length;
  return {
    score: fromRaw(shares.aspects),
    result: { path: "aspects", score: shares.aspects, conceptCoverageScore: shares.concepts, aspects },
    explanation: `The answer covers ${covered} of ${aspects.length} expected aspects.`,
  };
}

async function measureByQuestions(analyses: Analyses, asked: CompletenessInput): Promise<Completeness> {
  const parts = await listQuestionParts(analyses, asked);
  if (parts.status === "failed") return { score: failed(parts.why) };
  const subQuestions = parts.value.filter((part) => part.trim() !== "");
  if (subQuestions.length === 0) return { score: failed("the judge found no part of the question to check") };
  const found = await analyses.askEach({ question: checkQuestions, facts: { ...asked }, elements: subQuestions });
  if (found.status === "failed") return { score: failed(found.why) };
  const questions = found.value.map(({ addressed, reason }, index) => ({
    subQuestion: subQuestions[index] ?? "",
    addressed,
    reason,
  }));
  const addressed = questions.filter((question) => question.addressed).length;
  const score = addressed / questions.length;
  return {
    score: fromRaw(score),
    result: { path: "sub-questions", score, questions },
    explanation: `The answer addresses ${addressed} of ${questions.length} points.`,
  };
}

async function listQuestionParts(
  analyses: Analyses,
  { query, expectedOutput }: CompletenessInput,
): Promise<QuestionOutcome<readonly string[]>> {
  if (expectedOutput === undefined) {
    const found = await analyses.ask(decomposeQuery, { query });
    return found.status === "failed" ? found : { status: "answered", value: found.value.subQuestions };
  }
  const found = await analyses.ask(extractPoints, { query, expectedOutput });
  return found.status === "failed" ? found : { status: "answered", value: found.value.keyPoints };
}

function signals(result: AnswerCompletenessResult): Signal[] {
  if (result.path === "aspects") {
    const groups = toUniqueSlugs(result.aspects.map(({ aspect }) => aspect)).map((name) => `aspect_${name}`);
    return [
      { name: "aspect_coverage_score", value: result.score, headlineDisplay: true },
      { name: "concept_coverage_score", value: result.conceptCoverageScore },
      ...result.aspects.flatMap((aspect, index) => toAspectSignals(aspect, groups[index] ?? "", true)),
    ];
  }
  const groups = toUniqueSlugs(result.questions.map(({ subQuestion }) => subQuestion)).map(
    (name) => `question_${name}`,
  );
  return [
    { name: "sub_question_coverage_score", value: result.score, headlineDisplay: true },
    ...result.questions.flatMap(({ subQuestion, addressed, reason }, index): Signal[] => {
      const group = groups[index] ?? "";
      return [
        { name: "is_addressed", value: addressed, group, headlineDisplay: true },
        { name: "sub_question", value: subQuestion, group },
        { name: "reason", value: reason, group },
      ];
    }),
  ];
}
