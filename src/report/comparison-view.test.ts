import { expect, test } from "vitest";
import type { Report } from "../core/report.ts";
import { baselineFrom } from "./baseline.ts";
import { compareReports } from "./compare.ts";
import { averageSide, viewComparison } from "./comparison-view.ts";
import { sampleFix, sampleFixRun } from "./sample-fix.fixture.ts";
import { describeComparison } from "./text/describe-comparison.ts";
import { buildRowReport, buildRowResults, type Rows } from "./verdicts/rows.fixture.ts";

/** Rows by agent. */
type Agents = Readonly<Record<string, Rows>>;

function reportOf(agents: Agents, reportId: string): Report {
  const results = Object.entries(agents).flatMap(([agentName, rows]) => buildRowResults(rows, { agentName }));
  return buildRowReport(results, reportId);
}

function view(before: Report, after: Report, withBaseline = false) {
  const { baseline } = baselineFrom(before, { name: "main", now: "n" });
  const comparison = compareReports(baseline, after, withBaseline ? { baselineName: "main" } : {});
  return { comparison, ...viewComparison(comparison, { before: withBaseline ? null : before, after }) };
}

const rows = (level: number) => ({
  one: [level, level + 1, level, level + 1],
  two: [level, level + 2, level, level + 2],
});
const before = reportOf({ worse: rows(90), better: rows(60), same: rows(80) }, "then");
const after = reportOf({ worse: rows(70), better: rows(80), same: rows(80) }, "now");

test("the heading and the first sentences say what the terminal says", () => {
  const { comparison, heading, lead, word } = view(before, after);
  expect(word).toBe("REGRESSED");
  expect(heading).toBe("worse regressed by 20.0 points, and that is more than chance explains.");
  const [first, ...rest] = describeComparison(comparison).split("; ");
  expect(heading).toBe(`${first}.`);
  expect(lead).toBe([...rest.map((part) => `${part}.`), "better improved by 20.0. same did not change."].join(" "));
});

test("agents come worst first, each with its change, interval, margin and reasons", () => {
  const { agents } = view(before, after);
  expect(agents.map(({ name, word, margin }) => [name, word, margin])).toEqual([
    ["worse", "REGRESSED", 3],
    ["same", "NO CHANGE", 3],
    ["better", "IMPROVED", 3],
  ]);
  expect(agents[0]).toMatchObject({ before: 90.75, after: 70.75, change: -20, isPassRate: false });
  expect(agents[0]?.bounds?.upper).toBeLessThan(0);
  expect(agents[0]?.why).toContain("Passed 8 → 0 of 8 runs.");
});

test("the scope counts scenarios, trials and runs; the exit code and the next command follow", () => {
  const { scope, exit, next } = view(before, after);
  expect(scope).toBe(
    "2 scenarios × 4 trials on both sides; 24 of 24 runs counted before, 24 of 24 runs counted after.",
  );
  expect(exit).toBe("One regressed agent is enough to fail: exit code 1.");
  expect(next).toBe("axis compare then now -s one -a worse");
});

test("an open comparison says so first, and what it could have shown", () => {
  const noisy = reportOf({ a: { one: [90, 60, 80], two: [90, 61, 85] } }, "then");
  const { heading, lead, agents } = view(noisy, reportOf({ a: { one: [85, 60, 75], two: [88, 66, 80] } }, "now"));
  expect(heading).toBe("Not enough data yet.");
  expect(lead).toBe("These runs cannot show whether a changed.");
  expect(agents[0]?.why).toMatch(/These trials show a drop of [\d.]+ points, not one of 3: that needs about \d+ /);
});

test("the cause that chance does not explain ends the lead", () => {
  const met = (count: number) =>
    sampleFix(Array.from({ length: count }, (_, at) => sampleFixRun("one", at + 1, { runId: String(at) })));
  const many = Array.from({ length: 8 }, () => 80);
  const report = (id: string, count: number) => ({ ...reportOf({ a: { one: many } }, id), fixes: [met(count)] });
  const { lead } = view(report("then", 0), report("now", 8));
  expect(lead).toBe("docs.acme.dev/api/v1/reference answers 404 in 8 runs instead of 0.");
});

test("a baseline has numbers only: passes are those of results, and causes are missing", () => {
  const { scope, agents, causes } = view(before, after, true);
  expect(scope).toContain("a baseline before: numbers only, 24 of 24 runs counted after.");
  expect(agents[0]?.why).toContain("Passed 2 → 0 of 2 results.");
  expect(causes.missing).toContain("A baseline holds numbers only");
});

test("a baseline has the average it would have as a report", () => {
  const old = reportOf({ a: { one: [90], two: [71], gone: [40] } }, "then");
  const now = reportOf({ a: { one: [80], two: [71], added: [10] } }, "now");
  const comparison = compareReports(baselineFrom(old, { name: "main", now: "n" }).baseline, now);
  expect(averageSide(null, comparison, "baseline")).toBe(67);
  expect(old.summary.averageAxisScore).toBe(67);
  expect(averageSide(now, comparison, "current")).toBeCloseTo(53.67, 2);
  expect(averageSide({ results: [] }, { entries: [] }, "current")).toBeNull();
  expect(averageSide(null, { entries: [] }, "baseline")).toBeNull();
});
