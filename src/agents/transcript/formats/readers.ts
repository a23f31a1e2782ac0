/** A reader for each format of another program. */
import type { LineReader } from "../../../core/agent/line-reader.ts";
import { acpReader } from "./acp.ts";
import { claudeCodeReader } from "./claude-code.ts";
import { clineReader } from "./cline.ts";
import { codexReader } from "./codex.ts";
import { copilotReader } from "./copilot.ts";
import type { VendorFormat } from "./format-name.ts";
import { geminiReader } from "./gemini.ts";
import { opencodeReader } from "./opencode.ts";
import { otelReader } from "./otel.ts";
import { qwenCodeReader } from "./qwen-code.ts";

export const vendorReaders: Readonly<Record<VendorFormat, () => LineReader>> = {
  "claude-code": claudeCodeReader,
  codex: codexReader,
  gemini: geminiReader,
  "qwen-code": qwenCodeReader,
  opencode: opencodeReader,
  copilot: copilotReader,
  cline: clineReader,
  acp: acpReader,
  otel: otelReader,
};
