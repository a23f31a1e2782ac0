import { describe, expect, test } from "vitest";
import type { Scoring } from "../core/report.ts";
import { defaultWeights } from "../core/score/weights.ts";
import { sampleFailure, sampleResult, sampleScore } from "../store/sample-result.fixture.ts";
import { baselineFrom } from "./baseline.ts";
import { buildReport } from "./build.ts";
import { compareReports, requireCurrentFormula } from "./compare.ts";
import { decideVerdict } from "./report-verdict.ts";
import { buildRowReport, buildRowResults } from "./verdicts/rows.fixture.ts";

const baseline = baselineFrom(buildRowReport([sampleResult({ scenarioKey: "one", axisScore: 95 })], "then"), {
  name: "main",
  now: "n",
}).baseline;

test.each([
  [97, "improved", "IMPROVED", true],
  [96, "unchanged", "NOT ENOUGH DATA", true],
  [95, "unchanged", "NO CHANGE", true],
  [94, "unchanged", "NOT ENOUGH DATA", true],
  [93, "regressed", "REGRESSED", false],
])("one trial of 95 and then one of %i is %s in JSON and %s in words", (axisScore, kind, verdict, ok) => {
  const comparison = compareReports(baseline, buildRowReport([sampleResult({ scenarioKey: "one", axisScore })]));
  expect(comparison).toMatchObject({ entries: [{ kind, verdict }], verdict, ok });
});

test("with one trial a pass that becomes a fail is REGRESSED, however small the drop, and the reverse is IMPROVED", () => {
  const passing = buildRowReport(buildRowResults({ one: [75] }), "then");
  const failing = buildRowReport(buildRowResults({ one: [74] }), "now");
  const save = (report: typeof passing) => baselineFrom(report, { name: "main", now: "n" }).baseline;
  expect(compareReports(save(passing), failing)).toMatchObject({
    entries: [{ kind: "unchanged", verdict: "REGRESSED", passedBefore: true, passedNow: false }],
    ok: false,
  });
  expect(compareReports(save(failing), passing)).toMatchObject({
    entries: [{ kind: "unchanged", verdict: "IMPROVED", passedBefore: false, passedNow: true }],
    ok: true,
  });
});

test("an agent that crashes against a pass regressed; an error of something else says nothing about the agent", () => {
  const compare = (report: ReturnType<typeof buildRowReport>) => {
    const comparison = compareReports(baseline, report);
    return { comparison, verdict: decideVerdict(report, { comparison }) };
  };
  const crashed = compare(buildRowReport([sampleFailure("agent", { scenarioKey: "one" })]));
  expect(crashed.comparison).toMatchObject({
    ok: false,
    summary: { failed: 1 },
    entries: [{ kind: "failed", verdict: "REGRESSED", baseline: 95, current: 10 }],
  });
  expect(crashed.verdict.verdict).toBe("FAIL");
  const lost = compare(buildRowReport([sampleFailure("infrastructure", { scenarioKey: "one" })]));
  expect(lost.comparison).toMatchObject({
    ok: false,
    verdict: "NOT ENOUGH DATA",
    summary: { failed: 1 },
    entries: [{ kind: "failed", verdict: "NOT ENOUGH DATA", baseline: 95, current: null, delta: null }],
  });
  expect(lost.verdict.verdict).toBe("INCOMPLETE");
});

test("the numbers of a result are the means of its trials", () => {
  const then = baselineFrom(buildRowReport(buildRowResults({ one: [90, 91, 98] }), "then"), { name: "m", now: "n" });
  const { entries } = compareReports(then.baseline, buildRowReport(buildRowResults({ one: [80, 81, 100] })));
  expect(entries).toMatchObject([{ baseline: 93, current: 87, delta: -6 }]);
});

