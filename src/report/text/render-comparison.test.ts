/** Holds what a comparison says: its heading, and its results one by one. */
import { expect, test } from "vitest";
import { plainPaint } from "./format.ts";
import { renderCauses, renderComparison } from "./render-comparison.ts";
import { compareRows } from "../verdicts/rows.fixture.ts";

const comparison = compareRows(
  { better: [60], left: [80], little: [90], lost: [40], much: [90], noise: [80], same: [70] },
  { better: [80], fresh: [50], little: [85], much: [20], noise: [79], same: [70] },
  { baselineName: "main" },
);

test("one heading stands first, then what got worse, and a new result has nothing to move from", () => {
  expect(renderComparison(comparison, plainPaint, 100)).toEqual([
    "REGRESSED  a regressed by 11.2 points; 2 results regressed; 1 result that passed is gone",
    "now compared with baseline main (then), tolerance 1",
    "Results: 2 regressed, 1 improved, 1 not enough data, 1 no change, 1 new, 2 gone",
    "  REGRESSED        much (a): 90 → 20 (−70); Goal: 90 → 20; passed → failed",
    "  REGRESSED        little (a): 90 → 85 (−5); Goal: 90 → 85",
    "  gone             left (a): 80 → –; it passed",
    "  IMPROVED         better (a): 60 → 80 (+20); Goal: 60 → 80; failed → passed",
    "  NOT ENOUGH DATA  noise (a): 80 → 79 (−1); Goal: 80 → 79",
    "  gone             lost (a): 40 → –",
    "  new              fresh (a): 50",
  ]);
});

test("only what regressed, or passed and is gone, is red; noise is grey", () => {
  const painted = renderComparison(
    comparison,
    { ...plainPaint, bad: (text) => `!${text}`, dim: (text) => `~${text}` },
    100,
  );
  const marks = painted.slice(3).map((line) => [line.trim().split(/ {2,}/).at(-1)?.split(" ")[0], line[0]]);
  expect(marks).toEqual([
    ["much", "!"],
    ["little", "!"],
    ["left", "!"],
    ["better", " "],
    ["noise", "~"],
    ["lost", " "],
    ["fresh", " "],
  ]);
});

test("a dimension that comes or goes is written out", () => {
  const [entry] = comparison.entries;
  if (entry === undefined) throw new Error("no entry");
  const causes = [{ dimension: "service" as const, baseline: null, current: 10, points: -16 }];
  const lines = renderComparison({ ...comparison, entries: [{ ...entry, causes }] }, plainPaint, 100);
  expect(lines.at(-1)).toContain("; Service: not used → 10");
});

test.each([
  [{ one: [80] }, { one: [80] }, "NO CHANGE  No agent regressed"],
  [{ one: [80] }, { one: [85] }, "IMPROVED  a improved by 5.0 points"],
  [{ one: [80] }, { one: [81] }, "NOT ENOUGH DATA  These runs cannot show whether a changed"],
  [{ one: [80] }, { one: [null] }, "NOT ENOUGH DATA  a: 50 % of the runs have no number; 1 result could not be scored"],
  [{ one: [40] }, { two: [80] }, "NOT ENOUGH DATA  No result is on both sides"],
  [
    { one: [90, 91, 90, 91] },
    { one: [70, 71, 70, 71] },
    "REGRESSED  a regressed by 20.0 points, and that is more than chance explains; 1 result regressed",
  ],
])("%j and then %j is headed: %s", (before, after, heading) => {
  expect(renderComparison(compareRows(before, after), plainPaint, 100)[0]).toBe(heading);
});

test("causes have their counts before and after, and say whether chance explains them; the rest is counted", () => {
  const cause = { target: null, byAgent: [] };
  const causes = [
    {
      ...cause,
      id: "a",
      title: "docs.acme.dev answers 404",
      before: 1,
      after: 9,
      p: 0.001,
      change: "more, p = 0.0011",
      tone: "bad" as const,
    },
    ...["b", "c", "d", "e", "f"].map((id) => ({
      ...cause,
      id,
      title: `Does not hold: a long sentence about the check ${id}`,
      before: 3,
      after: 4,
      p: 1,
      change: "may be chance",
      tone: "dim" as const,
    })),
  ];
  const compared = { runs: { before: 10, after: 10 }, agents: [], causes, missing: null };
  expect(renderCauses(compared, plainPaint, 72).slice(0, 3)).toEqual([
    "Causes: runs that met it, of 10 and 10  before   after",
    "  docs.acme.dev answers 404                  1       9  more, p = 0.0011",
    "  Does not hold: a long sentence abou…       3       4  may be chance",
  ]);
  expect(renderCauses(compared, plainPaint, 72).at(-1)).toBe("  and 1 more");
  expect(renderCauses({ ...compared, causes: [] }, plainPaint, 72)).toEqual([]);
});
