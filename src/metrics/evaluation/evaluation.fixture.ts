/** For tests: small metrics, a scripted model, and generated datasets. */
import { z } from "zod";
import { fromRaw, notApplicable } from "../../core/score.ts";
import type { Model, ModelSpending } from "../../core/model.ts";
import { defineMetric } from "../define-metric.ts";

/** The share of the expected letters that the answer has at the same position. */
export const sameLetters = defineMetric({
  id: "same_letters",
  title: "Same Letters",
  about: "Letters at the expected position.",
  needs: ["actualOutput", "expectedOutput"],
  measure({ actualOutput, expectedOutput }) {
    if (expectedOutput === "") return { score: notApplicable("nothing expected") };
    const same = [...expectedOutput].filter((letter, index) => actualOutput[index] === letter).length;
    return {
      score: fromRaw(same / expectedOutput.length),
      signals: [{ name: "same", value: same, headlineDisplay: true }],
    };
  },
});

/** Throws if the answer is "break". */
export const fragile = defineMetric({
  id: "fragile",
  title: "Fragile",
  about: "Breaks on demand.",
  needs: ["actualOutput"],
  measure({ actualOutput }) {
    if (actualOutput === "break") throw new Error("broken");
    return { score: fromRaw(1) };
  },
});

/** A model's score for the length of an answer. */
export const judgedLength = defineMetric({
  id: "judged_length",
  title: "Judged Length",
  about: "Asks a model once.",
  needs: ["actualOutput", "judge"],
  async measure({ actualOutput, judge }, { abort }) {
    const answer = await judge.ask(
      {
        about: "length",
        prompt: "How good is its length?",
        facts: { actualOutput },
        answer: z.object({ score: z.number() }),
      },
      { abort },
    );
    return answer.status === "answered"
      ? { score: fromRaw(answer.value.score) }
      : { score: { status: "failed", why: answer.why } };
  },
});

export interface ScriptedModel extends Model {
  /** The facts of every question, in order. */
  readonly asked: unknown[];
}

/** A model that answers with a function, after a delay, at a cost. */
export function scriptedModel(
  answer: (facts: unknown) => unknown,
  {
    delayMs = 0,
    spending = { costUsd: 0.01, calls: 1, tokenUsage: { input: 90, output: 10 } },
  }: { delayMs?: number; spending?: ModelSpending } = {},
): ScriptedModel {
  const asked: unknown[] = [];
  return {
    id: "fake/scripted",
    asked,
    async ask(question, { abort }) {
      asked.push(question.facts);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (abort.aborted) return { status: "failed", code: "stopped", why: "aborted", spending };
      return { status: "answered", value: question.answer.parse(answer(question.facts)), spending };
    },
  };
}

/** Items 0 to n - 1; the answer is fully correct in every second item. */
export function createNumberedItems(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `item-${index}`,
    actual_output: index % 2 === 0 ? "abcd" : "abxx",
    expected_output: "abcd",
    user_tags: [index % 3 === 0 ? "fizz" : "other"],
  }));
}