describe("what the baseline knows of a pass", () => {
  const entry = baseline.results["one"]!["a"]!;
  const report = buildRowReport([sampleFailure("agent", { scenarioKey: "one" })]);
  const passedBefore = (trials: typeof entry.trials, goalAchievement: number | null) =>
    compareReports(
      { ...baseline, statuses: undefined, results: { one: { a: { ...entry, trials, goalAchievement } } } },
      report,
    ).entries[0]?.passedBefore;

  test("is the status that it stores", () => {
    expect(baseline.statuses).toEqual({ one: { a: "passed" } });
    const failed = { ...baseline, statuses: { one: { a: "failed" as const } } };
    expect(compareReports(failed, report).entries[0]?.passedBefore).toBe(false);
  });

  test("follows in an old baseline from its trials, else from its goal, else it is unknown", () => {
    const trials = [true, false, null, false].map((passed) => ({ axisScore: 90, passed }));
    expect(passedBefore(trials, 90)).toBe(false);
    expect(passedBefore(trials.slice(0, 1), 10)).toBe(true);
    expect(passedBefore(undefined, 75)).toBe(true);
    expect(passedBefore(undefined, 74)).toBe(false);
    expect(passedBefore(undefined, null)).toBeNull();
  });
});

test("the tolerance that was asked for holds, and stands in the document", () => {
  const report = buildRowReport([sampleResult({ scenarioKey: "one", axisScore: 91 })]);
  expect(compareReports(baseline, report, { tolerance: 4 })).toMatchObject({
    ok: true,
    tolerance: 4,
    entries: [{ kind: "unchanged" }],
  });
  expect(compareReports(baseline, report, { tolerance: 3 }).entries[0]?.kind).toBe("regressed");
});

test("a pair that failed and one that lost its number do not make up for each other, nor for one that is gone", () => {
  const three = ["one", "two", "three"].map((scenarioKey) => sampleResult({ scenarioKey, axisScore: 95 }));
  const before = baselineFrom(buildRowReport(three, "then"), { name: "main", now: "n" }).baseline;
  // By the tolerance alone all is well: what happened is nobody's regression.
  const lenient = { verdict: { rule: "tolerance", unscored: 1 } } as const;
  const failed = sampleFailure("infrastructure", { scenarioKey: "one" });
  const unscored = sampleResult({ scenarioKey: "two", axisScore: null });
  const both = compareReports(before, buildRowReport([failed, unscored, three[2]!]), lenient);
  expect(both).toMatchObject({ ok: false, summary: { failed: 1, unscored: 1 }, verdicts: [{ ok: true }] });
  const gone = compareReports(before, buildRowReport([failed, three[2]!]), { ...lenient, strict: true });
  expect(gone).toMatchObject({ ok: false, summary: { failed: 1, gone: 1 }, verdicts: [{ ok: true }] });
});

test("a result without a counted run moved in no dimension", () => {
  const report = buildRowReport([sampleFailure("infrastructure", { scenarioKey: "one" })]);
  expect(compareReports(baseline, report).entries[0]).toMatchObject({
    categories: { agent: { baseline: 95, current: null, delta: null } },
    movedMost: null,
    causes: [],
  });
});

test("a baseline with a name of its own is named", () => {
  const report = buildRowReport([sampleResult({ scenarioKey: "one" })]);
  expect(compareReports(baseline, report, { baselineName: "main" }).baselineName).toBe("main");
  expect(compareReports(baseline, report).baselineName).toBeUndefined();
});

test("the numbers of a rehearsal are neither compared nor saved", () => {
  const rehearsal = { ...buildRowReport([sampleResult({ scenarioKey: "one" })]), scripted: true as const };
  expect(() => compareReports(baseline, rehearsal)).toThrow(/is a rehearsal/);
  expect(() => baselineFrom(rehearsal, { name: "main", now: "n" })).toThrow(/is a rehearsal/);
});

test("a pair that can no longer be scored is not good news", () => {
  const comparison = compareReports(baseline, buildRowReport([sampleResult({ scenarioKey: "one", axisScore: null })]));
  expect(comparison).toMatchObject({ ok: false, summary: { unscored: 1 } });
});

