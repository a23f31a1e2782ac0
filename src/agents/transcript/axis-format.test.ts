import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readTranscript as readAxisTranscript, streamTranscript as streamAxisTranscript } from "./read-transcript.ts";

const entries = [
  { type: "user", text: "Fix the bug", timestamp: "2025-01-01T00:00:00Z" },
  { type: "assistant", text: "Looking" },
  { type: "tool_use", id: "1", tool: "Bash", input: { command: "ls" } },
  { type: "tool_result", id: "1", output: "a" },
  { type: "assistant", text: "Fixed", timestamp: "2025-01-01T00:00:07Z" },
];
const lines = entries.map((entry) => JSON.stringify(entry));
const types = (read: { entries: readonly { type: string }[] }) => read.entries.map(({ type }) => type);
const all = ["user", "assistant", "tool_use", "tool_result", "assistant"];

test.each<[string, string[]]>([
  ["lines", lines],
  [
    "lines with a byte order mark, CRLF and blank lines",
    ["\uFEFF" + lines[0]!, "", ...lines.slice(1).map((line) => `${line}\r`), ""],
  ],
  ["a list on one line", [JSON.stringify(entries)]],
  ["a list over many lines", JSON.stringify(entries, null, 2).split("\n")],
  ["a detail file on one line", [JSON.stringify({ output: { transcript: entries } })]],
  ["a detail file over many lines", ["", ...JSON.stringify({ output: { transcript: entries } }, null, 2).split("\n")]],
])("entries are read from %s", (_, input) => {
  const read = readAxisTranscript(input);
  expect(types(read)).toEqual(all);
  expect(read).toMatchObject({
    problemCount: 0,
    task: "Fix the bug",
    outcome: { status: "completed", result: "Fixed" },
    startTime: "2025-01-01T00:00:00Z",
    endTime: "2025-01-01T00:00:07Z",
    durationMs: 7000,
    tokenUsage: null,
  });
});

test("lines that arrive some at a time are read alike", async () => {
  async function* arriving() {
    yield lines.slice(0, 1);
    yield lines.slice(1);
  }
  expect(await streamAxisTranscript(arriving())).toEqual(readAxisTranscript(lines));
});

test("a line that is no entry is named, and the rest is read", () => {
  const read = readAxisTranscript([
    lines[0]!,
    "Starting agent...",
    '{"type":"assistant"}',
    '{"type":"score","axisScore":100}',
    "5",
    '{"type":"tool_use","tool":"x"',
    lines[1]!,
  ]);
  expect(types(read)).toEqual(["user", "assistant"]);
  expect(read.problems.map(({ line, what }) => [line, what])).toEqual([
    [2, "is not JSON"],
    [3, expect.stringMatching(/^is not an entry: text: /)],
    [4, 'is not an entry: its type is "score"'],
    [5, "is not an entry"],
    [6, "is not JSON"],
  ]);
  expect(read.problems[0]?.excerpt).toBe("Starting agent...");
});

test("a first line that is half an object does not spoil the lines after it", () => {
  const read = readAxisTranscript(["", '{"type":"user","te', ...lines]);
  expect(types(read)).toEqual(all);
  expect(read.problems).toMatchObject([{ line: 2, what: "is not JSON" }]);
});

test("in a document the problem names the entry", () => {
  const read = readAxisTranscript(JSON.stringify([entries[0], { type: "nonsense" }, entries[1]], null, 2).split("\n"));
  expect(types(read)).toEqual(["user", "assistant"]);
  expect(read.problems).toMatchObject([{ line: null, what: 'entry 2 is not an entry: its type is "nonsense"' }]);
});

test("of very many problems the first hundred are kept, and all are counted", () => {
  const read = readAxisTranscript(Array.from({ length: 5000 }, () => "x"));
  expect(read.problems).toHaveLength(100);
  expect(read).toMatchObject({ problemCount: 5000, entries: [] });
});

test("a file of another program has no entries, and its first line is the first problem", () => {
  const read = readAxisTranscript(['{"type":"assistant","message":{"content":[{"type":"text","text":"hi"}]}}']);
  expect(read).toMatchObject({ entries: [], problems: [{ line: 1 }] });
});

test("an empty file has neither entries nor problems", () => {
  expect(readAxisTranscript(["", "  "])).toMatchObject({ entries: [], problemCount: 0, task: null });
});

test("usage and result lines of the command agent are understood; the last of each counts", () => {
  const read = readAxisTranscript([
    '{"type":"usage","input":1,"output":1}',
    ...lines,
    '{"type":"usage","input":10,"output":5,"cacheReadInput":3}',
    '{"type":"result","text":"All done"}',
  ]);
  expect(read).toMatchObject({
    problemCount: 0,
    tokenUsage: { input: 10, output: 5, cacheReadInput: 3 },
    outcome: { status: "completed", result: "All done" },
  });
});

