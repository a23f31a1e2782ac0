import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const line = (type: string, more: object) => ({ type, uuid: "u", session_id: "s", ...more });
const init = line("system", { subtype: "init", qwen_code_version: "0.24.0", model: "m" });
const ended = (more: object) => line("result", { duration_api_ms: 5, ...more });

function read(...events: readonly object[]) {
  return readTranscript([init, ...events].map((event) => JSON.stringify(event)));
}

describe("how a run of Qwen Code ended", () => {
  test.each([
    [{ is_error: true, subtype: "success", error: { message: "lost" } }, "agent", "lost"],
    [{ is_error: false, subtype: "error_max_turns" }, "agent", "Qwen Code ended with error_max_turns"],
    [{ is_error: true, subtype: "error_during_execution", result: "no" }, "agent", "no"],
    [{ is_error: true, error: { message: "lost" }, usage: { input_tokens: 9, output_tokens: 0 } }, "network", "lost"],
    [{ is_error: true, error: { message: "lost" }, usage: { input_tokens: 9, output_tokens: 1 } }, "agent", "lost"],
  ])("%j is a failure of kind %s", (facts, code, message) => {
    expect(read(ended(facts)).outcome).toEqual({ status: "failed", code, message });
  });

  test("a subtype that only ends in error is none", () => {
    expect(read(ended({ is_error: false, subtype: "no_error", result: "Done" })).outcome).toEqual({
      status: "completed",
      result: "Done",
    });
  });
});

describe("what Qwen Code says", () => {
  test("a retry is told and known; what is new is told and counted", () => {
    const read2 = read(
      line("system", { subtype: "retry", data: { attempt: 1 } }),
      line("system", { subtype: "status" }),
      line("system", { subtype: "from_tomorrow" }),
    );
    expect(read2.entries).toMatchObject([{ text: "init (m)" }, { text: "retry" }, { text: "from_tomorrow" }]);
    expect(read2.entries).toHaveLength(3);
    expect(read2.unknownEvents).toEqual([{ event: "system/from_tomorrow", count: 1 }]);
  });

  test("words of the user, times and sub-agents are kept", () => {
    const timestamp = "2026-01-01T00:00:00Z";
    const content = [{ type: "tool_use", id: "t", name: "lsp", input: {} }];
    const { entries, task } = read(
      line("user", { timestamp, message: { role: "user", content: "Fix it" } }),
      line("assistant", { timestamp, parent_tool_use_id: "p", message: { role: "assistant", content } }),
    );
    expect(task).toBe("Fix it");
    expect(entries.slice(1)).toEqual([
      { type: "user", timestamp, text: "Fix it" },
      { type: "tool_use", timestamp, id: "t", tool: "lsp", input: {}, kind: "search", parentId: "p" },
    ]);
  });

  test("control lines say nothing", () => {
    expect(read(line("control_request", {}), line("control_response", {})).unknownEvents).toEqual([]);
  });
});

describe("the exit code of a command", () => {
  const output = (end: string) => {
    const call = { type: "tool_use", id: "t", name: "run_shell_command", input: {} };
    const result = { type: "tool_result", tool_use_id: "t", is_error: false, content: `Output: x${end}` };
    const { entries } = read(
      line("assistant", { message: { role: "assistant", content: [call] } }),
      line("user", { message: { role: "user", content: [result] } }),
    );
    return entries.flatMap((entry) => (entry.type === "tool_result" ? [entry.exitCode] : []))[0];
  };

  test("is found at the end of its report, whose lines differ from version to version", () => {
    expect(output("\nExit Code: 3\nSignal: (none)\nProcess Group PGID: (none)")).toBe(3);
    expect(output("\nExit Code: 3\nSignal: 9\nBackground PIDs: 11, 12\nProcess Group PGID: 400\n")).toBe(3);
  });

  test("is not what a command printed before the end", () => {
    expect(output("\nExit Code: 3\nSignal: (none)\nProcess Group PGID: 1\nand more")).toBeUndefined();
    expect(output("\nExit Code: (none)\nSignal: (none)\nProcess Group PGID: 1")).toBeUndefined();
  });
});

describe("the usage of Qwen Code", () => {
  const counts = (input_tokens: number, output_tokens: number, cache_read_input_tokens = 0) => ({
    usage: { input_tokens, output_tokens, cache_read_input_tokens },
  });
  const message = (...given: Parameters<typeof counts>) =>
    line("assistant", {
      message: { role: "assistant", content: [{ type: "text", text: "Well." }], ...counts(...given) },
    });
  const first = [
    message(0, 0),
    message(1000, 10, 100),
    message(2000, 20, 200),
    ended({ result: "Done.", ...counts(3000, 30, 300) }),
  ];
  const again = [message(0, 0), message(40_000, 40, 4000)];

  test("is in the last of several results, which covers the session", () => {
    const second = [...again, message(80_000, 80, 8000), ended({ result: "Done.", ...counts(123_000, 150, 12_300) })];
    expect(read(...first, ...second).tokenUsage).toMatchObject({ input: 110_700, output: 150, cacheReadInput: 12_300 });
  });

  test("is what the messages had counted, if the run is cut off", () => {
    expect(read(...first, ...again).tokenUsage).toMatchObject({ input: 38_700, output: 70, cacheReadInput: 4300 });
    expect(read(message(1000, 10, 100)).tokenUsage).toMatchObject({ input: 900, output: 10 });
    expect(read(message(0, 0)).tokenUsage).toBeNull();
  });
});
