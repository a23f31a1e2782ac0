/** Tone and style consistency: does the answer sound like the expected one, or like the persona? */
import { failed, fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { defineMetric } from "../define-metric.ts";
import { judgeTone } from "./questions/style.ts";

interface ToneStyleResult {
  readonly score: number;
  readonly toneMatch: boolean;
  readonly styleMatch: boolean;
  readonly differences: readonly {
    readonly dimension: string;
    readonly expectedVal: string;
    readonly actualVal: string;
    readonly verdict: string;
  }[];
  readonly reason: string;
}

export const ToneStyleConsistency = defineMetric({
  id: "tone_style_consistency",
  title: "Tone & Style Consistency",
  className: "ToneStyleConsistency",
  about: "How closely tone and style of the answer match the expected answer or the persona.",
  needs: ["actualOutput", "expectedOutput", "judge"],
  uses: ["personaDescription"],
  threshold: 0.8,
  tags: ["knowledge", "agent", "single_turn"],
  questions: [judgeTone],
  async measure({ actualOutput, expectedOutput, personaDescription }, { analyses }) {
    const found = await analyses.ask(judgeTone, { actualOutput, expectedOutput, personaDescription });
    if (found.status === "failed") return { score: failed(found.why) };
    const { score, reason, toneMatch, styleMatch } = found.value;
    const built = `Tone ${toneMatch ? "matches" : "differs"}, style ${styleMatch ? "matches" : "differs"}.`;
    return { score: fromRaw(score), result: found.value, explanation: reason.trim() === "" ? built : reason };
  },
  signals,
});

function signals({ score, toneMatch, styleMatch, differences }: ToneStyleResult): Signal[] {
  return [
    { name: "tone_score", value: score, headlineDisplay: true },
    { name: "tone_match", value: toneMatch },
    { name: "style_match", value: styleMatch },
    ...differences.flatMap((one, index): Signal[] => {
      const group = `difference_${index}`;
      return [
        { name: "dimension", value: one.dimension, group },
        { name: "comparison", value: `${one.expectedVal} → ${one.actualVal}`, group },
        { name: "verdict", value: one.verdict, group },
      ];
    }),
  ];
}