test("usage so far cannot fall: then it is unknown, and so is its cost", () => {
  const usage = (input: number) => JSON.stringify({ type: "usage", input, output: 1, costUsd: 0.5 });
  expect(readAxisTranscript([...lines, usage(5), usage(9)])).toMatchObject({
    tokenUsage: { input: 9, output: 1 },
    totalCostUsd: 0.5,
  });
  expect(readAxisTranscript([...lines, usage(9), usage(5)])).toMatchObject({
    tokenUsage: null,
    totalCostUsd: null,
    problemCount: 1,
  });
});

test("a result with an error is a failure", () => {
  expect(readAxisTranscript([...lines, '{"type":"result","error":"gave up"}']).outcome).toEqual({
    status: "failed",
    code: "agent",
    message: "gave up",
  });
});

test.each([
  '{"input":-1,"output":2}',
  '{"input":1e300,"output":2}',
  '{"input":"5","output":2}',
  '{"output":2}',
  '{"input":1.5,"output":2}',
])("usage %s is not believed", (usage) => {
  const read = readAxisTranscript([...lines, JSON.stringify({ type: "usage", ...JSON.parse(usage) })]);
  expect(read).toMatchObject({ tokenUsage: null, problemCount: 1 });
});

test("a detail file says what the run was, and its scores are not read", () => {
  const detail = {
    scenarioKey: "a/b",
    scenarioName: "A",
    agentName: "me",
    prompt: "The task",
    judge: [{ check: "It works", weight: 1, score: 10 }],
    outcome: { status: "failed", code: "exit", message: "exit code 1" },
    durationMs: 9000,
    totalCostUsd: 0.5,
    tokenUsage: { input: 1, output: 2 },
    score: { axisScore: 100 },
    checks: [{ index: 0, status: "decided", score: 10, rationale: "trust me" }],
    output: {
      transcript: entries,
      result: null,
      metadata: { startTime: "2024-12-31T23:59:58Z", endTime: "soon", sessionId: "s1" },
    },
  };
  const read = readAxisTranscript([JSON.stringify(detail)]);
  expect(read).toEqual({
    refusal: null,
    format: "detail",
    entries: expect.objectContaining({ length: 5 }),
    problems: [],
    problemCount: 0,
    unknownEvents: [],
    task: "The task",
    outcome: { status: "failed", code: "exit", message: "exit code 1" },
    judge: [{ check: "It works", weight: 1 }],
    tokenUsage: { input: 1, output: 2 },
    totalCostUsd: 0.5,
    sessionId: "s1",
    startTime: "2024-12-31T23:59:58Z",
    endTime: "2025-01-01T00:00:07Z",
    durationMs: 9000,
    scenarioKey: "a/b",
    scenarioName: "A",
    agentName: "me",
  });
});

test("a field of a detail file that cannot be read takes no other with it", () => {
  const detail = {
    prompt: 5,
    judge: {},
    outcome: "fine",
    durationMs: -1,
    agentName: "me",
    output: { transcript: entries },
  };
  expect(readAxisTranscript([JSON.stringify(detail)])).toMatchObject({
    task: "Fix the bug",
    judge: null,
    outcome: { status: "completed" },
    durationMs: 7000,
    agentName: "me",
    problems: [{ line: 1, what: "has an outcome that cannot be read", excerpt: "fine" }],
  });
});

test("a time that is no text is unknown", () => {
  const read = readAxisTranscript([
    '{"type":"assistant","text":"a","timestamp":1735689600}',
    '{"type":"user","text":"b","timestamp":null}',
  ]);
  expect(read).toMatchObject({
    problemCount: 0,
    entries: [{ timestamp: null }, { timestamp: null }],
    durationMs: null,
  });
});

test("halves of characters are replaced, also in inputs and their keys", () => {
  const read = readAxisTranscript(['{"type":"tool_use","tool":"a\\ud800","input":{"\\udc00":["\\ud800b"]}}']);
  expect(read.entries).toMatchObject([{ tool: "a\uFFFD", input: { "\uFFFD": ["\uFFFDb"] } }]);
});

test("keys named like properties of every object stay data", () => {
  const read = readAxisTranscript(['{"type":"tool_use","tool":"x","input":{"__proto__":{"polluted":"\\ud800"}}}']);
  expect(JSON.stringify(read.entries[0])).toContain('"input":{"__proto__":{"polluted":"\uFFFD"}}');
  expect({}).not.toHaveProperty("polluted");
});

