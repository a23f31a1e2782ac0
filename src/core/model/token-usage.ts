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

/**
 * The usage so far as an agent claims it, or null if a number is negative, fractional or implausibly large, or if the
 * total is below the `least` claimed before: one of the two claims is wrong, and it is unknown which.
 */
export function parsePlausibleUsage(claimed: unknown, least = 0): TokenUsage | null {
  const parsed = TokenUsage.safeParse(claimed);
  if (!parsed.success) return null;
  const total = totalTokens(parsed.data);
  return total >= least && total <= Number.MAX_SAFE_INTEGER ? parsed.data : null;
}
