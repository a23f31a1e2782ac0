/** Sums and formats token usage the way the report does. */
import type { TokenUsage } from "../../../src/core/model/token-usage.ts";
import { formatTokens } from "../../../src/report/text/format.ts";

export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.output + (usage.cacheReadInput ?? 0) + (usage.cacheWriteInput ?? 0);
}

const kinds = { input: "in", output: "out", cacheReadInput: "cache read", cacheWriteInput: "cache written" } as const;

/** Each known kind of tokens: `1.2k in`, `340 out`. */
export function listTokenParts(usage: Readonly<Record<string, unknown>>, format: (count: number) => string): string[] {
  return Object.entries(kinds).flatMap(([key, word]) => {
    const count = usage[key];
    return typeof count === "number" ? [`${format(count)} ${word}`] : [];
  });
}

/** The total and its parts. */
export function formatTokenUsage(usage: TokenUsage | undefined): string {
  if (usage === undefined) return "unknown";
  return `${formatTokens(totalTokens(usage))}: ${listTokenParts(usage, formatTokens).join(", ")}`;
}
