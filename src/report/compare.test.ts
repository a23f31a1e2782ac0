import { describe, expect, test } from "vitest";
import { sampleFailure, sampleResult, sampleScore } from "../store/sample-result.fixture.ts";
import { baselineFrom } from "./baseline.ts";
import { compareReports, requireCurrentFormula } from "./compare.ts";
import { decideVerdict } from "./report-verdict.ts";
import { buildRowReport } from "./verdicts/rows.fixture.ts";

const baseline = baselineFrom(buildRowReport([sampleResult({ scenarioKey: "one", axisScore: 95 })], "then"), {
  name: "main",
  now: "n",
}).baseline;

test.each([
  [97, "improved", true],
  [96, "unchanged", true],
  [94, "unchanged", true],
  [93, "regressed", false],
])("95 and then %i is %s", (axisScore, kind, ok) => {
  const comparison = compareReports(baseline, buildRowReport([sampleResult({ scenarioKey: "one", axisScore })]));
  expect(comparison.entries[0]?.kind).toBe(kind);
  expect(comparison.ok).toBe(ok);
});

test("a pair that crashes against a baseline of 95 is a regression", () => {
  for (const whose of ["agent", "infrastructure"] as const) {
    const report = buildRowReport([sampleFailure(whose, { scenarioKey: "one" })]);
    const comparison = compareReports(baseline, report);
    expect(comparison).toMatchObject({
      ok: false,
      summary: { failed: 1 },
      entries: [{ kind: "failed", baseline: 95, current: null, delta: null }],
    });
    expect(decideVerdict(report, { comparison }).ok).toBe(false);
  }
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

test("a failed pair moved in no dimension: its numbers are not compared", () => {
  const [entry] = compareReports(baseline, buildRowReport([sampleFailure("agent", { scenarioKey: "one" })])).entries;
  expect(entry?.categories.agent).toEqual({ baseline: 95, current: null, delta: null });
  expect(entry?.movedMost).toBeNull();
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

  test("a new pair is said, a gone one counts only when strict", () => {
    expect(compareReports(baseline, report)).toMatchObject({ ok: true, summary: { new: 1, gone: 1 } });
    expect(compareReports(baseline, report, { strict: true }).ok).toBe(false);
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

test("the dimension that moved most is named", () => {
  const now = sampleResult({ scenarioKey: "one", axisScore: 90 });
  const score = { ...sampleScore(90), service: { ...sampleScore(90).service, score: 40 } };
  expect(compareReports(baseline, buildRowReport([{ ...now, score }])).entries[0]?.movedMost).toBe("service");
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
      sampleFailure("agent", { scenarioKey: "one" }),
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
    const report = { ...buildRowReport([run]), scoring: { passMark: 85 } } as Parameters<typeof baselineFrom>[0];
    const entry = baselineFrom(report, { name: "main", now: "n" }).baseline.results["one"]?.["a"];
    expect(entry?.tokens).toBe(15);
    expect(entry?.trials?.[0]).toMatchObject({ passed: false, tokens: 15, costUsd: null, durationMs: 1000 });
  });

  test("a merge without anything before it is a baseline like any other", () => {
    const report = buildRowReport([sampleResult({ scenarioKey: "two" })]);
    expect(Object.keys(baselineFrom(report, { name: "main", now: "n", merge: true }).baseline.results)).toEqual([
      "two",
    ]);
  });

  test("failed and unscored pairs are left out and named", () => {
    const report = buildRowReport([
      sampleResult({ scenarioKey: "one" }),
      sampleFailure("agent", { scenarioKey: "two" }),
      sampleResult({ scenarioKey: "three", axisScore: null }),
    ]);
    const { baseline: made, leftOut } = baselineFrom(report, { name: "main", now: "n" });
    expect(Object.keys(made.results)).toEqual(["one"]);
    expect(leftOut.map(({ scenarioKey }) => scenarioKey)).toEqual(["two", "three"]);
  });

  test("merging keeps what the report does not have, and replacing does not", () => {
    const report = buildRowReport([sampleResult({ scenarioKey: "two", axisScore: 70 })]);
    const previous = { ...baseline, createdAt: "long ago" };
    expect(
      Object.keys(baselineFrom(report, { name: "main", now: "n", previous, merge: true }).baseline.results),
    ).toEqual(["one", "two"]);
    const replaced = baselineFrom(report, { name: "main", now: "n", previous }).baseline;
    expect(Object.keys(replaced.results)).toEqual(["two"]);
    expect(replaced.createdAt).toBe("long ago");
  });
});

describe("the gate", () => {
  test("passes when nothing is wrong", () => {
    expect(decideVerdict(buildRowReport([sampleResult()]), { failUnder: 90 })).toEqual({ ok: true, reasons: [] });
  });

  test("says no below fail_under, and to a missing number", () => {
    expect(decideVerdict(buildRowReport([sampleResult({ axisScore: 89 })]), { failUnder: 90 }).reasons[0]).toBe(
      "1 pair below 90: s (a) 89",
    );
    expect(decideVerdict(buildRowReport([sampleResult({ axisScore: null })]), { failUnder: 0 }).ok).toBe(false);
  });

  test("names three pairs below, of more that there are more", () => {
    const under = (count: number) =>
      decideVerdict(
        buildRowReport(["a", "b", "c", "d"].slice(0, count).map((scenarioKey) => sampleResult({ scenarioKey }))),
        {
          failUnder: 95,
        },
      ).reasons;
    expect(under(3)).toEqual(["3 pairs below 95: a (a) 90, b (a) 90, c (a) 90"]);
    expect(under(4)).toEqual(["4 pairs below 95: a (a) 90, b (a) 90, c (a) 90, ..."]);
  });

  test("says no to a hook that failed", () => {
    expect(decideVerdict(buildRowReport([sampleResult()]), { hookFailure: "exit code 2" }).reasons).toEqual([
      "afterAll failed: exit code 2",
    ]);
  });

  test("says against the baseline how many pairs did what, and which dropped most", () => {
    const names = ["one", "two", "three", "four", "five", "six"];
    const before = baselineFrom(
      buildRowReport(
        names.map((scenarioKey) => sampleResult({ scenarioKey })),
        "then",
      ),
      {
        name: "main",
        now: "n",
      },
    ).baseline;
    const report = buildRowReport([
      sampleResult({ scenarioKey: "one", axisScore: 85 }),
      sampleResult({ scenarioKey: "two", axisScore: 50 }),
      sampleFailure("agent", { scenarioKey: "three" }),
      sampleResult({ scenarioKey: "four", axisScore: null }),
      sampleResult({ scenarioKey: "five", axisScore: 80 }),
    ]);
    const comparison = compareReports(before, report, { verdict: { rule: "tolerance" } });
    expect(decideVerdict(report, { comparison }).reasons.at(-1)).toBe(
      "compared with the baseline: 3 regressed, 1 now failed, 1 can no longer be scored, 1 gone; largest drop: two (a) from 90 to 50",
    );
  });

  test("has nothing to say of a comparison that is good", () => {
    const report = buildRowReport([sampleResult({ scenarioKey: "one", axisScore: 95 })]);
    expect(decideVerdict(report, { comparison: compareReports(baseline, report) })).toEqual({ ok: true, reasons: [] });
  });

  test("tells the agent's failures from the infrastructure's", () => {
    const report = buildRowReport([
      sampleFailure("agent", { scenarioKey: "one" }),
      sampleFailure("infrastructure", { scenarioKey: "two" }),
    ]);
    expect(decideVerdict(report).reasons[0]).toBe("2 of 2 pairs failed (1 by the agent, 1 by the infrastructure)");
  });
});

test.each(["constructor", "toString", "__proto__"])("a scenario called %s is a pair like any other", (scenarioKey) => {
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
