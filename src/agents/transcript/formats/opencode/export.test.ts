import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const readDocument = (document: object) => readTranscript(JSON.stringify(document, null, 2).split("\n"));

describe("sessions that OpenCode exported", () => {
  const time = { created: 1_770_000_000_000 };
  const message = (role: string, parts: readonly object[], more: object = {}) => ({
    info: { role, time, ...more },
    parts,
  });
  const tokens = (input: number) => ({ input, output: 1, reasoning: 0, cache: { read: 2, write: 0 } });
  const session = (info: object, ...messages: readonly object[]) =>
    readDocument({ info: { id: "ses_1", ...info }, messages });
  const text = (words: string, more: object = {}) => ({ type: "text", text: words, ...more });
  const tool = (state: object) => ({ type: "tool", callID: "c", tool: "bash", state });

  test("have calls with their states, and one without a result if it was still running", () => {
    const found = session(
      {},
      message("user", [text("Task"), text("added", { synthetic: true })]),
      message("assistant", [
        { type: "step-start" },
        { type: "reasoning", text: "Hm" },
        text("Looking"),
        tool({ status: "completed", input: {}, output: "x", metadata: { exit: 1 } }),
        tool({ status: "running", input: {} }),
      ]),
    );
    expect(found.entries).toMatchObject([
      { type: "user", text: "Task" },
      { type: "system", text: "added" },
      { thought: true },
      { text: "Looking" },
      { type: "tool_use" },
      { type: "tool_result", exitCode: 1 },
      { type: "tool_use" },
    ]);
    expect(found).toMatchObject({ format: "opencode", task: "Task", outcome: { result: "Looking" } });
  });

  test("state their tokens and cost; else those of the messages count", () => {
    const says = message("assistant", [text("x")], { tokens: tokens(5), cost: 0.5 });
    expect(session({ tokens: tokens(9), cost: 2 }, says)).toMatchObject({ tokenUsage: { input: 9 }, totalCostUsd: 2 });
    expect(session({}, says, says)).toMatchObject({ tokenUsage: { input: 10, cacheReadInput: 4 }, totalCostUsd: 1 });
    const steps = [
      { type: "step-finish", tokens: tokens(5) },
      { type: "step-finish", tokens: tokens(7) },
    ];
    expect(session({}, message("assistant", steps, { tokens: tokens(7) })).tokenUsage).toMatchObject({ input: 12 });
  });

  test("have failed if their last message has an error", () => {
    const error = { name: "MessageAbortedError", data: { message: "aborted" } };
    const broken = message("assistant", [text("x")], { error });
    expect(session({}, broken).outcome).toEqual({ status: "failed", code: "agent", message: "aborted" });
    expect(session({}, broken, message("assistant", [text("Fine.")])).outcome).toMatchObject({ result: "Fine." });
  });

  test("may follow a line that the program printed", () => {
    const document = JSON.stringify({ info: { id: "ses_1" }, messages: [message("assistant", [text("x")])] }, null, 2);
    const found = readTranscript(["Exporting session: ses_1", ...document.split("\n")]);
    expect(found).toMatchObject({ format: "opencode", problemCount: 1, outcome: { result: "x" } });
  });
});