test.each([
  ["an input", `{"type":"tool_use","tool":"x","input":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 1],
  ["no entry", `{"type":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 0],
  ["a line", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, 0],
  [
    "a rubric",
    `{"judge":[{"check":"a","weight":1,"verify":{"json":{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}}}],"output":{"transcript":[${lines[0]}]}}`,
    1,
  ],
  ["a result", `{"type":"result","error":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 0],
])("%s nested 10,000 deep is cut at 100", (_, line, count) => {
  const read = readAxisTranscript([line]);
  expect(read.entries).toHaveLength(count);
  expect(JSON.stringify(read).length).toBeLessThan(5000);
});

test("any lines can be read, and each is an entry, a statement or a problem", () => {
  const anyLine = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(...lines, "[", "{", "]", "}", '{"type":"usage"}', '{"type":"result"}'),
  );
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), (input) => {
      const read = readAxisTranscript(input);
      expect(read.problems.length).toBe(Math.min(100, read.problemCount));
      for (const { line } of read.problems) expect(line === null || (line >= 1 && line <= input.length)).toBe(true);
    }),
  );
});

test("a file cut at any character still reads up to the cut", () => {
  const text = lines.join("\n");
  fc.assert(
    fc.property(fc.nat(text.length), (length) => {
      const whole = text.slice(0, length).split("\n").length - 1;
      const read = readAxisTranscript(text.slice(0, length).split("\n"));
      expect(types(read).slice(0, whole)).toEqual(all.slice(0, whole));
      expect(read.problemCount).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([
  [{ costUsd: 0.5 }, 0.5],
  [{ costUsd: 0 }, 0],
  [{ costUsd: -1 }, null],
  [{ costUsd: "1" }, null],
  [{}, null],
])("a usage line with %j cost %s", (more, costUsd) => {
  const usage = JSON.stringify({ type: "usage", input: 1, output: 2, ...more });
  expect(readAxisTranscript([...lines, usage])).toMatchObject({
    tokenUsage: { input: 1, output: 2 },
    totalCostUsd: costUsd,
  });
});

test.each([
  [{ text: "Done" }, { status: "completed", result: "Done" }],
  [{ text: null }, { status: "completed", result: null }],
  [{ text: 5 }, { status: "completed", result: "Fixed" }],
  [
    { text: "Done", error: "" },
    { status: "completed", result: "Done" },
  ],
  [
    { text: "Done", error: null },
    { status: "completed", result: "Done" },
  ],
  [
    { text: "Done", error: false },
    { status: "completed", result: "Done" },
  ],
  [
    { text: "Done", error: "no" },
    { status: "failed", code: "agent", message: "no" },
  ],
  [{ error: { why: "no" } }, { status: "failed", code: "agent", message: '{"why":"no"}' }],
])("the result line %j ends the run as %j", (result, outcome) => {
  const thought = JSON.stringify({ type: "assistant", text: "Hm.", thought: true });
  expect(readAxisTranscript([...lines, thought, JSON.stringify({ type: "result", ...result })]).outcome).toEqual(
    outcome,
  );
});

test("a second run in one file is a problem, and the first is read", () => {
  const detail = JSON.stringify({ output: { transcript: entries } });
  const found = readAxisTranscript([detail, JSON.stringify({ output: { transcript: [] }, prompt: "Other" })]);
  expect(found).toMatchObject({ format: "detail", task: "Fix the bug", problemCount: 1 });
  expect(found.problems[0]?.what).toBe("is a second run in the same file");
});

test.each([
  ["Do it well", "Do it well"],
  ["x", "x"],
  [[{ check: "a", weight: 1 }], [{ check: "a", weight: 1 }]],
  ["", null],
  [[], null],
  [5, null],
])("the rubric %j of a detail file is %j", (judge, stated) => {
  const found = readAxisTranscript([JSON.stringify({ judge, output: { transcript: entries } })]);
  expect(found.judge).toEqual(stated);
});

test("what a detail file states of its duration goes before what its entries show; the task is the first one given", () => {
  const talk = [...entries, { type: "user", text: "Thanks", timestamp: "2025-01-01T00:00:09Z" }];
  const found = readAxisTranscript([JSON.stringify({ durationMs: 1234, output: { transcript: talk } })]);
  expect(found).toMatchObject({ durationMs: 1234, task: "Fix the bug", endTime: "2025-01-01T00:00:09Z" });
});

test("one moment is no duration; two that a file states are one", () => {
  const moment = "2025-01-01T00:00:00Z";
  const transcript = [{ type: "user", text: "Fix the bug", timestamp: moment }];
  expect(readAxisTranscript([JSON.stringify({ output: { transcript } })]).durationMs).toBeNull();
  const metadata = { startTime: moment, endTime: "2025-01-01T00:00:03Z" };
  expect(readAxisTranscript([JSON.stringify({ output: { transcript, metadata } })]).durationMs).toBe(3000);
});
