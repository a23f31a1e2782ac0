import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../core/entry.ts";
import { classifyOutcome } from "../../../core/outcome.ts";
import { buildInteractions } from "../interactions.ts";
import type { ReadTranscript } from "../read-result.ts";
import { readTranscript } from "../read-transcript.ts";

const folder = new URL("../../../../test/fixtures/transcripts/", import.meta.url);

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, folder), "utf8").split("\n");
}

function recorded(file: string): ReadTranscript {
  return readTranscript(linesOf(file));
}

function written(...events: readonly object[]): ReadTranscript {
  return readTranscript(events.map((event) => JSON.stringify(event)));
}

function results({ entries }: ReadTranscript) {
  return entries.filter((entry): entry is Extract<Entry, { type: "tool_result" }> => entry.type === "tool_result");
}

function calls({ entries }: ReadTranscript) {
  return entries.filter((entry): entry is Extract<Entry, { type: "tool_use" }> => entry.type === "tool_use");
}

function categories(read: ReadTranscript): string[] {
  const tools = buildInteractions(read.entries).filter(({ kind }) => kind === "tool");
  return tools.map((call) => call.categories.join("+"));
}

function classOf({ outcome, entries }: ReadTranscript): string {
  const calledTool = entries.some(({ type }) => type === "tool_use");
  return classifyOutcome({ outcome, calledTool, checkBroken: false, judgeFailed: false });
}

describe("how a run ended is taken from facts", () => {
  test("a failure of the model server that Claude Code calls a success is a failure", () => {
    const read = recorded("claude-agent-sdk.err401.ndjson");
    expect(linesOf("claude-agent-sdk.err401.ndjson").join("")).toContain('"subtype":"success"');
    expect(read.outcome).toEqual({ status: "failed", code: "auth", message: "Invalid API key · Fix external API key" });
    expect(classOf(read)).toBe("infrastructure");
  });

  test.each([
    [401, "auth"],
    [403, "auth"],
    [429, "rate-limit"],
    [500, "network"],
    [529, "network"],
    [null, "network"],
  ])("status %s of the model server is %s", (status, code) => {
    const facts = { subtype: "success", is_error: true, terminal_reason: "api_error", api_error_status: status };
    expect(written({ type: "result", session_id: "s", uuid: "u", ...facts }).outcome).toMatchObject({ code });
  });

  test.each(["error_max_turns", "error_during_execution"])("%s is the agent's failure", (subtype) => {
    expect(written({ type: "result", session_id: "s", uuid: "u", subtype, is_error: false }).outcome).toMatchObject({
      status: "failed",
      code: "agent",
    });
  });

  test("what was denied is told, and the run is completed all the same", () => {
    const denials = [{ tool_name: "Bash", tool_use_id: "t", tool_input: {} }];
    const read = written({
      type: "result",
      session_id: "s",
      uuid: "u",
      is_error: false,
      result: "Done",
      permission_denials: denials,
    });
    expect(read.outcome).toEqual({ status: "completed", result: "Done" });
    expect(read.entries).toMatchObject([{ type: "system", text: "permission denied: Bash" }]);
  });

  test.each(["claude.hang", "codex.hang", "gemini.hang", "qwen.hang", "opencode.hang", "copilot.hang", "cline.hang"])(
    "%s was cut off after a call: no final event is a failure of the agent",
    (file) => {
      const read = recorded(`${file}.ndjson`);
      expect(read.outcome).toMatchObject({ status: "failed", code: "protocol" });
      expect(classOf(read)).toBe("agent");
    },
  );

  test("a file cut off before any call is nobody's failure", () => {
    expect(classOf(recorded("claude.err401.ndjson"))).toBe("infrastructure");
  });

  test.each([
    "codex.err401.ndjson",
    "gemini.err401.ndjson",
    "qwen.err401.ndjson",
    "acp.qwen.err401.jsonl",
    "acp.opencode.err401.jsonl",
  ])("%s states no status, but the model never said a word: the way to it failed", (file) =>
    expect(classOf(recorded(file))).toBe("infrastructure"),
  );

  test("Copilot leaves with exit code 0 when it is told to stop: the abort counts", () => {
    expect(recorded("copilot.sleeptool.ndjson").outcome).toEqual({
      status: "failed",
      code: "agent",
      message: "The run was aborted (user_abort)",
    });
  });

  test("Copilot over ACP ends its turn as usual after a 401: an answer without a token is none", () => {
    const chunk = {
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: "Error: Authentication failed" },
    };
    const message = (msg: object) => ({ dir: "in", msg: { jsonrpc: "2.0", ...msg } });
    const end = (outputTokens: number) =>
      message({ id: 2, result: { stopReason: "end_turn", usage: { inputTokens: 0, outputTokens } } });
    const said = message({ method: "session/update", params: { sessionId: "s", update: chunk } });
    expect(written(said, end(0)).outcome).toEqual({
      status: "failed",
      code: "network",
      message: "Error: Authentication failed",
    });
    expect(written(said, end(5)).outcome).toEqual({ status: "completed", result: "Error: Authentication failed" });
  });
});

