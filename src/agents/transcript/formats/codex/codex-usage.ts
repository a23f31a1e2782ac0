/** How Codex counts tokens: cache reads and writes are part of the input. */
import type { UsageNames } from "../common/usage.ts";

export const codexUsage: UsageNames = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cached_input_tokens",
  cacheWrite: "cache_write_input_tokens",
  exclusive: false,
};
