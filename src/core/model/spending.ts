/** Adds up the cost of judging. A missing cost is skipped; an unknown cost makes the sum unknown. */
import type { TokenUsage } from "./token-usage.ts";

/** Undefined: nothing is spent. Null: unknown. */
export type Cost = number | null | undefined;

/** Adds two parts of a sum, such as costs or times. An unknown part makes the sum unknown. */
export function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

export function combineCosts(a: Cost, b: Cost): Cost {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return addKnown(a, b);
}

export function combineUsage(a: TokenUsage | undefined, b: TokenUsage | undefined): TokenUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const optional = (key: "cacheReadInput" | "cacheWriteInput") =>
    a[key] === undefined && b[key] === undefined ? {} : { [key]: (a[key] ?? 0) + (b[key] ?? 0) };
  const sum = { input: a.input + b.input, output: a.output + b.output };
  return { ...sum, ...optional("cacheReadInput"), ...optional("cacheWriteInput") };
}
