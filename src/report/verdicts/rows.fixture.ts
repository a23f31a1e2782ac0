/** For tests of verdicts: reports and comparisons built from the AXIS Results of trials. */
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { VerdictSettings } from "../../core/report/verdict.ts";
import { sampleResult } from "../../store/sample-result.fixture.ts";
import { baselineFrom } from "../baseline.ts";
import { buildReport } from "../build.ts";
import { type CompareOptions, compareReports } from "../compare.ts";

/** AXIS Results by scenario; null is a trial whose judge failed. */
export type Rows = Readonly<Record<string, readonly (number | null)[]>>;

/** The runs for these rows. */
export function buildRowResults(rows: Rows, overrides: Partial<CellResult> = {}): CellResult[] {
  return Object.entries(rows).flatMap(([scenarioKey, values]) =>
    values.map((axisScore, index) => sampleResult({ scenarioKey, axisScore, trial: index + 1, ...overrides })),
  );
}

/** A report of these runs. */
export function buildRowReport(results: readonly CellResult[], reportId = "now"): Report {
  return buildReport({
    reportId,
    timestamp: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    state: "complete",
    cells: results.map(({ scenarioKey, agentName, trial }) => ({ scenario: scenarioKey, agent: agentName, trial })),
    results,
    skipped: 0,
  });
}

/** Compares two sets of runs of agent `a`. */
export function compareRows(
  before: Rows,
  after: Rows,
  options: CompareOptions & { readonly verdict?: VerdictSettings; readonly ids?: readonly [string, string] } = {},
) {
  const [from, to] = options.ids ?? ["then", "now"];
  const { baseline } = baselineFrom(buildRowReport(buildRowResults(before), from), { name: "main", now: "n" });
  return compareReports(baseline, buildRowReport(buildRowResults(after), to), options);
}
