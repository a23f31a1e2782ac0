/** Defines custom judges in code. */
import type { CustomJudge, Judge } from "../core/judge.ts";

/**
 * Makes a judge from a function that answers questions.
 *
 * @example
 * ```ts
 * export default defineJudge({
 *   id: "length",
 *   async ask(question) {
 *     if (question.question !== "goal") return { status: "declined", why: "this judge only grades the goal" };
 *     const score = (question.finalAnswer ?? "").length > 0 ? 10 : 0;
 *     const grades = question.checks.map(({ index }) => ({ index, rationale: `an answer of any length: ${score}`, score }));
 *     return { status: "answered", value: { grades } };
 *   },
 * });
 * ```
 */
export function defineJudge(judge: CustomJudge): Judge {
  const { id, wholeRun, keys } = judge;
  return {
    id,
    kind: "custom",
    wholeRun,
    keys,
    // Call it through the object, so that a judge with its own state keeps its `this`.
    ...(judge.missing === undefined ? {} : { missing: async (env) => (await judge.missing?.(env)) ?? [] }),
    ask: (question, context) => judge.ask(question, context),
  };
}