describe("pairs on one side only", () => {
  const report = buildRowReport([sampleResult({ scenarioKey: "two", axisScore: 80 })]);

  test("a new one has no word, and one that is gone counts if it passed, or when strict", () => {
    const compared = compareReports(baseline, report);
    expect(compared).toMatchObject({ ok: false, verdict: "REGRESSED", summary: { new: 1, gone: 1 } });
    expect(compared.entries.map(({ verdict }) => verdict)).toEqual([null, null]);
    expect(decideVerdict(report, { comparison: compared }).sentence).toBe(
      "compared with then: 1 result that passed is gone",
    );
    const failed = { ...baseline, statuses: { one: { a: "failed" as const } } };
    expect(compareReports(failed, report).ok).toBe(true);
    expect(compareReports(failed, report, { strict: true }).ok).toBe(false);
  });

  test("a pair the filter does not allow cannot be gone", () => {
    const another = compareReports(baseline, report, { allows: ({ scenarioKey }) => scenarioKey === "one" });
    expect(another.entries.map(({ scenarioKey, kind }) => [scenarioKey, kind])).toEqual([["one", "gone"]]);
    const comparison = compareReports(baseline, report, {
      strict: true,
      allows: ({ scenarioKey }) => scenarioKey === "two",
    });
    expect(comparison).toMatchObject({ ok: true, summary: { gone: 0 } });
  });
});

test("the dimension that moved most is named, and first the one that moved the AXIS Result most by its weight", () => {
  const before = { ...sampleScore(90), service: { ...sampleScore(90).service, score: 80 } };
  const after = {
    ...sampleScore(80),
    goalAchievement: { ...sampleScore(75).goalAchievement },
    environment: sampleScore(90).environment,
    service: sampleScore(60).service,
    agent: sampleScore(90).agent,
  };
  const then = baselineFrom(buildRowReport([{ ...sampleResult(), score: before }], "then"), { name: "m", now: "n" });
  const [entry] = compareReports(then.baseline, buildRowReport([{ ...sampleResult(), score: after }])).entries;
  expect(entry?.movedMost).toBe("service");
  expect(entry?.causes).toEqual([
    { dimension: "goalAchievement", baseline: 90, current: 75, points: -6 },
    { dimension: "service", baseline: 80, current: 60, points: -4 },
  ]);
});

test("a dimension that appears is a cause", () => {
  const unused = { ...sampleScore(90).service, status: "not-applicable" as const, applicable: false, score: null };
  const before = { ...sampleScore(90), service: unused };
  const after = { ...sampleScore(90), axisScore: 74, service: sampleScore(10).service };
  const then = baselineFrom(buildRowReport([{ ...sampleResult(), score: before }], "then"), { name: "m", now: "n" });
  const [entry] = compareReports(then.baseline, buildRowReport([{ ...sampleResult(), score: after }])).entries;
  expect(entry).toMatchObject({
    verdict: "REGRESSED",
    movedMost: null,
    causes: [{ dimension: "service", baseline: null, current: 10, points: -16 }],
  });
});

test("scores of another formula are not compared", () => {
  const score = { ...sampleScore(90), formula: "axis/2" };
  expect(() => compareReports(baseline, buildRowReport([{ ...sampleResult({ scenarioKey: "one" }), score }]))).toThrow(
    /formula axis\/1/,
  );
});

test("a baseline of another formula is refused before anything is run for it, an old one without a word is not", () => {
  const entry = baseline.results["one"]!["a"]!;
  const { formula: _, ...unsaid } = entry;
  const of = (one: typeof entry) => ({ ...baseline, results: { two: { a: entry }, one: { a: one } } });
  expect(() => requireCurrentFormula(baseline)).not.toThrow();
  expect(() => requireCurrentFormula(of(unsaid))).not.toThrow();
  expect(() => requireCurrentFormula(of({ ...entry, formula: "axis/0" }))).toThrow(/was scored with formula axis\/0/);
});

