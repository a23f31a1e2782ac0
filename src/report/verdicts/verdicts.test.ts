/** Holds the verdicts of comparisons: what they say, by which rule, and that they repeat. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Baseline } from "../../core/report/baseline.ts";
import { Comparison } from "../../core/report/comparison.ts";
import { createRandom } from "../../statistics/random.ts";
import { normalQuantile } from "../../statistics/normal.ts";
import { sampleFailure, sampleResult } from "../../store/sample-result.fixture.ts";
import { baselineFrom } from "../baseline.ts";
import { compareReports } from "../compare.ts";
import { decideVerdict } from "../report-verdict.ts";
import { compareRows, buildRowReport, buildRowResults, type Rows } from "./rows.fixture.ts";

const dropBefore = { login: [91, 88, 93], refund: [84, 80, 86], search: [72, 75, 70], upload: [66, 60, 63] };
const dropAfter = { login: [90, 92, 89], refund: [52, 61, 55], search: [71, 69, 74], upload: [58, 64, 60] };
const only = (comparison: Comparison) => {
  const [verdict, ...others] = comparison.verdicts;
  if (verdict === undefined || others.length > 0) throw new Error("not one verdict");
  return verdict;
};

describe("a real drop over several trials", () => {
  const comparison = compareRows(dropBefore, dropAfter);
  const verdict = only(comparison);

  test("regressed, in points, with the numbers of compareRuns", () => {
    expect(verdict).toMatchObject({
      agentName: "a",
      metric: "score",
      verdict: "regressed",
      improved: false,
      scope: "suite",
      method: "stratified",
      scenarios: 4,
      rule: "no-regression",
      byTolerance: null,
      trials: { baseline: { least: 3, most: 3 }, current: { least: 3, most: 3 } },
      margin: 3,
      missing: 0,
      missingShare: 0,
      worstCase: null,
      needed: null,
      ok: false,
      seed: "then/now/compare/a/score",
    });
    expect(verdict.estimate).toBeCloseTo(-7.75, 8);
    expect(verdict.lower).toBeCloseTo(-10.3830735, 5);
    expect(verdict.upper).toBeCloseTo(-5.116926504, 5);
    expect(verdict.p).toBeGreaterThan(0.01);
    expect(verdict.p).toBeLessThan(0.025);
  });

  test("the scenarios follow each other by their share of the change, with their own chances", () => {
    expect(verdict.causes.map(({ scenarioKey }) => scenarioKey)).toEqual(["refund", "upload", "search", "login"]);
    expect(verdict.causes[0]).toMatchObject({ current: 56, p: 0.1, adjustedP: 0.4 });
    expect(verdict.causes.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(-7.75, 8);
  });

  test("the document passes its own schema, and the gate says who dropped by how much", () => {
    expect(Comparison.parse(JSON.parse(JSON.stringify(comparison)))).toEqual(comparison);
    const report = buildRowReport(buildRowResults(dropAfter), "now");
    expect(decideVerdict(report, { comparison }).reasons).toEqual([
      "1 of 4 results failed: a 1",
      "compared with then: a regressed by 7.8 points",
    ]);
  });

  test("the same comparison gives the same bytes, another pair of reports another seed", () => {
    expect(JSON.stringify(compareRows(dropBefore, dropAfter))).toBe(JSON.stringify(comparison));
    expect(only(compareRows(dropBefore, dropAfter, { ids: ["then", "later"] })).seed).toBe(
      "then/later/compare/a/score",
    );
  });
});

describe("the rule", () => {
  const noisy: Rows = { one: [80, 70, 90], two: [60, 80, 70] };
  const noisier: Rows = { one: [88, 60, 72], two: [58, 72, 75] };

  test("noise that a tolerance calls a regression passes where trials are tested", () => {
    const [higher, lower] = [{ one: [90, 80, 99] }, { one: [98, 76, 82] }];
    const tested = compareRows(higher, lower);
    expect(tested.summary.regressed).toBeGreaterThan(0);
    expect(tested.entries[0]?.verdict).toBe("NOT ENOUGH DATA");
    expect([only(tested).rule, only(tested).verdict, tested.ok]).toEqual(["no-regression", "not-enough-data", true]);
  });

  test("the tolerance can be asked for, and then decides", () => {
    const comparison = compareRows(noisy, noisier, { verdict: { rule: "tolerance" } });
    expect([only(comparison).byTolerance, comparison.ok]).toEqual(["regressed", false]);
  });

  test("non-inferior asks for a proof that nothing dropped", () => {
    const open = compareRows(noisy, noisier, { verdict: { rule: "non-inferior" } });
    expect(open.ok).toBe(false);
    expect(decideVerdict(buildRowReport(buildRowResults(noisier), "now"), { comparison: open }).reasons.at(-1)).toBe(
      "compared with then: a: a drop of 3 points cannot be ruled out",
    );
    const steady: Rows = { one: [80, 81, 80], two: [70, 70, 71] };
    expect(compareRows(steady, steady, { verdict: { rule: "non-inferior" } }).ok).toBe(true);
  });

  test.each([
    [{ one: [95], two: [80] }, { one: [93], two: [90] }, "regressed", false],
    [{ one: [95], two: [80] }, { one: [95], two: [90] }, "improved", true],
    [{ one: [95], two: [80] }, { one: [94], two: [81] }, "not-enough-data", true],
    [{ one: [95], two: [80] }, { one: [95], two: [80] }, "no-change", true],
    [{ one: [95], two: [80, 80] }, { one: [95], two: [80, 80] }, "no-change", true],
  ] as const)("one trial of a result, %j and then %j, is %s by tolerance", (before, after, byTolerance, ok) => {
    const comparison = compareRows(before, after);
    expect([only(comparison).rule, only(comparison).byTolerance, comparison.ok]).toEqual([
      "tolerance",
      byTolerance,
      ok,
    ]);
  });

  test("a result that the agent now fails is a regression by tolerance, and fails the gate by any rule", () => {
    const { baseline } = baselineFrom(buildRowReport(buildRowResults({ one: [90, 90], two: [90, 90] }), "then"), {
      name: "main",
      now: "n",
    });
    const failed = [1, 2].map((trial) => sampleFailure("agent", { scenarioKey: "one", trial }));
    const report = buildRowReport([...failed, ...buildRowResults({ two: [90, 90] })], "now");
    for (const rule of ["no-regression", "tolerance"] as const) {
      const comparison = compareReports(baseline, report, { verdict: { rule } });
      expect([comparison.summary.failed, comparison.ok]).toEqual([1, false]);
    }
    expect(only(compareReports(baseline, report, { verdict: { rule: "tolerance" } })).byTolerance).toBe("regressed");
  });

  test("a result that failed and is gone fails the gate when strict, whatever the test says", () => {
    const steady: Rows = { one: [80, 81, 80], two: [70, 70, 71] };
    const { two: _two, ...left } = steady as Record<string, readonly number[]>;
    expect(compareRows(steady, left).ok).toBe(true);
    expect(compareRows(steady, left, { strict: true }).ok).toBe(false);
    expect(only(compareRows(steady, left)).gone).toEqual(["two"]);
  });
});

describe("missing runs", () => {
  const before: Rows = { one: [80, 81, 80, 81], two: [90, 90, 91, 91] };

  test("more of them than allowed leave the report incomplete, and the reason says how many", () => {
    const after: Rows = { one: [80, 81, null, 81], two: [90, null, 91, 91] };
    const comparison = compareRows(before, after);
    expect(only(comparison)).toMatchObject({ verdict: "no-change", missing: 2, missingShare: 0.125, ok: false });
    expect(decideVerdict(buildRowReport(buildRowResults(after), "now"), { comparison })).toMatchObject({
      verdict: "INCOMPLETE",
      reasons: ["compared with then: a: 12.5 % of the runs have no number"],
    });
    expect(compareRows(before, after, { verdict: { unscored: 0.125 } }).ok).toBe(true);
  });

  test("the worst case takes the candidate's missing as 0 and the baseline's as 100", () => {
    const worst = only(compareRows({ one: [80, 80, null] }, { one: [80, null, 80] })).worstCase;
    expect(worst?.estimate).toBeCloseTo(160 / 3 - 260 / 3, 8);
    expect(worst?.verdict).toBe("not-enough-data");
  });
});

describe("several agents", () => {
  const twice = (rows: Rows, other: Rows) => [...buildRowResults(rows), ...buildRowResults(other, { agentName: "b" })];
  const steady: Rows = { login: [90, 91, 90], refund: [84, 84, 85], search: [72, 72, 73], upload: [66, 66, 65] };

  test("each has a verdict, in the order of the report, corrected for their number", () => {
    const { baseline } = baselineFrom(buildRowReport(twice(dropBefore, steady), "then"), { name: "main", now: "n" });
    const { verdicts } = compareReports(baseline, buildRowReport(twice(dropAfter, steady), "now"));
    expect(verdicts.map(({ agentName, verdict }) => [agentName, verdict])).toEqual([
      ["a", "regressed"],
      ["b", "no-change"],
    ]);
    expect(verdicts[0]?.adjustedP).toBeCloseTo(2 * (verdicts[0]?.p ?? 0), 10);
  });

  test("what is significant alone may not be among many", () => {
    const others = ["b", "c", "d", "e"];
    const all = (rows: Rows) => [
      ...buildRowResults(rows),
      ...others.flatMap((agentName) => buildRowResults(steady, { agentName })),
    ];
    const { baseline } = baselineFrom(buildRowReport(all(dropBefore), "then"), { name: "main", now: "n" });
    const [first] = compareReports(baseline, buildRowReport(all(dropAfter), "now")).verdicts;
    expect([first?.verdict, (first?.adjustedP ?? 0) > 0.05]).toEqual(["not-enough-data", true]);
  });

  test("an agent without a scenario on both sides has none", () => {
    const { baseline } = baselineFrom(buildRowReport(buildRowResults(steady), "then"), { name: "main", now: "n" });
    const report = buildRowReport(buildRowResults(steady, { agentName: "new" }), "now");
    expect(compareReports(baseline, report)).toMatchObject({
      verdicts: [],
      verdict: "REGRESSED",
      summary: { gone: 4 },
    });
  });
});

describe("passes", () => {
  const graded = (scenarioKey: string, passes: readonly boolean[]) =>
    passes.map((passed, index) => sampleResult({ scenarioKey, axisScore: passed ? 80 : 70, trial: index + 1 }));
  const keys = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];
  const side = (failing: readonly string[], reportId: string) =>
    buildRowReport(
      keys.flatMap((key) => graded(key, [!failing.includes(key)])),
      reportId,
    );

  test("one trial each is compared by who passed where", () => {
    const { baseline } = baselineFrom(side(["s3"], "then"), { name: "main", now: "n" });
    const verdict = only(compareReports(baseline, side(["s2", "s5"], "now"), { verdict: { metric: "pass" } }));
    expect(verdict).toMatchObject({ method: "mcnemar", scope: "population", scenarios: 8, p: 1, margin: 10 });
    expect(verdict.estimate).toBeCloseTo(-12.5, 8);
    expect(verdict.lower).toBeCloseTo(-50.16575011, 5);
    expect(verdict.needed?.trials).toBe(3);
  });

  test("a pass needs every verified check in full, and the goal at the mark", () => {
    const run = sampleResult({ axisScore: 90 });
    const score = run.score;
    if (score === undefined) throw new Error("no score");
    const criterion = (by: "verify" | "judge", grade: number) => ({
      check: "c",
      weight: 1,
      score: grade,
      rationale: "",
      by,
    });
    const withCriteria = (...criteria: ReturnType<typeof criterion>[]) => ({
      ...run,
      score: { ...score, goalAchievement: { ...score.goalAchievement, criteria } },
    });
    const passed = (result: typeof run) =>
      baselineFrom(buildRowReport([result], "r"), { name: "m", now: "n" }).baseline.results["s"]?.["a"]?.trials?.[0]
        ?.passed;
    expect(passed(withCriteria(criterion("verify", 10), criterion("judge", 8)))).toBe(true);
    expect(passed(withCriteria(criterion("verify", 9.5), criterion("judge", 10)))).toBe(false);
    expect(passed(sampleResult({ axisScore: 74 }))).toBe(false);
    const ungraded = { ...score, goalAchievement: { ...score.goalAchievement, score: null } };
    expect(passed({ ...run, score: ungraded })).toBeNull();
  });
});

test("a baseline from before trials were kept still reads: one number is one trial", () => {
  const { baseline } = baselineFrom(buildRowReport(buildRowResults({ one: [90], two: [80] }), "then"), {
    name: "main",
    now: "n",
  });
  const old = Baseline.parse(
    JSON.parse(JSON.stringify(baseline, (key, value: unknown) => (key === "trials" ? undefined : value))),
  );
  expect(old.results["one"]?.["a"]).not.toHaveProperty("trials");
  const verdict = only(compareReports(old, buildRowReport(buildRowResults({ one: [90, 91], two: [80, 80] }), "now")));
  expect(verdict).toMatchObject({
    scenarios: 2,
    trials: { baseline: { least: 1, most: 1 }, current: { least: 2, most: 2 } },
    rule: "tolerance",
  });
});

test("what is needed is told in trials, and in scenarios where trials would not do", () => {
  const before: Rows = { one: [70, 76, 73], two: [80, 86, 83] };
  const after: Rows = { one: [69, 75, 72], two: [79, 85, 82] };
  const suite = only(compareRows(before, after));
  expect(suite.needed).toMatchObject({ scenarios: null });
  expect(suite.needed?.trials).toBeGreaterThan(3);
  const population = only(compareRows(before, after, { verdict: { scope: "population" } }));
  expect(population.needed?.trials).toBeNull();
  expect(population.needed?.scenarios).toBeGreaterThanOrEqual(6);
});

/** Trials of a design, with normal noise of 5 points. */
function drawn(random: ReturnType<typeof createRandom>, drop: number): Rows {
  const trial = (level: number) =>
    Math.min(
      100,
      Math.max(0, Math.round(level - drop + 5 * normalQuantile(Math.min(0.999, Math.max(0.001, random.uniform()))))),
    );
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`s${index}`, [0, 1, 2].map(() => trial(55 + 3 * index))]),
  );
}