describe("a command that failed", () => {
  test.each([
    ["claude.toolfail.ndjson", 1, true],
    ["codex.toolfail.ndjson", 1, true],
    ["qwen.toolfail.ndjson", 1, true],
    ["opencode.toolfail.ndjson", 1, false],
    ["copilot.toolfail.ndjson", 1, false],
    ["cline.toolfail.ndjson", 1, true],
    ["acp.codex-acp.toolfail.jsonl", 1, true],
    ["acp.opencode.toolfail.jsonl", 1, false],
    ["acp.claude-agent-acp.toolfail.jsonl", undefined, true],
    ["gemini.toolfail.ndjson", undefined, false],
    ["acp.gemini.toolfail.jsonl", undefined, false],
  ])("%s has exit code %s, and calls it an error: %s", (file, exitCode, isError) => {
    const last = results(recorded(file)).at(-1);
    expect([last?.exitCode, last?.isError]).toEqual([exitCode, isError]);
  });

  test("an older Qwen Code says so only at the end of its text", () => {
    const events = linesOf("qwen.toolfail.ndjson").map((line) => line.replace('"is_error":true', '"is_error":false'));
    const [, last] = results(readTranscript(events));
    expect(last).toMatchObject({ isError: false, exitCode: 1 });
  });

  test("a file that ends like the report of a command is no command", () => {
    const report = "x\nExit Code: 1\nSignal: (none)\nProcess Group PGID: (none)";
    const line = (uuid: string, type: string, content: object[]) => ({
      type,
      uuid,
      session_id: "s",
      message: { id: uuid, role: type, content },
    });
    const read = written(
      line("1", "assistant", [{ type: "tool_use", id: "t", name: "read_file", input: {} }]),
      line("2", "user", [{ type: "tool_result", tool_use_id: "t", is_error: false, content: report }]),
    );
    expect(read.format).toBe("qwen-code");
    expect(results(read)[0]?.exitCode).toBeUndefined();
  });

  test("was killed with the run, and says so", () => {
    expect(results(recorded("claude.sleeptool.ndjson"))[0]).toMatchObject({ isError: true, exitCode: 137 });
  });
});

