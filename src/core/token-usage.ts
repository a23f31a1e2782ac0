/** Tokens a program reported. `input` excludes cache reads and writes. */
import { z } from "zod";

const count = z.number().int().nonnegative();

export const TokenUsage = z.strictObject({
  input: count,
  output: count,
  cacheReadInput: count.optional(),
  cacheWriteInput: count.optional(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** Everything that counts against a token limit. */
export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.output + (usage.cacheReadInput ?? 0) + (usage.cacheWriteInput ?? 0);
}

/** Usage as an agent claims it, or null where a number is negative, fractional or beyond reason. */
export function believableUsage(claimed: unknown): TokenUsage | null {
  const parsed = TokenUsage.safeParse(claimed);
  if (!parsed.success) return null;
  return totalTokens(parsed.data) <= Number.MAX_SAFE_INTEGER ? parsed.data : null;
}