/** Whether the comparison calls an agent or a result regressed. */
function sayRegressed({ entries, verdicts }: Comparison): boolean {
  return [...entries, ...verdicts].some(({ verdict }) => verdict === "REGRESSED" || verdict === "regressed");
}

/** More of them make the rates more exact: AXIS_TEST_EXPERIMENTS=120 for a nightly run. */
const experiments = Number(process.env["AXIS_TEST_EXPERIMENTS"] ?? 12);

test("an agent compared with itself hardly ever regresses, a real drop of eight points mostly does", () => {
  const random = createRandom("a/a");
  let alarms = 0;
  let oldAlarms = 0;
  let found = 0;
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const before = drawn(random, 0);
    const again = compareRows(before, drawn(random, 0));
    alarms += sayRegressed(again) ? 1 : 0;
    oldAlarms += again.summary.regressed > 0 ? 1 : 0;
    found += sayRegressed(compareRows(before, drawn(random, 8))) ? 1 : 0;
  }
  expect(alarms / experiments).toBeLessThan(0.07);
  expect(oldAlarms / experiments).toBeGreaterThan(0.83);
  expect(found / experiments).toBeGreaterThan(0.9);
});

const points = fc.option(fc.integer({ min: 0, max: 100 }), { freq: 8 });
const side = fc.dictionary(fc.constantFrom("one", "two", "three"), fc.array(points, { minLength: 1, maxLength: 4 }));
const settings = fc.record(
  {
    metric: fc.constantFrom("score" as const, "pass" as const),
    scope: fc.constantFrom("auto" as const, "suite" as const, "population" as const),
    margin: fc.integer({ min: 0, max: 20 }),
    rule: fc.constantFrom("no-regression" as const, "non-inferior" as const, "tolerance" as const),
  },
  { requiredKeys: [] },
);

