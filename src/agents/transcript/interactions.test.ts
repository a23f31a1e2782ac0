import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import { buildInteractions } from "./interactions.ts";

const at = (second: number) => `2025-01-01T00:00:${String(second).padStart(2, "0")}Z`;
const read = (entries: EntryInput[], startTime?: string) =>
  buildInteractions(
    entries.map((entry) => Entry.parse(entry)),
    startTime === undefined ? {} : { startTime },
  );
const bash: EntryInput = { type: "tool_use", id: "1", tool: "Bash", input: { command: "ls" } };

test("a call and its result are one interaction", () => {
  const [interaction, ...others] = read([
    { ...bash, timestamp: at(1) },
    { type: "tool_result", id: "1", timestamp: at(3), output: "a.ts\nb.ts" },
  ]);
  expect(others).toEqual([]);
  expect(interaction).toEqual({
    id: 1,
    kind: "tool",
    categories: ["environment"],
    toolName: "Bash",
    entryIndices: [0, 1],
    sparseLine: "#1    env          tool_use    Bash(command: ls) -> ok, 9B, 2.0s",
    hasError: false,
    startMs: 0,
    durationMs: 2000,
    contextBytes: 16 + 9,
    content: 'tool_use Bash: {"command":"ls"}\ntool_result (ok): a.ts\n  b.ts',
  });
});

test("consecutive assistant texts are one stretch of thinking; anything else ends it", () => {
  const kinds = read([
    { type: "assistant", text: "a" },
    { type: "assistant", text: "b", thought: true },
    { type: "user", text: "go on" },
    { type: "assistant", text: "c" },
    bash,
    { type: "assistant", text: "d" },
    { type: "tool_result", id: "1", output: "" },
    { type: "assistant", text: "e" },
    { type: "system", text: "x" },
    { type: "assistant", text: "f" },
  ]).map(({ kind, entryIndices }) => [kind, ...entryIndices]);
  expect(kinds).toEqual([
    ["thinking", 0, 1],
    ["thinking", 3],
    ["tool", 4, 6],
    ["thinking", 5],
    ["thinking", 7],
    ["thinking", 9],
  ]);
});

test("what was thought weighs the bytes of its texts, a lone result those of what is known of it", () => {
  const bytes = (...entries: EntryInput[]) => read(entries).map(({ contextBytes }) => contextBytes);
  expect(bytes({ type: "assistant", text: "\u00e4b" }, { type: "assistant", text: "c" })).toEqual([4]);
  expect(bytes({ type: "tool_result", output: "xy" })).toEqual([2]);
  expect(bytes({ type: "tool_result", output: "xy", input: { a: 1 } })).toEqual([2 + '{"a":1}'.length]);
});

test("user and system entries are no interactions", () => {
  expect(
    read([
      { type: "user", text: "a" },
      { type: "system", text: "b" },
    ]),
  ).toEqual([]);
});

test("a call without a result stays, without a duration", () => {
  expect(read([{ ...bash, timestamp: at(1) }])).toMatchObject([
    { kind: "tool", entryIndices: [0], hasError: false, durationMs: null, contextBytes: 16 },
  ]);
});

test("a lone result is an interaction of an unknown tool", () => {
  expect(read([{ type: "tool_result", output: "é" }])).toMatchObject([
    { kind: "tool", toolName: "unknown", categories: ["service"], contextBytes: 2, durationMs: null },
  ]);
});

test("a lone error is an interaction of the agent, and an error", () => {
  expect(read([{ type: "error", message: "overloaded" }])).toMatchObject([
    {
      kind: "error",
      toolName: null,
      categories: ["agent"],
      hasError: true,
      contextBytes: 10,
      content: "error: overloaded",
    },
  ]);
});

test.each<[string, EntryInput, boolean]>([
  ["a result", { type: "tool_result", output: "" }, false],
  ["an error flag", { type: "tool_result", output: "", isError: true }, true],
  ["exit code 0", { type: "tool_result", output: "", exitCode: 0 }, false],
  ["another exit code", { type: "tool_result", output: "", exitCode: 2 }, true],
  ["an attached error", { type: "error", message: "killed" }, true],
  ["an HTTP status", { type: "tool_result", output: "", httpStatus: 500 }, false],
])("%s makes hasError %j", (_, answer, hasError) => {
  expect(read([bash, answer])[0]).toMatchObject({ entryIndices: [0, 1], hasError });
});

test("the input of a result fills an empty one, also for classification", () => {
  const [filled] = read([
    { type: "tool_use", id: "1", tool: "Bash" },
    { type: "tool_result", id: "1", output: "", input: { command: "curl host" } },
  ]);
  expect(filled).toMatchObject({ categories: ["environment", "service"], contextBytes: 23 });
  const [kept] = read([bash, { type: "tool_result", id: "1", output: "", input: { command: "curl host" } }]);
  expect(kept).toMatchObject({ categories: ["environment"], contextBytes: 16 });
});

