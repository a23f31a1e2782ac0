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

/** What a total has in addition to an earlier one. A count is negative if the total is not the later one. */
export function subtractUsage(total: TokenUsage, earlier: TokenUsage): TokenUsage {
  const optional = (key: "cacheReadInput" | "cacheWriteInput") =>
    total[key] === undefined && earlier[key] === undefined ? {} : { [key]: (total[key] ?? 0) - (earlier[key] ?? 0) };
  const rest = { input: total.input - earlier.input, output: total.output - earlier.output };
  return { ...rest, ...optional("cacheReadInput"), ...optional("cacheWriteInput") };
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
