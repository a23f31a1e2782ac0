/** Answer relevancy: are the statements of the answer relevant to the question? */
import { z } from "zod";
import { failed, fromRaw, notApplicable } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { countsAsRelevant, relevancyScore, type RelevancyVerdict } from "../arithmetic/verdicts/relevancy-score.ts";
import { defineMetric } from "../define-metric.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import { claimOptions, noClaimsExplanation, type JudgedClaim, judgeClaims, noClaims } from "./claims.ts";
import { explainRelevancy, extractClaims, judgeRelevancy, judgeRelevancyWhole } from "./questions/claims.ts";
import { type AnsweredTurn, listAnsweredTurns } from "./turns.ts";

export interface AnswerRelevancyResult {
  readonly overallScore: number;
  readonly explanation: string;
  readonly relevantStatementsCount: number;
  readonly irrelevantStatementsCount: number;
  readonly ambiguousStatementsCount: number;
  readonly totalStatementsCount: number;
  readonly statementBreakdown: readonly {
    readonly statement: string;
    readonly verdict: RelevancyVerdict;
    readonly reason: string;
    /** Whether the statement counts towards the score. */
    readonly isRelevant: boolean;
    readonly turnIndex: number;
  }[];
  readonly evaluatedTurnsCount: number;
}

const options = z.strictObject({
  relevancyMode: z.enum(["task", "strict"]).default("task"),
  /** Counts a statement that the judge cannot decide as irrelevant. */
  penalizeAmbiguity: z.boolean().default(false),
  mode: claimOptions.mode,
  multiTurnStrategy: z.enum(["last_turn", "all_turns"]).default("last_turn"),
  scoreWithoutClaims: claimOptions.scoreWithoutClaims,
  /** Asks the judge for an explanation, which costs one more question. */
  explain: z.boolean().default(true),
});
type Options = Readonly<z.output<typeof options>>;

export const AnswerRelevancy = defineMetric({
  id: "answer_relevancy",
  title: "Answer Relevancy",
  about: "Share of the answer's statements that are relevant to the question.",
  needs: ["query", "actualOutput", "judge"],
  uses: ["conversation"],
  options,
  tags: ["knowledge", "single_turn", "multi_turn"],
  questions: [extractClaims, judgeRelevancy, explainRelevancy],
  async measure({ query, actualOutput, conversation }, { options: chosen, analyses }) {
    const last = [{ query, answer: actualOutput, turnIndex: 0 }];
    const all = chosen.multiTurnStrategy === "all_turns" ? conversation : undefined;
    const turns = all === undefined ? last : listAnsweredTurns(all, analyses);
    if (turns.length === 0) return { score: notApplicable("no question in the conversation has an answer") };
    const found = await judgeAllTurns(analyses, turns, chosen);
    if (found.status === "failed") return { score: failed(found.why) };
    const breakdown = found.value;
    const score =
      relevancyScore(
        breakdown.map(({ verdict }) => verdict),
        chosen,
      ) ?? chosen.scoreWithoutClaims;
    if (score === null) return { score: noClaims };
    const explanation = await explain(analyses, { breakdown, score, turns, options: chosen });
    const result = toRelevancyResult(breakdown, { score, explanation, turns: turns.length });
    return { score: fromRaw(score), result, explanation };
  },
  signals,
});

type Breakdown = AnswerRelevancyResult["statementBreakdown"];

/** Judges the statements of all turns. If one turn cannot be judged, the whole fails. */
async function judgeAllTurns(
  analyses: Analyses,
  turns: readonly AnsweredTurn[],
  chosen: Options,
): Promise<QuestionOutcome<Breakdown>> {
  const judged = await Promise.all(turns.map((turn) => judgeTurnClaims(analyses, turn, chosen)));
  const broken = judged.find((turn) => turn.status === "failed");
  if (broken?.status === "failed") return broken;
  const breakdown = judged.flatMap((turn, position) =>
    turn.status === "failed"
      ? []
      : turn.value.map((claim) => ({
          ...claim,
          isRelevant: countsAsRelevant(claim.verdict, chosen),
          turnIndex: turns[position]?.turnIndex ?? 0,
        })),
  );
  return { status: "answered", value: breakdown };
}

function judgeTurnClaims(
  analyses: Analyses,
  { query, answer }: AnsweredTurn,
  { mode, relevancyMode }: Options,
): Promise<QuestionOutcome<readonly JudgedClaim<RelevancyVerdict>[]>> {
  const facts = { query, relevancyMode };
  return judgeClaims(analyses, { text: answer, mode, facts, each: judgeRelevancy, whole: judgeRelevancyWhole });
}

interface ExplanationInput {
  readonly breakdown: Breakdown;
  readonly score: number;
  readonly turns: readonly AnsweredTurn[];
  readonly options: Options;
}

/** Returns the judge's explanation, or a sentence built from the numbers. */
async function explain(
  analyses: Analyses,
  { breakdown, score, turns, options: chosen }: ExplanationInput,
): Promise<string> {
  if (breakdown.length === 0) return noClaimsExplanation;
  const counted = breakdown.filter(({ isRelevant }) => isRelevant).length;
  const built = `${counted} of ${breakdown.length} statements count as relevant to the question.`;
  if (!chosen.explain) return built;
  const irrelevantStatements = breakdown.filter(({ isRelevant }) => !isRelevant).map(({ statement }) => statement);
  const query = turns.map((turn) => turn.query).join("\n");
  const found = await analyses.ask(explainRelevancy, { irrelevantStatements, query, score });
  if (found.status === "answered" && found.value.explanation.trim() !== "") return found.value.explanation;
  if (found.status === "failed")
    analyses.note(`the explanation was built from the numbers, because the judge failed: ${found.why}`);
  return built;
}

function toRelevancyResult(
  statementBreakdown: Breakdown,
  { score, explanation, turns }: { score: number; explanation: string; turns: number },
): AnswerRelevancyResult {
  const count = (wanted: RelevancyVerdict) => statementBreakdown.filter(({ verdict }) => verdict === wanted).length;
  return {
    overallScore: score,
    explanation,
    relevantStatementsCount: count("yes"),
    irrelevantStatementsCount: count("no"),
    ambiguousStatementsCount: count("idk"),
    totalStatementsCount: statementBreakdown.length,
    statementBreakdown,
    evaluatedTurnsCount: turns,
  };
}

function signals(result: AnswerRelevancyResult): Signal[] {
  return [
    { name: "overall_score", value: result.overallScore, headlineDisplay: true },
    { name: "total_statements", value: result.totalStatementsCount },
    { name: "relevant_statements", value: result.relevantStatementsCount },
    { name: "irrelevant_statements", value: result.irrelevantStatementsCount },
    { name: "ambiguous_statements", value: result.ambiguousStatementsCount },
    { name: "evaluated_turns", value: result.evaluatedTurnsCount },
    ...result.statementBreakdown.flatMap((one, index): Signal[] => {
      const group = `statement_${index}`;
      return [
        { name: "is_relevant", value: one.isRelevant, group, headlineDisplay: true },
        { name: "verdict", value: one.verdict, group, scoreMapping: { yes: 1, no: 0, idk: one.isRelevant ? 1 : 0 } },
        { name: "statement", value: one.statement, group },
        { name: "reason", value: one.reason, group },
        { name: "turn_index", value: one.turnIndex, group },
      ];
    }),
  ];
}