describe("calls", () => {
  test.each([
    ["claude.ndjson", "environment"],
    ["codex.ndjson", "environment"],
    ["gemini.ndjson", "environment"],
    ["qwen.ndjson", "environment"],
    ["opencode.ndjson", "environment"],
    ["copilot.ndjson", "environment"],
    ["cline.ndjson", "environment"],
    ["acp.claude-agent-acp.ok.jsonl", "environment"],
    ["acp.codex-acp.ok.jsonl", "environment"],
    ["acp.gemini.ok.jsonl", "environment"],
    ["acp.opencode.ok.jsonl", "environment"],
    ["claude.mcp.nodefer.ndjson", "service"],
    ["codex.mcp.ndjson", "service"],
    ["gemini.mcp.ndjson", "service"],
    ["qwen.mcp.ndjson", "service"],
    ["opencode.mcp.ndjson", "service"],
    ["copilot.mcp.ndjson", "service"],
    ["cline.mcp.ndjson", "service"],
    ["acp.claude-agent-acp.mcp.nodefer.jsonl", "service"],
    ["acp.codex-acp.mcp.full.jsonl", "service"],
    ["acp.gemini.mcp.jsonl", "service"],
    ["acp.opencode.mcp.jsonl", "service"],
  ])("of %s belong to %s", (file, category) => {
    expect(categories(recorded(file))).toEqual([category, category]);
  });

  test.each(["codex", "gemini", "qwen", "copilot", "cline"])(
    "%s tells that a tool is an MCP server's: one name for all",
    (agent) => {
      expect(calls(recorded(`${agent}.mcp.ndjson`)).map(({ tool }) => tool)).toEqual([
        "mcp__mockmcp__mock_add",
        "mcp__mockmcp__mock_fail",
      ]);
    },
  );

  test("OpenCode does not tell, and its name is left as it is", () => {
    expect(calls(recorded("opencode.mcp.ndjson"))[0]?.tool).toBe("mockmcp_mock_add");
  });

  test("a command list of Cline that goes over the network is both", () => {
    const event = {
      type: "content_start",
      contentType: "tool",
      toolName: "run_commands",
      toolCallId: "1",
      input: { commands: ["ls", "curl https://example.test"] },
    };
    expect(categories(written({ ts: "2026-01-01T00:00:00Z", type: "agent_event", event }))).toEqual([
      "environment+service",
    ]);
  });

  test("of a sub-agent name the call that started it", () => {
    const event = {
      type: "assistant",
      session_id: "s",
      uuid: "u",
      parent_tool_use_id: "task-1",
      message: { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Read", input: {} }] },
    };
    expect(calls(written(event))).toMatchObject([{ parentId: "task-1" }]);
  });

  test("two at once keep their own results", () => {
    for (const agent of ["claude", "codex", "gemini", "qwen", "opencode", "copilot", "cline"]) {
      const tools = buildInteractions(recorded(`${agent}.parallel.ndjson`).entries).filter(
        ({ kind }) => kind === "tool",
      );
      expect(tools.map(({ content }) => /one-done|two-done/.exec(content.split("\n")[1] ?? "")?.[0])).toEqual([
        "one-done",
        "two-done",
      ]);
    }
  });

  test("with times take as long as they took; without, their duration is unknown", () => {
    const durations = (file: string) =>
      buildInteractions(recorded(file).entries)
        .filter(({ kind }) => kind === "tool")
        .map(({ durationMs }) => durationMs);
    expect(durations("claude.ndjson")).toEqual([63, 22]);
    expect(durations("gemini.ndjson")).toEqual([64, 25]);
    expect(durations("opencode.ndjson")).toEqual([141, 35]);
    expect(durations("copilot.ndjson")).toEqual([59, 38]);
    expect(durations("cline.ndjson")).toEqual([23, 11]);
    expect(durations("codex.ndjson")).toEqual([null, null]);
    expect(durations("qwen.ndjson")).toEqual([null, null]);
    expect(recorded("codex.ndjson").durationMs).toBeNull();
    expect(recorded("claude.ndjson").durationMs).toBe(139);
  });
});

test("thoughts are told apart from what was said", () => {
  for (const agent of ["claude", "codex", "qwen", "copilot", "cline"]) {
    const thoughts = recorded(`${agent}.thinking.ndjson`).entries.filter(
      (entry) => entry.type === "assistant" && entry.thought,
    );
    expect(thoughts).toMatchObject([{ text: "The user wants a file." }]);
  }
});

test("Gemini's pieces of text are one entry, and its final answer is what came after the last call", () => {
  const read = recorded("gemini.ndjson");
  expect(read.entries.at(-1)).toMatchObject({ text: "Done: hello.txt contains 'hello from mock'." });
});

test("costs are those that programs know", () => {
  expect(recorded("claude.ndjson").totalCostUsd).toBe(0.0032778);
  expect(recorded("opencode.ndjson").totalCostUsd).toBeCloseTo(0.0007386, 9);
  expect(recorded("codex.ndjson").totalCostUsd).toBeNull();
  expect(recorded("cline.ndjson").totalCostUsd).toBeNull();
});
