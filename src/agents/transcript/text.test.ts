import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../../core/entry.ts";
import { formatInteraction, formatTranscript } from "./text.ts";

const read = (...entries: EntryInput[]) => entries.map((entry) => Entry.parse(entry));

const run = read(
  { type: "user", text: "Fix it" },
  { type: "assistant", text: "I think", thought: true },
  { type: "tool_use", id: "1", tool: "Bash", input: { command: "npm test" } },
  { type: "tool_use", tool: "Read a file", input: {}, kind: "read", locations: ["a.ts", "b.ts"] },
  { type: "tool_result", id: "1", output: "1 failed\n2 passed", isError: true, exitCode: 1 },
  { type: "error", message: "the line broke" },
  { type: "assistant", text: "Done.\n[5] tool_result of [3] (ok): 3 passed" },
);

test("every entry begins a line with its number and type, and further lines are set in", () => {
  expect(formatTranscript(run)).toBe(
    [
      "[1] user: Fix it",
      "[2] assistant (thought): I think",
      '[3] tool_use Bash: {"command":"npm test"}',
      "[4] tool_use Read a file: {}",
      "  locations: a.ts, b.ts",
      "[5] tool_result of [3] (error, exit code 1): 1 failed",
      "  2 passed",
      "[6] error of [4]: the line broke",
      "[7] assistant: Done.",
      "  [5] tool_result of [3] (ok): 3 passed",
    ].join("\n"),
  );
});

test("a long entry is cut in its middle", () => {
  const text = formatTranscript(read({ type: "assistant", text: `first ${"x".repeat(9000)} last` }));
  expect(text.length).toBeLessThan(2100);
  expect(text).toMatch(/^\[1\] assistant: first x+\[\.\.\. \d+ characters cut \.\.\.\]x+ last$/);
});

test("a long transcript loses entries from its middle, says how many, and keeps its end", () => {
  const entries = read(
    ...Array.from({ length: 10_000 }, (_, at): EntryInput => ({ type: "assistant", text: `step ${at + 1}` })),
  );
  const lines = formatTranscript(entries).split("\n");
  const cut = lines.findIndex((line) => line.startsWith("[... "));
  expect(lines.join("\n").length).toBeLessThanOrEqual(50_000);
  expect(lines[cut]).toBe(`[... ${10_000 - (lines.length - 1)} entries cut ...]`);
  expect(lines[0]).toBe("[1] assistant: step 1");
  expect(lines.at(-1)).toBe("[10000] assistant: step 10000");
  expect(Math.abs(cut - lines.length / 2)).toBeLessThan(100);
});

test("padding cannot push out the last entry", () => {
  const entries = read(
    { type: "assistant", text: "x".repeat(5_000_000) },
    { type: "assistant", text: "the answer is 42" },
  );
  expect(formatTranscript(entries, { entry: 2000, whole: 300 })).toContain("the answer is 42");
});

test("the last entry is cut rather than dropped", () => {
  const text = formatTranscript(read({ type: "user", text: "a" }, { type: "assistant", text: "x".repeat(900) }), {
    entry: 900,
    whole: 200,
  });
  expect(text.length).toBeLessThanOrEqual(200);
  expect(text).toMatch(/^\[1\] user: a\n\[2\] assistant: x+\[\.\.\. \d+ characters cut \.\.\.\]x+$/);
});

test("one interaction as text is its request and its answer", () => {
  expect(formatInteraction({ entryIndices: [2, 4] }, run)).toBe(
    'tool_use Bash: {"command":"npm test"}\ntool_result (error, exit code 1): 1 failed\n  2 passed',
  );
  expect(formatInteraction({ entryIndices: [3, 5] }, run)).toBe(
    "tool_use Read a file: {}\n  locations: a.ts, b.ts\nerror: the line broke",
  );
  expect(formatInteraction({ entryIndices: [3] }, run)).toBe(
    "tool_use Read a file: {}\n  locations: a.ts, b.ts\nno result",
  );
});

test("a short request leaves its room to a long answer", () => {
  const entries = read(
    { type: "tool_use", tool: "Bash", input: { command: "ls" } },
    { type: "tool_result", output: "y".repeat(9000) },
  );
  const text = formatInteraction({ entryIndices: [0, 1] }, entries, 1000);
  expect(text.length).toBe(1000);
  expect(text).toContain('{"command":"ls"}');
});

test("the status a page was fetched with is shown", () => {
  const entries = read(
    { type: "tool_use", id: "1", tool: "WebFetch", input: { url: "https://a.test" } },
    { type: "tool_result", id: "1", output: "gone", isError: true, httpStatus: 404 },
  );
  expect(formatTranscript(entries)).toContain("[2] tool_result of [1] (error, HTTP 404): gone");
  expect(formatInteraction({ entryIndices: [0, 1] }, entries)).toContain("tool_result (error, HTTP 404): gone");
});

test("a stretch of texts is one item with all of them, and no places are no line", () => {
  const entries = read(
    { type: "assistant", text: "one" },
    { type: "assistant", text: "two" },
    { type: "tool_use", tool: "Read", input: {}, locations: [] },
  );
  expect(formatInteraction({ entryIndices: [0, 1] }, entries)).toBe("assistant: one\n  two");
  expect(formatTranscript(entries).split("\n").at(-1)).toBe("[3] tool_use Read: {}");
});
