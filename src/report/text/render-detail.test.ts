import { expect, test } from "vitest";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { sampleScore } from "../../store/sample-result.fixture.ts";
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

test("what a check printed keeps its lines, each below the check", () => {
  const scored = sampleScore(50);
  const criterion = { check: "The tests pass", weight: 1, score: 0, by: "verify" as const };
  const rationale = "exit code 1\nnot ok 1 adds\n\tat cart.mjs:3\u001B[2J\n";
  const quiet = { ...criterion, check: "Nothing to say", rationale: " " };
  const goalAchievement = { ...scored.goalAchievement, criteria: [{ ...criterion, rationale }, quiet] };
  const lines = renderDetail({ ...sampleDetail([]), score: { ...scored, goalAchievement } }, plainPaint, 200);
  const from = lines.findIndex((line) => line.includes("  The tests pass"));
  expect(lines.slice(from, from + 6)).toEqual([
    "  0/10  The tests pass (weight 1, verify)",
    "        exit code 1",
    "        not ok 1 adds",
    "        \tat cart.mjs:3\\x1b[2J",
    "  0/10  Nothing to say (weight 1, verify)",
    expect.stringMatching(/^Environment/),
  ]);
});

const audit = { categories: ["environment" as const], success: 1, speed: 1, weight: 1, contextRelevance: 1 };

function agentLines(audits: readonly (typeof audit & { readonly id: number; readonly rationale: string })[]): string[] {
  const score = sampleScore(61);
  const detail = { ...sampleDetail([]), score: { ...score, agent: { ...score.agent, audits: [...audits] } } };
  return renderDetail(detail, plainPaint, 100).filter((line) => /^ {2}(#|and )/.test(line));
}

test("every signal that lowers the Agent dimension is shown, what is weakest first", () => {
  const lines = agentLines([
    { ...audit, id: 1, rationale: "fine" },
    { ...audit, id: 2, contextRelevance: 0.2, rationale: "nobody used it" },
    { ...audit, id: 3, weight: 0.3, contextRelevance: 0.2, rationale: "a whole log" },
    { ...audit, id: 4, success: 0, rationale: "no result" },
  ]);
  expect(lines).toEqual([
    "  #4  success 0, speed 1, weight 1, relevance 1: no result",
    "  #3  success 1, speed 1, weight 0.3, relevance 0.2: a whole log",
    "  #2  success 1, speed 1, weight 1, relevance 0.2: nobody used it",
  ]);
});

test("a failure late in a long run is not lost among what was merely of little use", () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...audit,
    id: index + 1,
    contextRelevance: 0.5,
    rationale: "so so",
  }));
  const lines = agentLines([...many, { ...audit, id: 31, success: 0, rationale: "no result" }]);
  expect(lines).toHaveLength(21);
  expect(lines[0]).toMatch(/^ {2}#31 {2}success 0/);
  expect(lines.at(-1)).toBe("  and 11 more, see the detail file");
});