describe("baselines", () => {
  test("what is left out says why", () => {
    const { score: _, ...unjudged } = sampleResult({ scenarioKey: "three" });
    const report = buildRowReport([
      sampleFailure("infrastructure", { scenarioKey: "one" }),
      sampleResult({ scenarioKey: "two", axisScore: null }),
      unjudged,
    ]);
    expect(baselineFrom(report, { name: "main", now: "n" }).leftOut.map(({ why }) => why)).toEqual([
      "failed: it broke",
      "the judge gave no answer",
      "it was not scored",
    ]);
  });

  test("tokens are added up, and passes are those of the report's own mark", () => {
    const run = sampleResult({ scenarioKey: "one", axisScore: 80, tokenUsage: { input: 10, output: 5 } });
    const report = buildReport({
      reportId: "strict",
      timestamp: "2026-01-01T00:00:00.000Z",
      durationMs: 1,
      state: "complete",
      cells: [{ scenario: "one", agent: "a", trial: 1 }],
      results: [run],
      skipped: 0,
      scoring: { passMark: 85, weights: defaultWeights } as Scoring,
    });
    const saved = baselineFrom(report, { name: "main", now: "n" }).baseline;
    const entry = saved.results["one"]?.["a"];
    expect(entry?.tokens).toBe(15);
    expect(entry?.trials?.[0]).toMatchObject({ passed: false, tokens: 15, costUsd: null, durationMs: 1000 });
    expect(saved.statuses).toEqual({ one: { a: "failed" } });
  });

  test("a merge without anything before it is a baseline like any other", () => {
    const report = buildRowReport([sampleResult({ scenarioKey: "two" })]);
    expect(Object.keys(baselineFrom(report, { name: "main", now: "n", merge: true }).baseline.results)).toEqual([
      "two",
    ]);
  });

  test("results without a number are left out and named; a failed one with a number is saved as failed", () => {
    const report = buildRowReport([
      sampleResult({ scenarioKey: "one" }),
      sampleFailure("agent", { scenarioKey: "two" }),
      sampleResult({ scenarioKey: "three", axisScore: null }),
    ]);
    const { baseline: made, leftOut } = baselineFrom(report, { name: "main", now: "n" });
    expect(Object.keys(made.results)).toEqual(["one", "two"]);
    expect(made.statuses).toEqual({ one: { a: "passed" }, two: { a: "failed" } });
    expect(leftOut.map(({ scenarioKey }) => scenarioKey)).toEqual(["three"]);
  });

  test("merging keeps what the report does not have, and replacing does not", () => {
    const report = buildRowReport([sampleResult({ scenarioKey: "two", axisScore: 70 })]);
    const previous = { ...baseline, createdAt: "long ago" };
    expect(
      Object.keys(baselineFrom(report, { name: "main", now: "n", previous, merge: true }).baseline.results),
    ).toEqual(["one", "two"]);
    expect(baselineFrom(report, { name: "main", now: "n", previous, merge: true }).baseline.statuses).toEqual({
      one: { a: "passed" },
      two: { a: "failed" },
    });
    const replaced = baselineFrom(report, { name: "main", now: "n", previous }).baseline;
    expect(Object.keys(replaced.results)).toEqual(["two"]);
    expect(replaced.createdAt).toBe("long ago");
  });
});

