/**
 * List prices in USD per million tokens, copied by hand from the providers' public price pages. The table holds only
 * prices that were certain on that date: a missing model has an unknown price, and `prices` adds or corrects rows.
 */
import type { PriceTable } from "./price.ts";

/** The date when the rows were last known to be right. */
export const pricesAsOf = "2025-12-01";

const sonnet = { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 };
const opus = { input: 15, cacheRead: 1.5, cacheWrite: 18.75, output: 75 };

export const listPrices: PriceTable = {
  "anthropic/claude-3-haiku": { input: 0.25, cacheRead: 0.03, cacheWrite: 0.3, output: 1.25 },
  "anthropic/claude-3-5-haiku": { input: 0.8, cacheRead: 0.08, cacheWrite: 1, output: 4 },
  "anthropic/claude-3-5-sonnet": sonnet,
  "anthropic/claude-3-7-sonnet": sonnet,
  "anthropic/claude-sonnet-4": { ...sonnet, promptTokensUpTo: 200_000 },
  "anthropic/claude-sonnet-4-0": { ...sonnet, promptTokensUpTo: 200_000 },
  "anthropic/claude-sonnet-4-5": { ...sonnet, promptTokensUpTo: 200_000 },
  "anthropic/claude-haiku-4-5": { input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 5 },
  "anthropic/claude-opus-4": opus,
  "anthropic/claude-opus-4-0": opus,
  "anthropic/claude-opus-4-1": opus,
  "anthropic/claude-opus-4-5": { input: 5, cacheRead: 0.5, cacheWrite: 6.25, output: 25 },

  // The first snapshot kept the older price.
  "openai/gpt-4o-2024-05-13": { input: 5, output: 15 },
  "openai/gpt-4o": { input: 2.5, cacheRead: 1.25, output: 10 },
  "openai/gpt-4o-mini": { input: 0.15, cacheRead: 0.075, output: 0.6 },
  "openai/gpt-4.1": { input: 2, cacheRead: 0.5, output: 8 },
  "openai/gpt-4.1-mini": { input: 0.4, cacheRead: 0.1, output: 1.6 },
  "openai/gpt-4.1-nano": { input: 0.1, cacheRead: 0.025, output: 0.4 },
  "openai/gpt-5": { input: 1.25, cacheRead: 0.125, output: 10 },
  "openai/gpt-5-mini": { input: 0.25, cacheRead: 0.025, output: 2 },
  "openai/gpt-5-nano": { input: 0.05, cacheRead: 0.005, output: 0.4 },
  "openai/text-embedding-3-small": { input: 0.02, output: 0 },
  "openai/text-embedding-3-large": { input: 0.13, output: 0 },

  "google/gemini-2.5-pro": { input: 1.25, output: 10, promptTokensUpTo: 200_000 },
  "google/gemini-2.5-flash": { input: 0.3, output: 2.5 },
  "google/gemini-2.5-flash-lite": { input: 0.1, output: 0.4 },
  "google/gemini-2.0-flash": { input: 0.1, output: 0.4 },
};
