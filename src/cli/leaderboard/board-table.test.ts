import { describe, expect, test } from "vitest";
import { displayWidth } from "../../report/text/terminal-safe.ts";
import { plainPaint } from "../../report/text/format.ts";
import type { LeaderboardRow } from "../../store/sql/views/leaderboard.ts";
import { renderBoard } from "./board-table.ts";

const row = (agent: string, parts: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  agent,
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
  mean_cost_micros: 1_234_567,
  last_scored_at: new Date("2026-03-01T00:00:00Z"),
  ranked: true,
  ...parts,
});
const unknown = { mean_interval: null, interval_scope: null, mean_axis_result: null, mean_cost_micros: null } as const;
const text = { minRuns: 5, width: 100, paint: plainPaint };

describe("a leaderboard as text", () => {
  test("places, numbers under each other, what is unknown as a dash, those not ranked apart", () => {
    const rows = [
      row("one"),
      row("two", { mean_score: 9.5, tier: "Bronze" }),
      row("few", { ...unknown, ranked: false }),
    ];
    expect(renderBoard(rows, text)).toEqual([
      "    agent  mean  tier    95 % interval  runs  completed  median  AXIS Result   cost",
      " 1  one    80.0  Gold     77.5 to 82.0    12      11/12    81.5         74.5  $1.23",
      " 2  two     9.5  Bronze   77.5 to 82.0    12      11/12    81.5         74.5  $1.23",
      "",
      "Not ranked: fewer than 5 runs",
      " –  few    80.0  Gold                –    12      11/12    81.5            –      –",
    ]);
  });

  test("where nobody is ranked there is no gap", () => {
    const [, apart, first] = renderBoard([row("few", { ranked: false })], { ...text, minRuns: 1 });
    expect(apart).toBe("Not ranked: fewer than 1 run");
    expect(first).toMatch(/^ – {2}few /);
  });

  test("names are cut to the terminal, and cannot write on it", () => {
    const rows = [row(`evil\u001B[31m\n\u202Ename ${"x".repeat(300)}`), row("日本語のエージェント名前".repeat(5))];
    const lines = renderBoard(rows, text);
    expect(lines.every((line) => displayWidth(line) <= text.width)).toBe(true);
    expect(lines.join("")).not.toMatch(/[\u001B\u202E]/);
    expect(renderBoard(rows, { ...text, width: 20 })[1]).toContain("80.0");
  });
});
