/** Converts token counts of foreign programs into ours: `input` excludes what was read from or written to a cache. */
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { type Fields, integerAt } from "./fields.ts";

/** The names under which a program reports its counts. */
export interface UsageNames {
  readonly input: string;
  readonly output: string;
  readonly cacheRead?: string;
  readonly cacheWrite?: string;
  /** Whether `input` already excludes the cache. */
  readonly exclusive: boolean;
}

/** Null if input or output is missing. An impossible number is passed on unchanged, because it is rejected later. */
export function convertUsage(counts: Fields | undefined, names: UsageNames): TokenUsage | null {
  const input = integerAt(counts, names.input);
  const output = integerAt(counts, names.output);
  if (input === undefined || output === undefined) return null;
  const cacheReadInput = names.cacheRead === undefined ? undefined : integerAt(counts, names.cacheRead);
  const cacheWriteInput = names.cacheWrite === undefined ? undefined : integerAt(counts, names.cacheWrite);
  const cached = (cacheReadInput ?? 0) + (cacheWriteInput ?? 0);
  return {
    input: names.exclusive ? input : input - cached,
    output,
    cacheReadInput,
    cacheWriteInput,
  };
}

/** Adds up counts that a program reports step by step. */
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
