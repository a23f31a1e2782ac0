import { describe, expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

function read(...events: readonly object[]) {
  return readTranscript(events.map((event) => JSON.stringify(event)));
}

const line = (type: string, more: object) => ({
  type,
  session_id: "s",
  uuid: "u",
  timestamp: "2026-01-01T00:00:00Z",
  ...more,
});
const says = (content: unknown, more: object = {}) =>
  line("assistant", { message: { role: "assistant", content }, ...more });
const answers = (content: unknown, more: object = {}) => line("user", { message: { role: "user", content }, ...more });
const result = (content: unknown, more: object = {}) => ({ type: "tool_result", tool_use_id: "t", content, ...more });
const ended = (more: object) => line("result", { is_error: false, ...more });

describe("what Claude Code says about itself", () => {
  test.each([
    [{ subtype: "init", model: "m", permissionMode: "default" }, "init (m, default)"],
    [{ subtype: "permission_denied", tool_name: "Bash" }, "permission_denied (Bash)"],
    [{ subtype: "task_started", description: "look" }, "task_started (look)"],
    [{ subtype: "task_notification", status: "completed" }, "task_notification (completed)"],
    [{ subtype: "compact_boundary", content: "Conversation compacted" }, "compact_boundary: Conversation compacted"],
    [
      { subtype: "api_retry", attempt: 2, error_status: 529, error: "overloaded" },
      "api_retry (attempt 2, status 529, overloaded)",
    ],
    [{ content: "A notice" }, "system: A notice"],
  ])("%j is one line with its facts", (event, text) => {
    const { entries, unknownEvents } = read(line("system", event));
    expect(entries).toEqual([{ type: "system", text, timestamp: "2026-01-01T00:00:00Z" }]);
    expect(unknownEvents).toEqual([]);
  });

  test.each(["status", "thinking_tokens", "hook_started"])("%s is noise", (subtype) => {
    expect(read(line("system", { subtype }))).toMatchObject({ entries: [], unknownEvents: [] });
  });

  test("a line of a kind that is new is told, and counted as unknown", () => {
    expect(read(line("system", { subtype: "from_tomorrow" }))).toMatchObject({
      entries: [{ type: "system", text: "from_tomorrow" }],
      unknownEvents: [{ event: "system/from_tomorrow", count: 1 }],
    });
  });

  test.each("tool_use_summary control_cancel_request prompt_suggestion attachment worktree-state tag".split(" "))(
    "%s says nothing about the run",
    (type) => {
      expect(read(says("a"), line(type, {}))).toMatchObject({ entries: [{ text: "a" }], unknownEvents: [] });
    },
  );
});

describe("messages", () => {
  test("whose content is a plain text are that text", () => {
    expect(read(says("Done."), answers("Thanks")).entries).toEqual([
      { type: "assistant", text: "Done.", timestamp: "2026-01-01T00:00:00Z" },
      { type: "user", text: "Thanks", timestamp: "2026-01-01T00:00:00Z" },
    ]);
  });

  test("of a person may have several blocks; results among them are results and nothing else", () => {
    const { entries } = read(
      answers([result("ok"), { type: "text", text: "one" }, { type: "image" }, { type: "text", text: "two" }]),
    );
    expect(entries).toMatchObject([
      { type: "tool_result", id: "t", output: "ok" },
      { type: "user", text: "one\n[image]\ntwo" },
    ]);
  });

  test("that the program wrote in a person's place are no task", () => {
    const summary = answers("This session continues another.", { isCompactSummary: true });
    const briefing = answers("Look at a", { parent_tool_use_id: "t1" });
    expect(read(summary, briefing, answers("Fix it"))).toMatchObject({
      task: "Fix it",
      entries: [{ type: "system" }, { type: "system" }, { type: "user" }],
    });
  });

  test("calls that the model server makes itself are calls, and kinds are told where a name does not say them", () => {
    const block = (type: string, name: string) => ({ type, id: name, name, input: { q: 1 } });
    expect(
      read(says([block("server_tool_use", "web_search"), block("tool_use", "LSP"), { type: "tool_use" }])).entries,
    ).toMatchObject([
      { type: "tool_use", id: "web_search", tool: "web_search", input: { q: 1 } },
      { type: "tool_use", tool: "LSP", kind: "search" },
      { type: "tool_use", id: null, tool: "unknown", input: {} },
    ]);
  });
});

describe("results", () => {
  test("blocks of text are joined by newlines, and what is no text is named", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "image", source: {} },
      { type: "tool_reference", tool_name: "WebFetch" },
      { type: "resource_link", name: "notes" },
      { type: "resource", uri: "file:///a" },
      { nothing: 1 },
      "c",
      7,
    ];
    expect(read(answers([result(content)])).entries).toMatchObject([
      {
        output:
          "a\nb\n[image]\n[tool_reference: WebFetch]\n[resource_link: notes]\n[resource: file:///a]\n[unknown]\nc\n",
      },
    ]);
  });

  test.each([
    ["Exit code 2\nred", true, 2],
    ["Exit code 137", true, 137],
    // What a command printed is not what the program says of it.
    ["Exit code 2\nred", false, undefined],
    ["make: Exit code 2", true, undefined],
    ["Exit code 2 was expected", true, undefined],
  ])("%j with is_error %s has exit code %s", (output, isError, exitCode) => {
    const [entry] = read(answers([result(output, { is_error: isError })])).entries;
    expect(entry).toEqual({
      type: "tool_result",
      timestamp: "2026-01-01T00:00:00Z",
      id: "t",
      output,
      isError,
      ...(exitCode === undefined ? {} : { exitCode }),
    });
  });

  test.each([
    [{ tool_use_result: { url: "https://a.test", code: 404 } }, 404],
    [{ toolUseResult: { url: "https://a.test", code: 200 } }, 200],
    [{ tool_use_result: { url: "https://a.test", code: 100 } }, 100],
    [{ tool_use_result: { url: "https://a.test", code: 599 } }, 599],
    [{ tool_use_result: { url: "https://a.test", code: 99 } }, undefined],
    [{ tool_use_result: { url: "https://a.test", code: 600 } }, undefined],
    // The code of a process is no status.
    [{ tool_use_result: { stdout: "", code: 127 } }, undefined],
    [{ tool_use_result: "Error: no" }, undefined],
  ])("with %j the page was fetched with status %s", (facts, httpStatus) => {
    const [entry] = read(answers([result("page")], facts)).entries;
    expect(entry).toMatchObject({ type: "tool_result", output: "page" });
    expect(entry?.type === "tool_result" ? entry.httpStatus : null).toBe(httpStatus);
  });
});

