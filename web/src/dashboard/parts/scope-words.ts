/** What the intervals of means speak of, in words. */
import type { Standing } from "../api/answers.ts";

type Scope = Standing["interval_scope"];

const words: readonly (readonly [Scope, string])[] = [
  ["suite", "Where every scenario has two runs or more, it speaks of these scenarios."],
  ["population", "Where some scenario has a single run, it speaks of scenarios like these, and is wide."],
];

/** Empty where there is no interval at all; `first` says how they are made. */
export function scopeWords(scopes: readonly Scope[], first: string): string {
  const said = words.flatMap(([scope, sentence]) => (scopes.includes(scope) ? [sentence] : []));
  return said.length === 0 ? "" : [first, ...said].join(" ");
}
