import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../../core/entry.ts";
import { buildInteractions } from "./interactions.ts";
import { sparseIndex } from "./sparse-index.ts";

const read = (...entries: EntryInput[]) => buildInteractions(entries.map((entry) => Entry.parse(entry)));
const line = (...entries: EntryInput[]) => read(...entries)[0]?.sparseLine;
/** What stands after the columns. */
const detail = (entry: EntryInput) => line(entry)!.slice(31);
const time = (ms: number) => new Date(Date.UTC(2025, 0, 1) + ms).toISOString();

function call(
  tool: string,
  input: Record<string, string>,
  ended: { bytes: number; ms: number; failed?: boolean },
): EntryInput[] {
  return [
    { type: "tool_use", tool, input, timestamp: time(0) },
    { type: "tool_result", output: "x".repeat(ended.bytes), isError: ended.failed ?? false, timestamp: time(ended.ms) },
  ];
}

test("a run is told at one line per interaction", () => {
  const interactions = read(
    { type: "assistant", text: "I will look at the project first." },
    ...call("Bash", { command: "ls -la" }, { bytes: 412, ms: 35 }),
    ...call("Bash", { command: "curl -s https://api.example.test/posts" }, { bytes: 2150, ms: 1200 }),
    ...call("Read", { file_path: "src/missing.ts" }, { bytes: 96, ms: 12, failed: true }),
  );
  expect(sparseIndex(interactions, { scenarioKey: "cms/create-post", agentName: "claude-code" })).toBe(
    `# Sparse Index: cms/create-post / claude-code
# 4 interactions | env: 3 | svc: 1 | agent: 1 | errors: 1
#1    agent        assistant   I will look at the project first.
#2    env          tool_use    Bash(command: ls -la) -> ok, 412B, 35ms
#3    env,service  tool_use    Bash(command: curl -s https://api.example.test/posts) -> ok, 2.1KB, 1.2s
#4    env          tool_use    Read(file_path: src/missing.ts) -> error, 96B, 12ms
`,
  );
});

test("a run without interactions has the header alone", () => {
  expect(sparseIndex([], { scenarioKey: "a\nb", agentName: "c" })).toBe(
    "# Sparse Index: a b / c\n# 0 interactions | env: 0 | svc: 0 | agent: 0 | errors: 0\n",
  );
});

test("a lone error says so in the column of the category", () => {
  expect(line({ type: "error", message: "rate limit\nreached" })).toBe(
    "#1    error        error       rate limit reached",
  );
});

test("a lone result has no input", () => {
  expect(line({ type: "tool_result", output: "abc" })).toBe("#1    service      tool_result unknown() -> ok, 3B");
});

test("a call that nobody answered is neither ok nor an error", () => {
  expect(line({ type: "tool_use", tool: "Bash", input: { command: "sleep 900" } })).toBe(
    "#1    env          tool_use    Bash(command: sleep 900) -> no result",
  );
});

test("a column that is too full still ends in a space", () => {
  const interactions = read(...Array.from({ length: 100_001 }, (): EntryInput => ({ type: "error", message: "x" })));
  expect(interactions.at(-1)?.sparseLine).toBe("#100001 error        error       x");
});

test("text is cut to 80 characters and an input to 60", () => {
  expect(detail({ type: "assistant", text: "a".repeat(80) })).toBe("a".repeat(80));
  expect(detail({ type: "assistant", text: "a".repeat(81) })).toBe(`${"a".repeat(77)}...`);
  const long = detail({ type: "tool_use", tool: "Write", input: { content: "b".repeat(500), file_path: "x" } });
  expect(long).toBe(`Write(content: ${"b".repeat(48)}...) -> no result`);
});

test("only scalar values of an input are shown", () => {
  const input = { path: "a", limit: 5, all: true, none: null, list: ["x"], nested: { y: 1 } };
  expect(line({ type: "tool_use", tool: "Read", input })).toContain(
    "Read(path: a, limit: 5, all: true, none: null) ->",
  );
  expect(line({ type: "tool_use", tool: "apply_patch", input: "*** Begin\n*** End" })).toContain(
    "apply_patch(*** Begin *** End)",
  );
});

test("white space of every kind becomes one space, also where much of it comes first", () => {
  const text = `${" \n".repeat(5000)}one\r\n\ttwo\u2028three\u0085four\u001Efive`;
  expect(line({ type: "assistant", text })).toBe("#1    agent        assistant   one two three four five");
});

test.each([
  [0, "0B"],
  [1023, "1023B"],
  [1024, "1.0KB"],
  [1_048_576, "1.0MB"],
])("%i bytes are %s", (bytes, shown) => {
  expect(line(...call("Bash", {}, { bytes, ms: 0 }))).toContain(`-> ok, ${shown}, 0ms`);
});

test.each([
  [999, "999ms"],
  [1000, "1.0s"],
  [1450, "1.5s"],
  [61_000, "61.0s"],
])("%i milliseconds are %s", (ms, shown) => {
  expect(line(...call("Bash", {}, { bytes: 1, ms }))).toContain(`-> ok, 1B, ${shown}`);
});