describe("the end", () => {
  test("a denied call without a name is told all the same", () => {
    expect(read(ended({ result: "Done", permission_denials: [{}] })).entries).toMatchObject([
      { text: "permission denied: unknown" },
    ]);
  });

  test("a failure without a word names the way it ended", () => {
    expect(read(ended({ subtype: "error_max_turns" })).outcome).toEqual({
      status: "failed",
      code: "agent",
      message: "Claude Code ended with error_max_turns",
    });
  });

  test("the final event decides, also where lines name their session as session files do", () => {
    const spoken = { type: "assistant", sessionId: "s", uuid: "u", message: { role: "assistant", content: "Half." } };
    const failed = { type: "result", subtype: "error_during_execution", is_error: true, result: "no" };
    expect(read(spoken, failed).outcome).toEqual({ status: "failed", code: "agent", message: "no" });
  });
});

describe("the usage of several prompts on the input of one process", () => {
  const counts = (input_tokens: number, output_tokens: number, cache_read_input_tokens: number) => ({
    usage: { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens: 0 },
  });
  const message = (id: string, ...given: Parameters<typeof counts>) =>
    line("assistant", {
      message: { id, role: "assistant", content: [{ type: "text", text: "Well." }], ...counts(...given) },
    });
  const first = [
    message("m1", 1000, 1, 100),
    message("m1", 1000, 1, 100),
    message("m2", 2000, 1, 200),
    ended({ result: "First done.", result_index: 0, total_cost_usd: 0.00954, ...counts(3000, 30, 300) }),
  ];
  const again = [message("m3", 40_000, 1, 4000), message("m4", 80_000, 1, 8000)];

  test("adds the tokens, which are those of a prompt, and takes the last cost, which is that of all", () => {
    const second = { result: "Second done.", result_index: 1, total_cost_usd: 0.37494 };
    expect(read(...first, ...again, ended({ ...second, ...counts(120_000, 120, 12_000) }))).toMatchObject({
      tokenUsage: { input: 123_000, output: 150, cacheReadInput: 12_300 },
      totalCostUsd: 0.37494,
    });
  });

  test("keeps what was known when the second answer is cut off: each message once, and no cost", () => {
    expect(read(...first, ...again)).toMatchObject({
      tokenUsage: { input: 123_000, output: 32, cacheReadInput: 12_300 },
      totalCostUsd: null,
    });
  });

  test("is unknown if the model was never reached: the program's own message has no tokens", () => {
    expect(read(message("m1", 0, 0, 0)).tokenUsage).toBeNull();
  });
});
