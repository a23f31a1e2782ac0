/** Tool Correctness: were the expected tools called, with the expected arguments? */
import { z } from "zod";
import type { ToolCall } from "../../core/item/message.ts";
import { fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { formatReadable } from "../arithmetic/rounding.ts";
import { compareArguments } from "../arithmetic/tools/fuzzy-similarity.ts";
import { matchTools, type ToolMatch } from "../arithmetic/tools/tool-match.ts";
import { defineMetric } from "../define-metric.ts";

interface ExpectedCall {
  readonly name: string;
  readonly callIndex: number | null;
  /** Similarity of the arguments, if they were compared. */
  readonly similarity: number | null;
}

interface ToolReading extends ToolMatch {
  readonly expected: readonly ExpectedCall[];
}

/** Recall or precision of the expected calls, or both combined (F1). */
export const ToolCorrectness = defineMetric({
  id: "tool_correctness",
  title: "Tool Correctness",
  about: "Whether the expected tools were called, and with the expected arguments.",
  needs: ["toolsCalled", "expectedTools"],
  options: z.strictObject({
    checkParameters: z.boolean().default(false),
    strictOrder: z.boolean().default(false),
    parameterMatchingStrategy: z.enum(["exact", "subset", "fuzzy"]).default("exact"),
    fuzzyThreshold: z.number().min(0).max(1).default(0.8),
    scoring: z.enum(["recall", "precision", "f1"]).default("recall"),
  }),
  tags: ["agent", "tool"],
  measure({ toolsCalled, expectedTools }, { options }) {
    const match = matchTools(toolsCalled, expectedTools, options);
    const expected = match.callIndexes.map((callIndex, index) => {
      const { name, args } = expectedTools[index] as ToolCall;
      const call = callIndex === null ? undefined : toolsCalled[callIndex];
      return {
        name,
        callIndex,
        similarity: options.checkParameters && call ? compareArguments(call.args, args) : null,
      };
    });
    const scoring = options.strictOrder ? "strict order" : options.scoring;
    const explanation = explain({ ...match, expected }, toolsCalled, scoring);
    return { score: fromRaw(match.score), explanation, result: { ...match, expected } };
  },
  signals: (result: ToolReading): Signal[] => [
    { name: "tool_correctness_score", value: result.score, headlineDisplay: true },
    { name: "recall", value: result.recall },
    { name: "precision", value: result.precision },
    { name: "f1", value: result.f1 },
    { name: "matched", value: result.matched },
    { name: "missing", value: result.expected.length - result.matched },
    { name: "unexpected", value: result.unexpected.length },
    ...result.expected.flatMap(({ name, callIndex, similarity }, index) => {
      const group = `expected_${index}`;
      return [
        { name: "matched", value: callIndex !== null, group, headlineDisplay: true },
        { name: "name", value: name, group },
        { name: "call_index", value: callIndex, group },
        { name: "parameter_similarity", value: similarity, group },
      ];
    }),
  ],
});

const maxNames = 10;

function explain({ score, expected, unexpected }: ToolReading, called: readonly ToolCall[], scoring: string): string {
  const named = (wanted: boolean) =>
    expected.filter(({ callIndex }) => (callIndex !== null) === wanted).map(({ name }) => name);
  const parts = [
    `Scored by ${scoring}: ${formatReadable(score)}`,
    `correct: ${joinNames(named(true))}`,
    `missing: ${joinNames(named(false))}`,
    `unexpected: ${joinNames(unexpected.map((place) => called[place]?.name ?? ""))}`,
  ];
  return `${parts.join("; ")}.`;
}

function joinNames(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return `${names.slice(0, maxNames).join(", ")}${more}`;
}
