/** Contextual sufficiency: is the retrieved context enough to answer the question? */
import { failed, fromRaw } from "../../../core/score.ts";
import type { Signal } from "../../../core/score/signal.ts";
import { defineMetric } from "../../define-metric.ts";
import { contextualOptions, nothingRetrieved } from "./contextual-options.ts";
import { judgeSufficiency } from "../questions/context.ts";

interface ContextualSufficiencyResult {
  readonly sufficiencyScore: number;
  readonly isSufficient: boolean;
  readonly reasoning: string;
  readonly query: string;
  readonly context: string;
}

/** How many characters of question and context a signal shows. */
const shownLengths = { query: 100, context: 200 };

export const ContextualSufficiency = defineMetric({
  id: "contextual_sufficiency",
  title: "Contextual Sufficiency",
  about: "Whether the retrieved context alone is enough to answer the question.",
  needs: ["query", "retrievedContent", "judge"],
  options: contextualOptions,
  tags: ["knowledge", "single_turn"],
  questions: [judgeSufficiency],
  async measure({ query, retrievedContent }, { analyses }) {
    const context = retrievedContent.join("\n");
    const nothing = {
      sufficiencyScore: 0,
      isSufficient: false,
      reasoning: nothingRetrieved.explanation,
      query,
      context,
    };
    if (retrievedContent.length === 0) return { ...nothingRetrieved, result: nothing };
    const found = await analyses.ask(judgeSufficiency, { query, context });
    if (found.status === "failed") return { score: failed(found.why) };
    const { isSufficient, reasoning } = found.value;
    const sufficiencyScore = isSufficient ? 1 : 0;
    const built = `The context is ${isSufficient ? "enough" : "not enough"} to answer the question.`;
    const result = { sufficiencyScore, isSufficient, reasoning, query, context };
    return { score: fromRaw(sufficiencyScore), result, explanation: reasoning.trim() === "" ? built : reasoning };
  },
  signals,
});

/** Returns the first characters of a text. Slices twice as many units first, because a character has at most two. */
function takeBeginning(text: string, characters: number): string {
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join("");
}

function signals({ sufficiencyScore, isSufficient, reasoning, query, context }: ContextualSufficiencyResult): Signal[] {
  return [
    { name: "sufficiency_score", value: sufficiencyScore, headlineDisplay: true },
    { name: "is_sufficient", value: isSufficient, headlineDisplay: true },
    { name: "reasoning", value: reasoning },
    { name: "query", value: takeBeginning(query, shownLengths.query) },
    { name: "context", value: takeBeginning(context, shownLengths.context) },
  ];
}
