/** The transcript formats by name, as `--format` takes them; also the agent's name where a file states none. */
export const vendorFormats = [
  "claude-code",
  "codex",
  "gemini",
  "qwen-code",
  "opencode",
  "copilot",
  "cline",
  "acp",
  "otel",
] as const;

export const formatNames = [...vendorFormats, "axis"] as const;

export type VendorFormat = (typeof vendorFormats)[number];
export type FormatName = (typeof formatNames)[number];
