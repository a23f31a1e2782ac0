import { expect, test } from "vitest";
import { readTranscript } from "../read-transcript.ts";

const read = (document: unknown) => readTranscript(JSON.stringify(document, null, 1).split("\n"));
const readLines = (...events: readonly object[]) => readTranscript(events.map((event) => JSON.stringify(event)));

const call = { type: "tool_use", id: "t", name: "bash", input: { command: "ls" } };
const back = { type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "no" }], is_error: true };
const usage = { input_tokens: 5, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 1 };
const messages = [
  { role: "user", content: "List" },
  {
    role: "assistant",
    content: [{ type: "thinking", thinking: "Hm" }, { type: "text", text: "Listing" }, call],
    usage,
  },
  { role: "user", content: [back] },
  { role: "assistant", content: [{ type: "text", text: "It failed." }], usage },
];

test.each([
  ["a list", read(messages)],
  ["a document", read({ system: "Be brief", messages })],
  ["lines", readLines(...messages)],
  ["lines with a type", readLines(...messages.map((message) => ({ type: message.role, session_id: "s", message })))],
])("messages as %s are read alike", (_, found) => {
  expect(found).toMatchObject({
    format: "anthropic",
    task: "List",
    refusal: null,
    unknownEvents: [],
    tokenUsage: { input: 10, output: 4, cacheReadInput: 6, cacheWriteInput: 2 },
    outcome: { status: "completed", result: "It failed." },
  });
  expect(found.entries.filter(({ type }) => type !== "system").slice(1)).toMatchObject([
    { thought: true, text: "Hm" },
    { text: "Listing" },
    { type: "tool_use", id: "t", tool: "bash", input: { command: "ls" } },
    { type: "tool_result", id: "t", output: "no", isError: true },
    { text: "It failed." },
  ]);
});

test("a final line tells how the run ended", () => {
  const lines = messages.map((message) => ({ type: message.role, message }));
  const ended = (more: object) => readLines(...lines, { type: "result", subtype: "success", ...more }).outcome;
  expect(ended({ is_error: false, result: "Fine." })).toEqual({ status: "completed", result: "Fine." });
  expect(ended({ is_error: true, result: "Broken." })).toEqual({ status: "failed", code: "agent", message: "Broken." });
});

test("a sub-agent's words are neither the task nor the answer", () => {
  const inside = (message: object) => ({ type: "assistant", parent_tool_use_id: "t", message });
  const found = readLines(
    ...messages.map((message) => ({ type: message.role, message })),
    inside({
      role: "assistant",
      content: [
        { ...call, id: "u" },
        { type: "text", text: "Sub" },
      ],
    }),
  );
  expect(found.outcome).toMatchObject({ result: "It failed." });
  expect(found.entries).toContainEqual(expect.objectContaining({ id: "u", parentId: "t" }));
});

test("calls that the model's server makes have their results beside them", () => {
  const mcp = { type: "mcp_tool_use", id: "m", server_name: "calc", name: "add", input: {} };
  const result = { type: "mcp_tool_result", tool_use_id: "m", is_error: true, content: [{ type: "text", text: "no" }] };
  const found = read([{ role: "assistant", content: [mcp, result] }]);
  expect(found.entries).toContainEqual(expect.objectContaining({ tool: "mcp__calc__add", id: "m" }));
  expect(found.entries).toContainEqual(expect.objectContaining({ type: "tool_result", id: "m", isError: true }));
});

test("results in the form of a program's own are understood", () => {
  const own = { type: "tool_result", toolUseID: "t", run: { status: "error", error: { message: "denied" } } };
  const found = read({ id: "T-1", messages: [messages[0], messages[1], { role: "user", content: [own] }] });
  expect(found.entries.at(-1)).toMatchObject({ type: "tool_result", id: "t", output: "denied", isError: true });
});

test("messages without a call are refused", () => {
  const line = { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "`ls`" }] } };
  expect(readLines(line)).toMatchObject({
    format: "anthropic",
    refusal: "no call in it: commands written in the text are not told apart",
  });
});
