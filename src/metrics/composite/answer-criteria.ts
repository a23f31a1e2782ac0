/** Answer criteria: how far does the answer meet criteria written in prose, in the last turn or in all turns? */
import { z } from "zod";
import { failed, fromRaw, notApplicable } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { defineMetric } from "../define-metric.ts";
import { toAspectSignals } from "./aspect-signals.ts";
import { checkTurn, findCriteria, extractRubric } from "./criteria-check.ts";
import { checkCriteria, decomposeCriteria } from "./questions/aspects.ts";
import { type AspectResult, computeCoverage, mergeTurns } from "./rubric.ts";
import { toUniqueSlugs } from "./slug.ts";
import { listAnsweredTurns } from "./turns.ts";

interface AnswerCriteriaResult {
  readonly score: number;
  readonly scoringStrategy: Options["scoringStrategy"];
  readonly turns: readonly { readonly turnIndex: number; readonly aspects: readonly AspectResult[] }[];
}

const options = z.strictObject({
  /** The key of the criteria in the additional input, or in the rubrics of a conversation. */
  criteriaKey: z.string().min(1).default("Complete"),
  scoringStrategy: z.enum(["concept", "aspect", "weighted"]).default("concept"),
  checkForContradictions: z.boolean().default(false),
  weightedConceptScoreWeight: z.number().min(0).max(1).default(0.7),
  multiTurnStrategy: z.enum(["last_turn", "all_turns"]).default("last_turn"),
  multiTurnAggregation: z.enum(["cumulative", "average"]).default("cumulative"),
});
type Options = Readonly<z.output<typeof options>>;

export const AnswerCriteria = defineMetric({
  id: "answer_criteria",
  title: "Answer Criteria",
  about: "How much of the given criteria the answer meets.",
  needs: ["query", "actualOutput", "judge"],
  uses: ["acceptanceCriteria", "additionalInput", "conversation", "expectedOutput"],
  options,
  tags: ["knowledge", "agent", "single_turn", "multi_turn"],
  questions: [decomposeCriteria, checkCriteria],
  async measure({ query, actualOutput, conversation, expectedOutput, ...given }, { options: chosen, analyses }) {
    const last = [{ query, answer: actualOutput, turnIndex: 0 }];
    const all = chosen.multiTurnStrategy === "all_turns" ? conversation : undefined;
    const turns = all === undefined ? last : listAnsweredTurns(all, analyses);
    const criteria = findCriteria({ ...given, conversation: all }, chosen.criteriaKey);
    if (criteria === undefined)
      return {
        score: notApplicable(
          `there are no criteria: neither acceptanceCriteria nor additionalInput["${chosen.criteriaKey}"] is set`,
        ),
      };
    const [first] = turns;
    if (first === undefined) return { score: notApplicable("no question in the conversation has an answer") };
    const rubric = await extractRubric(analyses, first.query, criteria);
    if (rubric.status === "failed") return { score: failed(rubric.why) };
    const checking = {
      rubric: rubric.value,
      criteria,
      expectedOutput,
      checkForContradictions: chosen.checkForContradictions,
    };
    const checked = await Promise.all(turns.map((turn) => checkTurn(analyses, turn, checking)));
    const broken = checked.find((turn) => turn.status === "failed");
    if (broken?.status === "failed") return { score: failed(broken.why) };
    const results = checked.flatMap((turn) => (turn.status === "failed" ? [] : [turn.value]));
    const score = scoreTurns(results, chosen);
    const judged = turns.map(({ turnIndex }, index) => ({ turnIndex, aspects: results[index] ?? [] }));
    const result = { score, scoringStrategy: chosen.scoringStrategy, turns: judged };
    return { score: fromRaw(score), result, explanation: explain(results, chosen) };
  },
  signals,
});

function scoreTurns(turns: readonly (readonly AspectResult[])[], chosen: Options): number {
  if (chosen.multiTurnAggregation === "cumulative") return scoreByStrategy(mergeTurns(turns), chosen);
  return turns.reduce((sum, turn) => sum + scoreByStrategy(turn, chosen), 0) / turns.length;
}

function scoreByStrategy(
  results: readonly AspectResult[],
  { scoringStrategy, weightedConceptScoreWeight: weight }: Options,
): number {
  const { concepts, aspects } = computeCoverage(results);
  switch (scoringStrategy) {
    case "concept":
      return concepts;
    case "aspect":
      return aspects;
    case "weighted":
      return weight * concepts + (1 - weight) * aspects;
  }
}

function explain(turns: readonly (readonly AspectResult[])[], { scoringStrategy }: Options): string {
  const results = mergeTurns(turns);
  const covered = results.filter((result) => result.covered).length;
  const missing = results.flatMap(({ conceptsMissing }) => conceptsMissing);
  const lacks =
    missing.length === 0
      ? "nothing is missing"
      : `missing: ${missing.slice(0, 5).join("; ")}${missing.length > 5 ? "; and more" : ""}`;
  return `${covered} of ${results.length} aspects are covered (scored by ${scoringStrategy}); ${lacks}.`;
}

const headlines = {
  concept: "concept_coverage_score",
  aspect: "aspect_coverage_score",
  weighted: "weighted_score",
} as const;

function signals({ score, scoringStrategy, turns }: AnswerCriteriaResult): Signal[] {
  return [
    { name: headlines[scoringStrategy], value: score, headlineDisplay: true },
    { name: "evaluated_turns", value: turns.length },
    ...turns.flatMap(({ turnIndex, aspects }, turn) => {
      const names = toUniqueSlugs(aspects.map(({ aspect }) => aspect));
      return aspects.flatMap((aspect, index): Signal[] => {
        const group = `turn_${turn}_aspect_${names[index] ?? ""}`;
        return [...toAspectSignals(aspect, group, false), { name: "turn_index", value: turnIndex, group }];
      });
    }),
  ];
}