test("no verdict holds a number that is none, improved and regressed exclude each other, and the schema accepts all", () => {
  fc.assert(
    fc.property(side, side, settings, (before, after, verdict) => {
      const comparison = compareRows(before, after, { verdict });
      expect(Comparison.parse(comparison)).toEqual(comparison);
      for (const each of comparison.verdicts) {
        expect(each.improved && each.verdict === "regressed").toBe(false);
        expect(JSON.parse(JSON.stringify(each))).toEqual(each);
      }
    }),
    { numRuns: 200 },
  );
});

const scored = fc.dictionary(
  fc.constantFrom("one", "two", "three"),
  fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 }),
);

test("a result whose mean is not lower, and which did not stop passing, never regressed", () => {
  fc.assert(
    fc.property(scored, scored, settings, (before, after, { metric: _metric, ...verdict }) => {
      for (const entry of compareRows(before, after, { verdict }).entries) {
        const isWorse = (entry.delta ?? 0) < 0 || (entry.passedBefore === true && entry.passedNow === false);
        if (!isWorse) expect(entry.verdict).not.toBe("REGRESSED");
      }
    }),
    { numRuns: 200 },
  );
});

test("a comparison is ok exactly if nothing regressed and nothing that passed fails now, and then the gate has no objection", () => {
  fc.assert(
    fc.property(scored, scored, (before, after) => {
      const comparison = compareRows(before, after);
      const failsNow = comparison.entries.some((entry) => entry.passedBefore === true && entry.passedNow === false);
      expect(comparison.ok).toBe(comparison.verdict !== "REGRESSED" && !failsNow);
      const report = buildRowReport(buildRowResults(after), "now");
      const isNew = comparison.entries.some(({ kind, passedNow }) => kind === "new" && passedNow === false);
      if (!isNew) expect(decideVerdict(report, { comparison }).ok).toBe(comparison.ok);
    }),
    { numRuns: 200 },
  );
});
