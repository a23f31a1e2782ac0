/** Tokens as the AI SDK reports them, converted: `input` excludes tokens read from or written to a cache. */
import type { LanguageModelUsage } from "ai";
import { TokenUsage } from "../../../core/model/token-usage.ts";

/** Undefined if the provider reported nothing, or invalid numbers. */
export function toTokenUsage(reported: LanguageModelUsage): TokenUsage | undefined {
  const { noCacheTokens, cacheReadTokens, cacheWriteTokens } = reported.inputTokenDetails;
  const { inputTokens: all, outputTokens: output } = reported;
  const input =
    noCacheTokens ?? (all === undefined ? undefined : all - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0));
  const usage = TokenUsage.safeParse({
    input,
    output,
    ...(cacheReadTokens === undefined ? {} : { cacheReadInput: cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteInput: cacheWriteTokens }),
  });
  return usage.success ? usage.data : undefined;
}

/** The price in USD that some servers, such as routers, report next to the tokens. */
export function readReportedCost(reported: LanguageModelUsage): number | undefined {
  const cost = reported.raw?.["cost"];
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}
