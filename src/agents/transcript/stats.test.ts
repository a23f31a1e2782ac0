import { expect, test } from "vitest";
import { Entry, type EntryInput } from "../../core/entry.ts";
import { buildInteractions } from "./interactions.ts";
import { runStats } from "./stats.ts";

const times = { startTime: "2025-01-01T00:00:00Z", endTime: "2025-01-01T00:01:00Z", durationMs: 60_000 };

function statsOf(...inputs: EntryInput[]) {
  const entries = inputs.map((entry) => Entry.parse(entry));
  return runStats({ entries, interactions: buildInteractions(entries) }, times);
}

test("a run is counted by category, tool and host", () => {
  const stats = statsOf(
    { type: "assistant", text: "see https://said.test", timestamp: "2025-01-01T00:00:02Z" },
    {
      type: "tool_use",
      id: "1",
      tool: "Bash",
      input: { command: "curl https://b.test/x https://a.test" },
      timestamp: "2025-01-01T00:00:05Z",
    },
    { type: "tool_result", id: "1", output: "https://printed.test", exitCode: 1, timestamp: "2025-01-01T00:00:09Z" },
    { type: "tool_use", id: "2", tool: "Write", input: { file_path: "a", content: "https://written.test" } },
    { type: "tool_use", id: "3", tool: "mcp__x__get", input: { deep: [{ url: "HTTPS://B.test/y" }] } },
    { type: "tool_use", id: "4", tool: "Bash", input: { command: "ls" }, timestamp: "2025-01-01T00:00:50Z" },
  );
  expect(stats).toEqual({
    totalInteractions: 5,
    byCategory: { environment: 3, service: 2, agent: 1 },
    totalErrors: 1,
    totalDurationMs: 3000 + 4000,
    wallClockMs: 60_000,
    startupMs: 2000,
    shutdownMs: 10_000,
    toolNames: { Bash: 2, Write: 1, mcp__x__get: 1 },
    domains: ["a.test", "b.test"],
  });
});

test("tools come by name, and a URL with a host that no host can have names none", () => {
  const stats = statsOf(
    { type: "tool_use", tool: "zeta" },
    { type: "tool_use", tool: "alpha" },
    {
      type: "tool_use",
      tool: "mcp__x__get",
      input: { url: `https://${"a".repeat(300)}.test`, other: "https://a.test" },
    },
  );
  expect(Object.keys(stats.toolNames)).toEqual(["alpha", "mcp__x__get", "zeta"]);
  expect(stats.domains).toEqual(["a.test"]);
});

test.each(["2024-06-01T00:00:05Z", "2031-06-01T00:00:05Z"])(
  "of what was stamped by another clock, at %s, nobody knows how long the process took to begin and to end",
  (timestamp) => {
    const stats = statsOf({ type: "assistant", text: "hm", timestamp });
    expect(stats).not.toHaveProperty("startupMs");
    expect(stats).not.toHaveProperty("shutdownMs");
  },
);

test("what is not known is left out", () => {
  const stats = statsOf({ type: "assistant", text: "hm" });
  expect(stats).not.toHaveProperty("startupMs");
  expect(stats).not.toHaveProperty("shutdownMs");
  expect(stats.totalDurationMs).toBe(0);
});

test("a tool named like a property of every object is plain data", () => {
  const stats = statsOf({ type: "tool_use", tool: "__proto__" }, { type: "tool_use", tool: "constructor" });
  expect(JSON.stringify(stats.toolNames)).toBe('{"__proto__":1,"constructor":1}');
  expect(Object.getPrototypeOf(stats.toolNames)).toBe(Object.prototype);
});

test("an input nested 10,000 deep is searched for hosts all the same", () => {
  const input: unknown = JSON.parse(`${"[".repeat(10_000)}"https://deep.test"${"]".repeat(10_000)}`);
  expect(statsOf({ type: "tool_use", tool: "x", input: input as string }).domains).toEqual(["deep.test"]);
});
