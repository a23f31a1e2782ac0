/** The names of the transcript formats, as `--format` takes them; also used as the agent's name if a file states none. */
export const vendorFormats = [
  "claude-code",
  "codex",
  "gemini",
  "qwen-code",
  "opencode",
  "copilot",
  "cline",
  "cursor",
  "openai",
  "anthropic",
  "acp",
  "otel",
] as const;

export const formatNames = [...vendorFormats, "axis"] as const;

export type VendorFormat = (typeof vendorFormats)[number];
export type FormatName = (typeof formatNames)[number];
