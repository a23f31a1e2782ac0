import { describe, expect, test } from "vitest";
import { displayWidth } from "../../report/text/terminal-safe.ts";
import { plainPaint } from "../../report/text/format.ts";
import type { LeaderboardRow } from "../../store/sql/views/leaderboard.ts";
import { renderBoard } from "./board-table.ts";

const row = (agent: string, parts: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  agent,
  place: 1,
  places: { from: 1, to: 2 },
  runs: 12,
  scenarios: 2,
  completed: 11,
  completion_rate: 11 / 12,
  mean_score: 80,
  mean_interval: { lower: 77.5, upper: 82 },
  interval_scope: "suite",
  median_score: 81.5,
  tier: "Gold",
  mean_axis_result: 74.5,
  axis_interval: { lower: 70.1, upper: 79 },
  axis_interval_scope: "suite",
  passed: 9,
  failed: 3,
  pass_rate: 0.75,
  pass_rate_interval: { lower: 0.5, upper: 0.9 },
  dimensions: {
    goal: { mean: 90.5, interval: { lower: 88, upper: 93 } },
    environment: { mean: 80, interval: null },
    service: { mean: null, interval: null },
    agent: { mean: 70, interval: null },
  },
  cost_per_pass_micros: 1_646_089,
  p50_wall_ms: 61_000,
  mean_cost_micros: 1_234_567,
  last_scored_at: new Date("2026-03-01T00:00:00Z"),
  ranked: true,
  ...parts,
});
const unknown = { axis_interval: null, axis_interval_scope: null, mean_axis_result: null } as const;
const unranked = {
  ...unknown,
  place: null,
  places: null,
  passed: 0,
  failed: 0,
  pass_rate: null,
  mean_cost_micros: null,
  cost_per_pass_micros: null,
  ranked: false,
};
const text = { by: "axis", minRuns: 5, width: 100, paint: plainPaint } as const;

describe("a leaderboard as text", () => {
  test("places, numbers under each other, what is unknown as a dash, those not ranked apart", () => {
    const rows = [row("one"), row("two", { mean_score: 9.5, tier: "Bronze" }), row("few", unranked)];
    expect(renderBoard(rows, text)).toEqual([
      "     agent  AXIS Result  95 % interval  pass rate  passed  per pass   time  runs",
      "1–2  one           74.5   70.1 to 79.0       75 %    9/12     $1.65  1m01s    12",
      "1–2  two           74.5   70.1 to 79.0       75 %    9/12     $1.65  1m01s    12",
      "",
      "Not ranked: fewer than 5 runs",
      "  –  few              –              –          –     0/0         –  1m01s    12",
    ]);
  });

  test("what it is ranked by comes first, and a scorecard is called one", () => {
    expect(renderBoard([row("one")], { ...text, by: "scorecard" })).toEqual([
      "     agent  scorecard  95 % interval  runs  AXIS Result  pass rate  passed  per pass",
      "1–2  one    80.0 Gold   77.5 to 82.0    12         74.5       75 %    9/12     $1.65",
    ]);
    expect(renderBoard([row("one")], { ...text, by: "pass-rate" })[0]).toMatch(/agent {2}pass rate {2}passed/);
  });

  test("where nobody is ranked there is no gap", () => {
    const [, apart, first] = renderBoard([row("few", unranked)], { ...text, minRuns: 1 });
    expect(apart).toBe("Not ranked: fewer than 1 run");
    expect(first).toMatch(/^ – {2}few /);
  });

  test("names are cut to the terminal, and cannot write on it", () => {
    const rows = [row(`evil\u001B[31m\n\u202Ename ${"x".repeat(300)}`), row("日本語のエージェント名前".repeat(5))];
    const lines = renderBoard(rows, text);
    expect(lines.every((line) => displayWidth(line) <= text.width)).toBe(true);
    expect(lines.join("")).not.toMatch(/[\u001B\u202E]/);
    expect(renderBoard(rows, { ...text, width: 20 })[1]).toContain("74.5");
  });
});
