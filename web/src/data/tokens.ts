/** Sums of token usage, as the report's own arithmetic has them. */
import type { TokenUsage } from "../../../src/core/model/token-usage.ts";
import { formatTokens } from "../../../src/report/text/format.ts";

export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.output + (usage.cacheReadInput ?? 0) + (usage.cacheWriteInput ?? 0);
}

/** All there is to know, in a line. */
export function tokenLine(usage: TokenUsage | undefined): string {
  if (usage === undefined) return "unknown";
  const { input, output, cacheReadInput, cacheWriteInput } = usage;
  const parts = [
    `${formatTokens(input)} in`,
    `${formatTokens(output)} out`,
    ...(cacheReadInput === undefined ? [] : [`${formatTokens(cacheReadInput)} cache read`]),
    ...(cacheWriteInput === undefined ? [] : [`${formatTokens(cacheWriteInput)} cache written`]),
  ];
  return `${formatTokens(totalTokens(usage))}: ${parts.join(", ")}`;
}
