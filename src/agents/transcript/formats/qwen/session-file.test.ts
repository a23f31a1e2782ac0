import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const read = (...events: readonly object[]) => readTranscript(events.map((event) => JSON.stringify(event)));
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;

describe("session files of Qwen Code", () => {
  const line = (uuid: string, parentUuid: string | null, type: string, more: object) => ({
    uuid,
    parentUuid,
    sessionId: "s",
    timestamp: at(1),
    type,
    ...more,
  });
  const asks = (uuid: string, parent: string | null, text: string, more: object = {}) =>
    line(uuid, parent, "user", { message: { role: "user", parts: [{ text }] }, ...more });
  const says = (uuid: string, parent: string | null, ...parts: readonly object[]) =>
    line(uuid, parent, "assistant", {
      message: { role: "model", parts },
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, cachedContentTokenCount: 4, totalTokenCount: 12 },
    });
  const call = (id: string) => ({ functionCall: { id, name: "run_shell_command", args: { command: "ls" } } });
  const back = (uuid: string, parent: string, id: string, toolCallResult: object, output = "x") =>
    line(uuid, parent, "tool_result", {
      message: { parts: [{ functionResponse: { id, name: "run_shell_command", response: { output } } }] },
      toolCallResult,
    });

  test("count only the branch that the last message belongs to", () => {
    const found = read(
      asks("1", null, "First"),
      says("2", "1", call("a")),
      line("3", "1", "system", { subtype: "rewind", systemPayload: { truncatedCount: 1 } }),
      asks("4", "3", "Second"),
      says("5", "4", { text: "Done." }),
      // About the session itself, and outside the conversation.
      line("6", null, "system", { subtype: "custom_title", systemPayload: {} }),
    );
    expect(found.entries.map((entry) => ("text" in entry ? entry.text : entry.type))).toEqual([
      "First",
      "Second",
      "Done.",
    ]);
    expect(found.tokenUsage).toEqual({ input: 6, output: 2, cacheReadInput: 4 });
  });

  test("survive a line that is missing", () => {
    const found = read(asks("1", null, "Task"), says("3", "2", call("a")), says("4", "3", { text: "Done." }));
    expect(found).toMatchObject({ task: "Task", outcome: { result: "Done." } });
    expect(found.entries).toHaveLength(3);
  });

  test("write one message on several lines", () => {
    const found = read(
      asks("1", null, "Task"),
      says("2", "1", { text: "Hm", thought: true }, { text: "Do" }),
      says("2", "1", { text: "ne." }),
    );
    expect(found.entries.slice(1)).toMatchObject([{ thought: true, text: "Hm" }, { text: "Done." }]);
    expect(found.tokenUsage).toMatchObject({ input: 6, output: 2 });
  });

  test("tell failed calls by a status, an exit code, or the end of the output", () => {
    const result = (told: object, output?: string) =>
      read(says("1", null, call("a")), back("2", "1", "a", told, output)).entries.at(-1);
    expect(result({ status: "success", resultDisplay: { exitCode: 0 } })).toMatchObject({
      isError: false,
      exitCode: 0,
    });
    expect(result({ status: "error" })).toMatchObject({ isError: true });
    expect(result({ status: "success", resultDisplay: { exitCode: 3 } })).toMatchObject({ exitCode: 3 });
    const output = "Output: x\nExit Code: 2\nSignal: (none)\nProcess Group PGID: 1";
    expect(result({ status: "success", resultDisplay: "x" }, output)).toMatchObject({ exitCode: 2 });
  });

  test("have messages that are not from the user", () => {
    const found = read(
      asks("1", null, "A task ended", { subtype: "notification", provenance: "system" }),
      asks("2", "1", "expanded text", { systemPayload: { displayText: "Do it", hookContext: "x" } }),
    );
    expect(found.entries).toMatchObject([{ type: "system" }, { type: "user", text: "Do it" }]);
    expect(found.task).toBe("Do it");
  });

  test("have failed if the model could not be reached, or the turn was cancelled, and it did not answer again", () => {
    const uiEvent = { "event.name": "qwen-code.api_error", status_code: 401, error_message: "no key" };
    const refused = line("2", "1", "system", { subtype: "ui_telemetry", systemPayload: { uiEvent } });
    const cancelled = line("2", "1", "system", { subtype: "turn_result", systemPayload: { state: "cancelled" } });
    const asked = asks("1", null, "Task");
    expect(read(asked, refused).outcome).toEqual({ status: "failed", code: "auth", message: "no key" });
    const { status_code: _, ...dropped } = uiEvent;
    const lost = line("3", "2", "system", { subtype: "ui_telemetry", systemPayload: { uiEvent: dropped } });
    expect(read(asked, says("2", "1", call("a")), lost).outcome).toMatchObject({ code: "network" });
    expect(read(asked, cancelled).outcome).toMatchObject({ status: "failed", code: "agent" });
    expect(read(asked, refused, says("3", "2", { text: "Fine." })).outcome).toMatchObject({ result: "Fine." });
  });

  test("keep the calls of sub-agents, and not their answers", () => {
    const aside = { isSidechain: true, agentId: "explore-1" };
    const found = read(
      asks("1", null, "Task"),
      { ...says("9", null, call("b"), { text: "Sub" }), ...aside },
      says("2", "1", { text: "Done." }),
    );
    expect(found.outcome).toMatchObject({ result: "Done." });
    expect(found.entries).toContainEqual(expect.objectContaining({ id: "b", parentId: "explore-1" }));
  });
});
