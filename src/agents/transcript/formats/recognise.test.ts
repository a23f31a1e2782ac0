import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fields } from "./common/fields.ts";
import { listSureFormats, recogniseFormat } from "./recognise.ts";

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
  [{ type: "turn.prompt", timestamp }, null],
  [{ type: "turn.prompt", data: {}, timestamp }, null],
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
  [{ type: "init", session_id: "s", model: "m", timestamp }, "gemini"],
  [{ type: "init", session_id: "s", model: "m" }, null],
  [{ type: "init", session_id: "s" }, null],
  [{ type: "init", model: "m" }, null],
  [{ type: "message", role: "user", content: "x", timestamp }, "gemini"],
  [{ type: "message", role: "user", content: "x" }, "openai"],
  [{ sessionId: "s", projectHash: "p", kind: "main" }, "gemini"],
  [{ id: "m", type: "gemini", timestamp, content: "x" }, "gemini"],
  [{ sessionId: "s" }, null],
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
  // Without an id of its own, a line is a message of Anthropic's API.
  [{ type: "assistant", ...spoken }, "anthropic"],
  [{ type: "message", ...spoken }, null],
  [{ type: "assistant", session_id: "s" }, null],
  [{ type: "assistant", uuid: "u" }, null],
  [{ type: "user", sessionId: "s" }, null],
  // A result of a call without a time could be Qwen Code's as well.
  [{ type: "user", ...stream, message: { role: "user" } }, null],
  [{ type: "user", ...stream, message: { role: "user" }, timestamp }, "claude-code"],
  [{ type: "user", message: { role: "user" } }, "anthropic"],
  [{ type: "result", ...spoken }, null],
  [{ type: "progress", ...stream, ...spoken }, null],
  [{ uuid: "u", sessionId: "s", type: "user", message: { role: "user", parts: [] } }, "qwen-code"],
  [{ uuid: "u", sessionId: "s", type: "system", systemPayload: {} }, "qwen-code"],
  [{ info: { id: "s" }, messages: [{ info: {}, parts: [] }] }, "opencode"],
  [{ info: { id: "s" }, messages: [{ role: "user", content: "x" }] }, "openai"],
  [{ version: 1, sessionId: "s", agent: "lead", messages: [{ role: "user", content: [] }] }, "cline"],
  [{ version: 1, sessionId: "s", messages: [{ role: "user", content: [] }] }, "openai"],
  [{ session_id: "s", messages_path: "/a/s.messages.json" }, "cline"],
  [{ type: "tool_call", subtype: "started", tool_call: { readToolCall: { args: {} } } }, "cursor"],
  [{ type: "tool_call", subtype: "started", tool_call: { read: {} } }, null],
  [{ type: "tool_call", tool_call: { readToolCall: {} } }, null],
  [{ type: "thinking", subtype: "delta", text: "a" }, "cursor"],
  [{ type: "thinking", text: "a" }, null],
  [{ type: "system", subtype: "init", apiKeySource: "login", session_id: "s" }, "cursor"],
  [{ type: "system", subtype: "init", apiKeySource: "none", ...stream }, "claude-code"],
  [{ type: "system", subtype: "init", apiKeySource: "none", session_id: "s", tools: [] }, null],
  [{ role: "user", message: { content: "x" } }, "cursor"],
  [{ type: "function_call", call_id: "c", name: "f", arguments: "{}" }, "openai"],
  [{ type: "function_call_output", call_id: "c", output: "" }, "openai"],
  [{ type: "mcp_call", server_label: "s", name: "f" }, "openai"],
  [{ type: "reasoning", summary: [] }, "openai"],
  [{ type: "reasoning", text: "x" }, null],
  [{ type: "message", role: "user", content: [{ type: "input_text", text: "x" }] }, "openai"],
  [{ object: "response", output: [] }, "openai"],
  [{ input: [{ type: "function_call", call_id: "c" }] }, "openai"],
  [{ role: "assistant", content: null, tool_calls: [{ function: { name: "f" } }] }, "openai"],
  [{ role: "assistant", content: [{ type: "tool_use", name: "f" }] }, "anthropic"],
  [{ messages: [{ role: "user", content: [{ type: "tool_result" }] }] }, "anthropic"],
  [{ kind: "MessageEvent", source: "user", llm_message: { role: "user", content: [] } }, null],
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
  expect(recogniseFormat([line])).toEqual({ format });
});

const claude = { type: "assistant", ...stream, ...spoken };
const qwen = { type: "system", ...stream, qwen_code_version: "0.24.0" };
const cursor = { type: "thinking", subtype: "delta", text: "a", session_id: "s" };

test("two formats with sure marks are both named, wherever the marks are", () => {
  expect(recogniseFormat([cursor, claude])).toEqual({ candidates: ["cursor", "claude-code"] });
  expect(recogniseFormat([claude, {}, cursor])).toEqual({ candidates: ["claude-code", "cursor"] });
  expect(recogniseFormat([{ type: "thread.started", thread_id: "t" }, cursor])).toEqual({
    candidates: ["codex", "cursor"],
  });
});

test("Qwen Code writes lines like those of Claude Code, but Claude Code writes some that it does not", () => {
  const either = { type: "system", subtype: "status", ...stream };
  expect(recogniseFormat([either])).toEqual({ format: "claude-code" });
  expect(recogniseFormat([either, qwen])).toEqual({ format: "qwen-code" });
  expect(recogniseFormat([qwen, claude])).toEqual({ candidates: ["qwen-code", "claude-code"] });
});

test("a sure mark counts for more than an entry of AXIS or a message", () => {
  expect(recogniseFormat([{ type: "assistant", text: "x" }, cursor])).toEqual({ format: "cursor" });
  expect(recogniseFormat([{ role: "user", content: "x" }, claude])).toEqual({ format: "claude-code" });
  expect(
    recogniseFormat([
      { role: "user", content: "x" },
      { type: "user", text: "x" },
    ]),
  ).toEqual({ format: "axis" });
});

const programs: readonly (readonly [RegExp, string])[] = [
  [/^claude/, "claude-code"],
  [/^codex/, "codex"],
  [/^gemini/, "gemini"],
  [/^qwen/, "qwen-code"],
  [/^opencode/, "opencode"],
  [/^copilot/, "copilot"],
  [/^cline/, "cline"],
  [/^cursor/, "cursor"],
  [/^acp/, "acp"],
];

describe("recorded lines", () => {
  const folder = new URL("../../../../test/fixtures/transcripts/", import.meta.url);
  const files = readdirSync(folder).filter((file) => /\.(?:nd)?jsonl?$/.test(file));
  const told = (file: string) =>
    readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => listSureFormats(JSON.parse(line) as Fields));

  test.each(files)("of %s tell its own format, or none; and the first that tells comes early", (file) => {
    const own = programs.find(([name]) => name.test(file))?.[1];
    const formats = told(file);
    expect(new Set(formats.flat())).toEqual(new Set([own]));
    expect(formats.slice(0, 2).flat()).toContain(own);
  });
});
