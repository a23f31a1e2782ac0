/** Token counts of strangers in our terms: `input` excludes what was read from or written to a cache. */
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import { type Fields, integerAt } from "./fields.ts";

/** By what names a program gives its counts. */
export interface UsageNames {
  readonly input: string;
  readonly output: string;
  readonly cacheRead?: string;
  readonly cacheWrite?: string;
  /** Whether `input` already excludes the cache. */
  readonly exclusive: boolean;
}

/** Null where input or output is missing. A number nobody can believe is passed on as it is: it is refused later. */
export function usageFrom(counts: Fields | undefined, names: UsageNames): TokenUsage | null {
  const input = integerAt(counts, names.input);
  const output = integerAt(counts, names.output);
  if (input === undefined || output === undefined) return null;
  const cacheReadInput = names.cacheRead === undefined ? undefined : integerAt(counts, names.cacheRead);
  const cacheWriteInput = names.cacheWrite === undefined ? undefined : integerAt(counts, names.cacheWrite);
  const cached = (cacheReadInput ?? 0) + (cacheWriteInput ?? 0);
  return {
    input: names.exclusive ? input : input - cached,
    output,
    ...(cacheReadInput === undefined ? {} : { cacheReadInput }),
    ...(cacheWriteInput === undefined ? {} : { cacheWriteInput }),
  };
}

/** Sums counts that a program gives step by step. */
export function addUsage(sum: TokenUsage | null, step: TokenUsage): TokenUsage {
  if (sum === null) return step;
  const cacheReadInput = (sum.cacheReadInput ?? 0) + (step.cacheReadInput ?? 0);
  const cacheWriteInput = (sum.cacheWriteInput ?? 0) + (step.cacheWriteInput ?? 0);
  return { input: sum.input + step.input, output: sum.output + step.output, cacheReadInput, cacheWriteInput };
}

export const anthropicUsage: UsageNames = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cache_read_input_tokens",
  cacheWrite: "cache_creation_input_tokens",
  exclusive: true,
};
