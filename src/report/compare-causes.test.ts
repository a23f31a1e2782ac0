import { expect, test } from "vitest";
import type { Fix } from "../core/report/fix.ts";
import type { Report } from "../core/report.ts";
import { compareCauses } from "./compare-causes.ts";
import { sampleFix, sampleFixRun } from "./sample-fix.fixture.ts";
import { buildRowReport, buildRowResults, type Rows } from "./verdicts/rows.fixture.ts";

const ten = Array.from({ length: 10 }, () => 80);

function reportWith(fixes: readonly Fix[], overrides: Partial<Report> = {}, rows: Rows = { one: ten }): Report {
  return { ...buildRowReport(buildRowResults(rows)), fixes: [...fixes], ...overrides };
}

function metBy(count: number, overrides: Partial<Fix> = {}, scenarioKey = "one"): Fix {
  return sampleFix(
    Array.from({ length: count }, (_, at) => sampleFixRun(scenarioKey, at + 1)),
    overrides,
  );
}

const summary = { owners: [], runs: 10, inProgressRuns: 0 };

test("a cause that chance does not explain is more or fewer, by Fisher's exact test", () => {
  const { causes, runs, agents, missing } = compareCauses(reportWith([metBy(1)]), reportWith([metBy(9)]));
  expect({ runs, agents, missing }).toEqual({ runs: { before: 10, after: 10 }, agents: ["a"], missing: null });
  expect(causes).toEqual([
    {
      id: "call-failed-docs-404",
      title: "docs.acme.dev/api/v1/reference answers 404",
      target: "docs.acme.dev/api/v1/reference",
      before: 1,
      after: 9,
      byAgent: [{ before: 1, after: 9 }],
      p: expect.closeTo(0.0011, 4),
      change: "more, p = 0.0011",
      tone: "bad",
    },
  ]);
  expect(compareCauses(reportWith([metBy(9)]), reportWith([metBy(1)])).causes[0]).toMatchObject({
    change: "fewer, p = 0.0011",
    tone: "good",
  });
});

test("a change that may be chance says so, and an equal share is no change", () => {
  const changed = compareCauses(reportWith([metBy(3)]), reportWith([metBy(5)]));
  expect(changed.causes[0]).toMatchObject({ change: "may be chance", tone: "dim" });
  const same = compareCauses(reportWith([metBy(3)]), reportWith([metBy(3)]));
  expect(same.causes[0]).toMatchObject({ change: "no change", tone: "dim" });
});

test("a cause that one report does not list counts there with the run that met it, else with none", () => {
  const rare = { fixSummary: { ...summary, unlisted: { "call-failed-docs-404": "a" } } };
  const [listed] = compareCauses(reportWith([], rare), reportWith([metBy(4)])).causes;
  expect([listed?.before, listed?.after]).toEqual([1, 4]);
  const [gone] = compareCauses(reportWith([metBy(4)]), reportWith([])).causes;
  expect([gone?.before, gone?.after]).toEqual([4, 0]);
});

test("only runs that count, of results that both reports have, are compared", () => {
  const rows = { one: ten, other: ten };
  const error = sampleFixRun("one", 10, { status: "error" });
  const before = reportWith([metBy(2)]);
  const after = reportWith(
    [
      { ...metBy(3), runs: [...metBy(3).runs, error, ...metBy(6, {}, "other").runs] },
      metBy(6, { id: "elsewhere" }, "other"),
    ],
    {},
    rows,
  );
  const { causes, runs } = compareCauses(before, after);
  expect(runs).toEqual({ before: 10, after: 10 });
  expect(causes.map((cause) => [cause.id, cause.before, cause.after])).toEqual([["call-failed-docs-404", 2, 3]]);
});

test("the clearest change comes first, and a check has no code to show", () => {
  const before = reportWith([metBy(4, { id: "b" }), metBy(0, { id: "a" })]);
  const check = { id: "a", targetType: "check", target: "It works", title: "Does not hold: It works" } as const;
  const { causes } = compareCauses(before, reportWith([metBy(5, { id: "b" }), metBy(8, check)]));
  expect(causes.map(({ id, target }) => [id, target])).toEqual([
    ["a", null],
    ["b", "docs.acme.dev/api/v1/reference"],
  ]);
});

test.each([
  [null, reportWith([]), "A baseline holds numbers only, so causes cannot be compared."],
  [
    { ...reportWith([]), fixes: undefined, reportId: "old" },
    reportWith([]),
    "old does not say what to fix, because it was written by an older version of AXIS or not scored.",
  ],
  [
    reportWith([], {}, { one: ten }),
    reportWith([], {}, { two: ten }),
    "The two reports have no counted runs of the same results.",
  ],
])("where causes cannot be compared a sentence says why (%#)", (before, after, sentence) => {
  expect(compareCauses(before, after)).toMatchObject({ causes: [], missing: sentence });
});