describe("the gate", () => {
  test("passes when nothing is wrong", () => {
    expect(decideVerdict(buildRowReport([sampleResult()]), { failUnder: 90 })).toMatchObject({
      verdict: "PASS",
      ok: true,
      reasons: [],
    });
  });

  test("rejects what is below fail_under; a result that no judge scored makes the report incomplete", () => {
    expect(decideVerdict(buildRowReport([sampleResult({ axisScore: 89 })]), { failUnder: 90 }).reasons).toEqual([
      "1 result is below 90: s (a) 89",
    ]);
    const unscored = buildRowReport([sampleResult({ axisScore: null })]);
    expect(decideVerdict(unscored, { failUnder: 0 }).verdict).toBe("INCOMPLETE");
  });

  test("names three results below, and counts the others", () => {
    const under = (count: number) =>
      decideVerdict(
        buildRowReport(["a", "b", "c", "d"].slice(0, count).map((scenarioKey) => sampleResult({ scenarioKey }))),
        { failUnder: 95 },
      ).reasons;
    expect(under(3)).toEqual(["3 results are below 95: a (a) 90, b (a) 90, c (a) 90"]);
    expect(under(4)).toEqual(["4 results are below 95: a (a) 90, b (a) 90, c (a) 90 and 1 more"]);
  });

  test("rejects a report whose hook failed", () => {
    expect(decideVerdict(buildRowReport([sampleResult()]), { hookFailure: "exit code 2" }).reasons).toEqual([
      "afterAll failed: exit code 2",
    ]);
  });

  test("says who regressed by how much, how many results did, and what is gone", () => {
    const names = ["one", "two", "three", "four", "five", "six"];
    const before = baselineFrom(
      buildRowReport(
        names.map((scenarioKey) => sampleResult({ scenarioKey })),
        "then",
      ),
      { name: "main", now: "n" },
    ).baseline;
    const report = buildRowReport([
      sampleResult({ scenarioKey: "one", axisScore: 85 }),
      sampleResult({ scenarioKey: "two", axisScore: 50 }),
      sampleFailure("agent", { scenarioKey: "three" }),
      sampleResult({ scenarioKey: "four", axisScore: null }),
      sampleResult({ scenarioKey: "five", axisScore: 80 }),
    ]);
    const comparison = compareReports(before, report, { baselineName: "main", verdict: { rule: "tolerance" } });
    expect(decideVerdict(report, { comparison })).toMatchObject({
      verdict: "FAIL",
      reasons: [
        "2 of 5 results failed: a 2",
        'compared with the baseline "main": a regressed by 33.8 points; 4 results regressed; 1 result that passed is gone',
      ],
    });
  });

  test("accepts a failure that is in the baseline, too, unless a flag asks for passes", () => {
    const failing = buildRowReport(buildRowResults({ one: [60], two: [90] }), "then");
    const { baseline: saved } = baselineFrom(failing, { name: "main", now: "n" });
    const comparison = compareReports(saved, { ...failing, reportId: "now" });
    expect(comparison).toMatchObject({ ok: true, verdict: "NO CHANGE" });
    expect(decideVerdict(failing, { comparison })).toMatchObject({
      verdict: "PASS",
      sentence: "1 of 2 results passed; 1 failed as in the baseline",
    });
    expect(decideVerdict(failing, { comparison, countsOldFailures: true }).verdict).toBe("FAIL");
  });

  test("rejects a result that passed and fails now, even if its trials prove no regression", () => {
    const then = baselineFrom(buildRowReport(buildRowResults({ one: [80, 80, 70] }), "then"), { name: "m", now: "n" });
    const now = buildRowReport(buildRowResults({ one: [80, 70, 70] }), "now");
    const comparison = compareReports(then.baseline, now);
    expect(comparison).toMatchObject({
      ok: false,
      verdict: "NOT ENOUGH DATA",
      entries: [{ verdict: "NOT ENOUGH DATA", passedBefore: true, passedNow: false }],
    });
    expect(decideVerdict(now, { comparison }).verdict).toBe("FAIL");
  });

  test("has no objection to a comparison that is good", () => {
    const report = buildRowReport([sampleResult({ scenarioKey: "one", axisScore: 95 })]);
    expect(decideVerdict(report, { comparison: compareReports(baseline, report) })).toMatchObject({
      verdict: "PASS",
      reasons: [],
    });
  });
});

test.each(["constructor", "toString", "__proto__"])("a scenario called %s is one like any other", (scenarioKey) => {
  const results = [sampleResult({ scenarioKey, axisScore: 95, agentName: "keys" })];
  const saved = baselineFrom(buildRowReport(results, "then"), { name: "main", now: "n" }).baseline;
  expect(Object.entries(saved.results).map(([key, agents]) => [key, Object.keys(agents)])).toEqual([
    [scenarioKey, ["keys"]],
  ]);
  const merged = baselineFrom(buildRowReport([sampleResult({ scenarioKey: "one" })]), {
    name: "main",
    now: "n",
    previous: saved,
    merge: true,
  }).baseline;
  expect(Object.keys(merged.results)).toEqual([scenarioKey, "one"]);
  const dropped = compareReports(
    saved,
    buildRowReport([sampleResult({ scenarioKey, axisScore: 50, agentName: "keys" })]),
  );
  expect(dropped.entries).toMatchObject([{ kind: "regressed", baseline: 95, current: 50 }]);
  const fresh = compareReports(baseline, buildRowReport(results));
  expect(fresh.entries[0]).toMatchObject({ kind: "new", baseline: null });
});
