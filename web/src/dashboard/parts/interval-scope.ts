/** Explains which scenarios an interval is about. */
import type { Standing } from "../api/answers.ts";

type Scope = Standing["interval_scope"];

const words: readonly (readonly [Scope, string])[] = [
  ["suite", "Where every scenario has two or more runs, the interval is about these scenarios."],
  ["population", "Where a scenario has a single run, it is about scenarios like these, and wide."],
];

/** Empty if there are no intervals; `first` explains how they are computed. */
export function explainScopes(scopes: readonly Scope[], first: string): string {
  const sentences = words.flatMap(([scope, sentence]) => (scopes.includes(scope) ? [sentence] : []));
  return sentences.length === 0 ? "" : [first, ...sentences].join(" ");
}
