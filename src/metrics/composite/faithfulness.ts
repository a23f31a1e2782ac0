/** Faithfulness: does the answer say only what the retrieved context supports? */
import { z } from "zod";
import { failed, fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import {
  faithfulnessScore,
  type FaithfulnessVerdict,
  parseFaithfulnessVerdict,
  faithfulnessVerdicts,
  resolveFaithfulnessWeights,
} from "../arithmetic/verdicts/faithfulness-score.ts";
import { defineMetric } from "../define-metric.ts";
import { claimOptions, noClaimsExplanation, judgeClaims, noClaims } from "./claims.ts";
import { extractClaims, judgeFaithfulness, judgeFaithfulnessWhole } from "./questions/claims.ts";

type Weights = Readonly<Record<FaithfulnessVerdict, number>>;

export interface FaithfulnessResult {
  readonly overallScore: number;
  readonly totalClaims: number;
  readonly verdictCounts: Readonly<Record<FaithfulnessVerdict, number>>;
  readonly judgedClaims: readonly {
    readonly claimText: string;
    readonly faithfulnessVerdict: FaithfulnessVerdict;
    readonly reason: string;
  }[];
  readonly weights: Weights;
}

const verdictScores = z
  .record(z.string(), z.number())
  .nullable()
  .default(null)
  .superRefine((scores, context) => {
    for (const name of Object.keys(scores ?? {}))
      if (
        !faithfulnessVerdicts.some(
          (verdict) =>
            verdict ===
            name
              .trim()
              .toUpperCase()
              .replace(/[\s-]+/g, "_"),
        )
      )
        context.addIssue({
          code: "custom",
          message: `"${name}" is not a verdict; use one of ${faithfulnessVerdicts.join(", ")}`,
        });
  });

export const Faithfulness = defineMetric({
  id: "faithfulness",
  title: "Faithfulness",
  about: "How far the claims of the answer are supported by the retrieved context.",
  needs: ["query", "actualOutput", "retrievedContent", "judge"],
  options: z.strictObject({
    mode: claimOptions.mode,
    /** A claim without evidence lowers the score as much as a contradicted one. */
    strictMode: z.boolean().default(false),
    /** Weights of individual verdicts; any entry switches strictMode off. */
    verdictScores,
    scoreWithoutClaims: claimOptions.scoreWithoutClaims,
  }),
  tags: ["knowledge", "single_turn"],
  questions: [extractClaims, judgeFaithfulness],
  async measure({ actualOutput, retrievedContent }, { options, analyses }) {
    const judging = {
      each: judgeFaithfulness,
      whole: judgeFaithfulnessWhole,
      facts: { evidence: retrievedContent.join("\n") },
    };
    const found = await judgeClaims(analyses, { text: actualOutput, mode: options.mode, ...judging });
    if (found.status === "failed") return { score: failed(found.why) };
    const weights = resolveFaithfulnessWeights(options);
    const claims = found.value.map(({ statement, verdict, reason }) => ({
      claimText: statement,
      faithfulnessVerdict: parseFaithfulnessVerdict(verdict),
      reason,
    }));
    const score =
      faithfulnessScore(
        claims.map((claim) => claim.faithfulnessVerdict),
        options,
      ) ?? options.scoreWithoutClaims;
    if (score === null) return { score: noClaims };
    const result = toFaithfulnessResult(claims, { score, weights });
    return { score: fromRaw(score), result, explanation: claims.length === 0 ? noClaimsExplanation : explain(result) };
  },
  signals,
});

function toFaithfulnessResult(
  judged: FaithfulnessResult["judgedClaims"],
  { score, weights }: { score: number; weights: Weights },
): FaithfulnessResult {
  const count = (wanted: FaithfulnessVerdict) => judged.filter((claim) => claim.faithfulnessVerdict === wanted).length;
  const verdictCounts = Object.fromEntries(faithfulnessVerdicts.map((verdict) => [verdict, count(verdict)])) as Weights;
  return { overallScore: score, totalClaims: judged.length, verdictCounts, judgedClaims: judged, weights };
}

function explain({ overallScore, totalClaims, verdictCounts, weights }: FaithfulnessResult): string {
  const { CONTRADICTORY: contradicted, NO_EVIDENCE: unsupported } = verdictCounts;
  if (contradicted > 0) return `Critical: the context contradicts ${contradicted} of ${totalClaims} claims.`;
  if (unsupported > 0 && weights.NO_EVIDENCE < 0)
    return `Critical: the context says nothing about ${unsupported} of ${totalClaims} claims, which lowers the score.`;
  const supported = `${verdictCounts.FULLY_SUPPORTED} of ${totalClaims} claims are fully supported by the context`;
  if (overallScore >= 0.9) return `Excellent: ${supported}.`;
  return overallScore >= 0.7 ? `Good: ${supported}.` : `Poor: only ${supported}.`;
}

function signals(result: FaithfulnessResult): Signal[] {
  const { verdictCounts: counts, weights, totalClaims } = result;
  const sum = faithfulnessVerdicts.map((verdict) => `${counts[verdict]}×${weights[verdict]}`).join(" + ");
  const mapping = Object.fromEntries(
    faithfulnessVerdicts.map((verdict) => [verdict, Math.min(1, Math.max(0, weights[verdict]))]),
  );
  return [
    { name: "final_score", value: result.overallScore, headlineDisplay: true },
    { name: "score_calculation", value: `(${sum}) / ${totalClaims}, held within 0 and 1` },
    { name: "total_claims", value: totalClaims },
    { name: "fully_supported_claims", value: counts.FULLY_SUPPORTED },
    { name: "partially_supported_claims", value: counts.PARTIALLY_SUPPORTED },
    { name: "no_evidence_claims", value: counts.NO_EVIDENCE },
    { name: "contradictory_claims", value: counts.CONTRADICTORY },
    ...result.judgedClaims.flatMap((claim, index): Signal[] => {
      const group = `claim_${index}`;
      const verdict = claim.faithfulnessVerdict;
      return [
        { name: "faithfulness_verdict", value: verdict, group, headlineDisplay: true, scoreMapping: mapping },
        { name: "verdict_score", value: weights[verdict], group },
        { name: "claim_text", value: claim.claimText, group },
        { name: "reasoning", value: claim.reason, group },
      ];
    }),
  ];
}
