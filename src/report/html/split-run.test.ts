import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../core/entry.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { openRunInMemory } from "../../core/run/opened-run.ts";
import { sampleScore } from "../../store/sample-result.fixture.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { splitRows } from "./list-parts.ts";
import { listNames } from "../../core/run/run-lists.ts";
import { type SplitRun, splitRun } from "./split-run.ts";

test("every row is in exactly one part, in its place", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 })), fc.integer({ min: 1, max: 40_000 }), (texts, times) => {
      const rows = texts.map((text) => text.repeat(times));
      const parts = splitRows(rows);
      expect(parts.flatMap(({ from, to }) => rows.slice(from, to))).toEqual(rows);
      expect(parts.every(({ from, to }) => from < to)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

function longDetail(): RunDetail {
  const entries: Entry[] = Array.from({ length: 3_000 }, (_, at) => ({
    type: "assistant",
    timestamp: null,
    text: `${at} ${"a text of some length ".repeat(20)}`,
  }));
  const score = sampleScore(80);
  const audit = { id: 1, categories: ["agent" as const], success: 1, speed: 1, weight: 1, contextRelevance: 1 };
  return {
    ...sampleDetail(entries),
    score: { ...score, agent: { ...score.agent, audits: [{ ...audit, rationale: "good" }] } },
    interactions: [
      {
        id: 1,
        kind: "thinking",
        categories: ["agent"],
        toolName: null,
        entryIndices: entries.map((_, at) => at),
        sparseLine: "1 thinking",
        hasError: false,
        startMs: null,
        durationMs: null,
        contextBytes: 1,
        content: "said once more",
      },
    ],
    artifacts: [
      { path: "__proto__", size: 1, mimeType: "text/plain", file: "artifacts/a" },
      { path: "large", size: 1, mimeType: "text/plain", skipped: "too large" },
    ],
  };
}

async function allRows(parts: readonly string[], rows: SplitRun["rows"]): Promise<unknown[]> {
  return (await Promise.all(parts.map((part) => rows(part)))).flatMap((found) => found ?? []);
}

test("the head is small, and everything it leaves out comes back from the parts", async () => {
  const detail = longDetail();
  const { block, rows } = splitRun(openRunInMemory(detail));
  expect(JSON.stringify(block).length).toBeLessThan(20_000);
  expect(block.lists.entries.blocks.length).toBeGreaterThan(5);
  expect(await allRows(block.lists.entries.blocks, rows)).toEqual(detail.output.transcript);
  expect(await allRows(block.lists.agent.blocks, rows)).toEqual(detail.score?.agent.audits);
  expect(await rows(block.lists.interactions.blocks[0] ?? "")).toEqual([
    { ...detail.interactions[0], content: "", sparseLine: "" },
  ]);
  for (const name of listNames)
    expect(await allRows(block.lists[name].blocks, rows)).toHaveLength(block.lists[name].length);
});

test("names of parts begin with the prefix, and a name that is none has no rows", async () => {
  const { block, rows } = splitRun(openRunInMemory(longDetail()), { prefix: "r0.1." });
  expect(block.lists.entries.blocks[0]).toBe("r0.1.entries.0");
  for (const name of ["entries.0", "r0.1.entries.99", "__proto__", ""]) expect(await rows(name)).toBeUndefined();
});

test("artifacts are named by their paths, and only those that were kept", () => {
  const { artifacts } = splitRun(openRunInMemory(longDetail())).block;
  expect(Object.entries(artifacts)).toEqual([["__proto__", "__proto__"]]);
});