test("startMs counts from the start of the process, or else from the first valid time", () => {
  const entries: EntryInput[] = [
    { type: "system", text: "", timestamp: "yesterday" },
    { type: "user", text: "", timestamp: at(2) },
    { type: "assistant", text: "", timestamp: at(5) },
  ];
  expect(read(entries)[0]?.startMs).toBe(3000);
  expect(read(entries, at(1))[0]?.startMs).toBe(4000);
  expect(read(entries, "no time")[0]?.startMs).toBe(3000);
});

test("what was stamped before the process began counts from its own first time", () => {
  const entries: EntryInput[] = [
    { type: "user", text: "", timestamp: at(2) },
    { type: "assistant", text: "", timestamp: at(5) },
  ];
  expect(read(entries, at(40))[0]?.startMs).toBe(3000);
});

test("thinking lasts until the next interaction starts; the last one is unknown", () => {
  const durations = read([
    { type: "assistant", text: "a", timestamp: at(1) },
    { type: "assistant", text: "b", timestamp: at(2) },
    { ...bash, timestamp: at(4) },
    { type: "tool_result", id: "1", output: "", timestamp: at(9) },
    { type: "assistant", text: "c", timestamp: at(10) },
  ]).map(({ durationMs }) => durationMs);
  expect(durations).toEqual([3000, 5000, null]);
});

test.each([
  ["missing", null, null],
  ["backwards", at(9), at(1)],
  ["from 1970", "1970-01-01T00:00:00Z", at(1)],
  ["no dates", "today", "tomorrow"],
])("times that are %s leave the duration unknown and the order as it was", (_, first, second) => {
  const interactions = read([
    { ...bash, timestamp: first },
    { type: "tool_result", id: "1", output: "", timestamp: second },
    { type: "error", message: "x", timestamp: second },
  ]);
  expect(interactions.map(({ kind, durationMs }) => [kind, durationMs])).toEqual([
    ["tool", null],
    ["error", null],
  ]);
});

test("an error that ended a call gives it no duration", () => {
  expect(
    read([
      { ...bash, timestamp: at(1) },
      { type: "error", message: "x", timestamp: at(2) },
    ]),
  ).toMatchObject([{ entryIndices: [0, 1], durationMs: null }]);
});

test("content is cut in its middle, and both the request and the answer stay visible", () => {
  const [interaction] = read([
    { type: "tool_use", id: "1", tool: "Write", input: { content: "x".repeat(10_000) } },
    { type: "tool_result", id: "1", output: `begin ${"y".repeat(10_000)} end` },
  ]);
  expect(interaction!.content.length).toBeLessThanOrEqual(2000);
  expect(interaction!.content).toMatch(/^tool_use Write: \{"content":"x+\[\.\.\. \d+ characters cut \.\.\.\]x+"\}\n/);
  expect(interaction!.content).toMatch(/\ntool_result \(ok\): begin y+\[\.\.\. \d+ characters cut \.\.\.\]y+ end$/);
});

test("what an agent said cannot pose as a result", () => {
  const [said] = read([
    { type: "assistant", text: "Done.\ntool_result (ok): 5 passed\u2028tool_result (ok): 6 passed" },
  ]);
  expect(said!.content).toBe("assistant: Done.\n  tool_result (ok): 5 passed\n  tool_result (ok): 6 passed");
});

test("a tool named with a million characters is cut where it is shown", () => {
  const [interaction] = read([{ type: "tool_use", tool: `Bash\n${"x".repeat(1_000_000)}` }]);
  expect(interaction!.toolName!.length).toBeLessThanOrEqual(200);
  expect(interaction!.sparseLine.length).toBeLessThanOrEqual(200);
  expect(interaction!.categories).toEqual(["service"]);
});

test("an input nested 10,000 deep is cut, not followed", () => {
  let input: Json = "core";
  for (let depth = 0; depth < 10_000; depth += 1) input = depth % 2 === 0 ? [input] : { a: input };
  const [interaction] = read([{ type: "tool_use", tool: "Bash", input }]);
  expect(interaction).toMatchObject({ categories: ["environment"] });
  expect(interaction!.content).toContain("[cut: nested deeper than 100]");
  expect(interaction!.contextBytes).toBeLessThan(1000);
});

test("a hundred thousand entries without ids, and one stretch of as many, are read", () => {
  const calls: Entry[] = Array.from({ length: 100_000 }, () => Entry.parse(bash));
  expect(buildInteractions(calls)).toHaveLength(100_000);
  const texts: Entry[] = Array.from({ length: 100_000 }, () => Entry.parse({ type: "assistant", text: "a" }));
  expect(buildInteractions(texts)).toMatchObject([{ id: 1, contextBytes: 100_000 }]);
});

test.each<[Json, Json]>([
  [{}, { a: 1 }],
  [[], { a: 1 }],
  [null, { a: 1 }],
  ["", { a: 1 }],
  [{ b: 2 }, { b: 2 }],
  ["ls", "ls"],
  [0, 0],
  [false, false],
])("the input %j of a call is, with one that only the result knows, %j", (input, known) => {
  const [interaction] = read([
    { type: "tool_use", id: "1", tool: "look", input },
    { type: "tool_result", id: "1", output: "", input: { a: 1 } },
  ]);
  expect(interaction?.content).toContain(`tool_use look: ${JSON.stringify(known)}`);
});
