import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fields } from "./common/fields.ts";
import { recogniseFormat } from "./recognise.ts";

const timestamp = "2026-01-01T00:00:00.000Z";
const stream = { session_id: "s", uuid: "u" };
const spoken = { message: { id: "m", role: "assistant", content: [] } };

/** One line alone, and the format it tells; null where it could be anybody's. */
const lines: readonly (readonly [Fields, string | null])[] = [
  [{ jsonrpc: "2.0", method: "x" }, "acp"],
  [{ dir: "in", msg: { jsonrpc: "2.0" } }, "acp"],
  [{ direction: "in", message: { jsonrpc: "2.0" } }, "acp"],
  [{ jsonrpc: "1.0", method: "x" }, null],
  [{ resourceSpans: [] }, "otel"],
  [{ resource_spans: [] }, "otel"],
  [{ resourceSpans: {} }, null],
  [{ type: "thread.started", thread_id: "t" }, "codex"],
  [{ type: "item.completed", item: {} }, "codex"],
  [{ type: "my.turn.started" }, null],
  [{ type: "turn.started.twice" }, null],
  [{ type: "session_meta", payload: { id: "t" } }, "codex"],
  [{ type: "session_meta" }, null],
  [{ type: "from_tomorrow", payload: {} }, null],
  [{ type: "step_start", sessionID: "s", part: {} }, "opencode"],
  [{ type: "error", sessionID: "s", error: {} }, "opencode"],
  [{ type: "step_start", sessionID: "s" }, null],
  [{ type: "step_start", part: {} }, null],
  [{ type: "agent_event", ts: timestamp }, "cline"],
  [{ type: "agent_event" }, null],
  [{ type: "other", ts: timestamp }, null],
  [{ type: "session.info", data: {}, timestamp }, "copilot"],
  [{ type: "session.info", data: {} }, null],
  [{ type: "session.info", timestamp }, null],
  [{ type: "abort", data: {}, timestamp }, null],
  [{ type: "init", session_id: "s", model: "m" }, "gemini"],
  [{ type: "init", session_id: "s" }, null],
  [{ type: "init", model: "m" }, null],
  [{ type: "message", role: "user", content: "x" }, "gemini"],
  [{ type: "message", role: "user" }, null],
  [{ type: "message", content: "x" }, null],
  [{ type: "tool_use", tool_name: "glob", tool_id: "t" }, "gemini"],
  [{ type: "tool_use", tool_name: "glob" }, null],
  [{ type: "tool_use", tool_id: "t" }, null],
  [{ type: "tool_result", tool_id: "t", status: "success" }, "gemini"],
  [{ type: "tool_result", status: "success", stats: {} }, null],
  [{ type: "result", status: "success", stats: {} }, "gemini"],
  [{ type: "result", status: "success" }, null],
  [{ type: "result", stats: {} }, null],
  [{ type: "system", qwen_code_version: "0.24.0" }, "qwen-code"],
  [{ type: "other", qwen_code_version: "0.24.0" }, null],
  [{ type: "stream_event", event: { goal_state: {} } }, "qwen-code"],
  [{ type: "assistant", uuid: "m", ...spoken }, "qwen-code"],
  [{ type: "result", ...stream, duration_api_ms: 5 }, "qwen-code"],
  [{ type: "result", ...stream, duration_api_ms: 5, total_cost_usd: 0 }, "claude-code"],
  [{ type: "assistant", ...stream, duration_api_ms: 5 }, "claude-code"],
  [{ type: "assistant", ...stream, ...spoken }, "claude-code"],
  [{ type: "assistant", sessionId: "s", uuid: "u" }, "claude-code"],
  [{ type: "assistant", ...spoken }, "claude-code"],
  [{ type: "assistant", session_id: "s" }, null],
  [{ type: "assistant", uuid: "u" }, null],
  [{ type: "user", sessionId: "s" }, null],
  // A result of a call without a time could be Qwen Code's as well.
  [{ type: "user", ...stream, message: { role: "user" } }, null],
  [{ type: "user", ...stream, message: { role: "user" }, timestamp }, "claude-code"],
  [{ type: "user", message: { role: "user" } }, "claude-code"],
  [{ type: "result", ...spoken }, null],
  [{ type: "progress", ...stream, ...spoken }, null],
  [{ type: "assistant", text: "x" }, "axis"],
  [{ type: "tool_use", tool: "ls", input: {} }, "axis"],
  [{ type: "usage", input: 1, output: 2 }, "axis"],
  [{ type: "usage", input: 1 }, null],
  [{ type: "usage", output: 1 }, null],
  [{ type: "result", text: "x" }, "axis"],
  [{ type: "result", error: "x" }, "axis"],
  [{ type: "result" }, null],
  [{ output: { transcript: [] } }, "axis"],
  [{ output: { transcript: {} } }, null],
  [{ type: "error", message: "x" }, null],
  [{ type: "other", text: "x" }, null],
  [{}, null],
];

test.each(lines)("%j alone tells %s", (line, format) => {
  expect(recogniseFormat(line)).toBe(format);
});

const programs: readonly (readonly [RegExp, string])[] = [
  [/^claude/, "claude-code"],
  [/^codex/, "codex"],
  [/^gemini/, "gemini"],
  [/^qwen/, "qwen-code"],
  [/^opencode/, "opencode"],
  [/^copilot/, "copilot"],
  [/^cline/, "cline"],
  [/^acp/, "acp"],
];

describe("recorded lines", () => {
  const folder = new URL("../../../../test/fixtures/transcripts/", import.meta.url);
  const files = readdirSync(folder).filter((file) => /\.(?:nd)?jsonl?$/.test(file));
  const told = (file: string) =>
    readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => recogniseFormat(JSON.parse(line) as Fields));

  test.each(files)("of %s tell its own format, or none; and the first that tells comes early", (file) => {
    const own = programs.find(([name]) => name.test(file))?.[1];
    const formats = told(file);
    expect(new Set(formats.filter((format) => format !== null))).toEqual(new Set([own]));
    expect(formats.slice(0, 2)).toContain(own);
  });
});
