import { expect, test } from "vitest";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { sampleScore } from "../../testing/sample-result.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { plainPaint } from "./format.ts";
import { renderDetail } from "./render-detail.ts";

/** Words that schemas fix. */
const fixed = new Set(["type", "status", "kind", "by", "outcomeClass"]);

/** The value with a sequence that clears the screen at the end of every text in it. */
function hostile<T>(value: T): T {
  if (typeof value === "string") return `${value}\u001B[2J` as T;
  if (Array.isArray(value)) return value.map(hostile) as T;
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, part]) => [key, fixed.has(key) ? part : hostile<unknown>(part)]);
  return Object.fromEntries(fields) as T;
}

test("no text of a run reaches a terminal with its control characters", () => {
  const judge = {
    kind: "panel",
    name: "panel",
    attempts: 2,
    members: [{ kind: "model", name: "m", attempts: 1, failure: "no" }],
  };
  const unscored = { status: "unscored", applicable: true, score: null, reason: "the judge failed" } as const;
  const scored = sampleScore(50);
  const detail = {
    ...sampleDetail([
      { type: "assistant", timestamp: null, text: "hm" },
      { type: "tool_use", timestamp: null, id: "1", tool: "Bash", input: { command: "ls" } },
      { type: "tool_result", timestamp: null, id: "1", output: "a", isError: true, exitCode: 1 },
      { type: "error", timestamp: null, message: "no" },
    ]),
    failed: true,
    error: "broken",
    suspect: "killed",
    setupOutput: "a note",
    teardownError: "no",
    warnings: ["mind"],
    score: {
      ...scored,
      axisScore: null,
      reason: "unknown",
      environment: { ...scored.environment, ...unscored },
      service: { ...scored.service, ...unscored },
      judging: { goal: judge, environment: judge, service: judge, agent: judge },
    },
  } as unknown as RunDetail;
  const lines = renderDetail(hostile(detail), plainPaint, 200);
  expect(lines.filter((line) => line.includes("\u001B"))).toEqual([]);
});
