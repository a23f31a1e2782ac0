import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const readDocument = (document: object) => readTranscript(JSON.stringify(document, null, 2).split("\n"));

describe("session files of Cline", () => {
  const result = (content: unknown, more: object = {}) => ({ type: "tool_result", tool_use_id: "t", content, ...more });
  const file = (...messages: readonly object[]) =>
    readDocument({ version: 1, agent: "lead", sessionId: "s", origin: { source: "cli" }, messages });
  const message = (role: string, content: readonly object[], more: object = {}) => ({
    role,
    content,
    ts: 1_770_000_000_000,
    ...more,
  });
  const call = { type: "tool_use", id: "t", name: "calc__add", input: {} };
  const back = (content: unknown, more: object = {}) =>
    file(message("assistant", [call]), message("user", [result(content, more)])).entries.at(-1);

  test("tell failed calls inside of what came back", () => {
    expect(back([{ query: "a", result: "x", success: true }])).toMatchObject({ isError: false, output: "x" });
    expect(back([{ result: "[stderr]\nno", error: "Command exited with code 3", success: false }])).toMatchObject({
      isError: true,
      exitCode: 3,
    });
    expect(back('{"content":[{"type":"text","text":"no"}],"isError":true}')).toMatchObject({
      isError: true,
      output: "no",
    });
    expect(back('{"content":[{"type":"text","text":"42"}]}')).toMatchObject({ isError: false, output: "42" });
    expect(back('{"error":"rejected"}', { is_error: true })).toMatchObject({ isError: true, output: "rejected" });
    expect(back("plain")).toMatchObject({ isError: false, output: "plain" });
  });

  test("name tools of MCP servers like all formats, and have the task between tags", () => {
    const metrics = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 4, cacheWriteTokens: 1 };
    const found = file(
      message("user", [{ type: "text", text: '<user_input mode="act">Add it</user_input>' }]),
      message("assistant", [call], { metrics }),
    );
    expect(found).toMatchObject({
      format: "cline",
      task: "Add it",
      sessionId: "s",
      tokenUsage: { input: 5, output: 2, cacheReadInput: 4, cacheWriteInput: 1 },
    });
    expect(found.entries.at(-1)).toMatchObject({ tool: "mcp__calc__add" });
  });

  test("have failed if they end with an error", () => {
    const error = message("assistant", [{ type: "text", text: "no key" }], { metadata: { displayRole: "error" } });
    const says = message("assistant", [{ type: "text", text: "Fine." }]);
    expect(file(says, error).outcome).toMatchObject({ status: "failed", message: "no key" });
    expect(file(error, says).outcome).toEqual({ status: "completed", result: "Fine." });
  });

  test("have messages that the program wrote", () => {
    const shown = (role: string, displayRole: string) =>
      message(role, [{ type: "text", text: "Resumed" }], { metadata: { displayRole } });
    const says = message("assistant", [{ type: "text", text: "Fine." }]);
    const found = file(shown("user", "system"), says, shown("assistant", "status"));
    expect(found.entries.map(({ type }) => type)).toEqual(["system", "assistant", "system"]);
    expect(found.outcome).toMatchObject({ result: "Fine." });
  });

  test("have an index beside them, which is refused", () => {
    const index = { version: 1, session_id: "s", prompt: "x", messages_path: "/home/user/s.messages.json" };
    expect(readDocument(index)).toMatchObject({
      format: "cline",
      refusal: "is the index of a Cline session and has no messages; score s.messages.json instead",
    });
  });
});
