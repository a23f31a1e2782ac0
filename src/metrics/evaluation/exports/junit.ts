/** Renders results as JUnit XML: a suite per metric, a case per item. Missing the threshold is a failure, an unmeasured row an error. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { openTag, escapeXmlText } from "../../../report/ci/xml.ts";
import type { ExportRows } from "./export-rows.ts";

interface CaseCounts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
  durationMs: number;
}

type CaseKind = "passed" | "failure" | "error" | "skipped";

/** A longer text is not useful in a list of tests. */
const maxCaseText = 10_000;

/** Generates the document piece by piece. Rows are read once for the counts, then once per metric. */
export async function* generateJunit(name: string, rows: ExportRows): AsyncGenerator<string> {
  const suites = await countCases(rows);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `${openTag("testsuites", { name, ...toSuiteAttributes(sumCounts([...suites.values()])) })}>\n`;
  for (const [suite, counts] of suites) {
    yield `  ${openTag("testsuite", { name: suite, ...toSuiteAttributes(counts) })}>\n`;
    for await (const { row } of rows()) if (row.name === suite) yield renderCase(row);
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

async function countCases(rows: ExportRows): Promise<Map<string, CaseCounts>> {
  const suites = new Map<string, CaseCounts>();
  for await (const { row } of rows()) {
    const counts = suites.get(row.name) ?? { tests: 0, failures: 0, errors: 0, skipped: 0, durationMs: 0 };
    suites.set(row.name, counts);
    const kind = classifyCase(row);
    counts.tests += 1;
    counts.durationMs += row.durationMs ?? 0;
    if (kind === "failure") counts.failures += 1;
    if (kind === "error") counts.errors += 1;
    if (kind === "skipped") counts.skipped += 1;
  }
  return suites;
}

function sumCounts(all: readonly CaseCounts[]): CaseCounts {
  const sum = (read: (counts: CaseCounts) => number) => all.reduce((whole, each) => whole + read(each), 0);
  return {
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    errors: sum(({ errors }) => errors),
    skipped: sum(({ skipped }) => skipped),
    durationMs: sum(({ durationMs }) => durationMs),
  };
}

function toSuiteAttributes({ tests, failures, errors, skipped, durationMs }: CaseCounts) {
  return { tests, failures, errors, skipped, time: (durationMs / 1000).toFixed(3) };
}

function classifyCase({ status, passed }: MetricScore): CaseKind {
  if (status === "failed") return "error";
  if (status === "not-applicable") return "skipped";
  return passed === false ? "failure" : "passed";
}

function renderCase(row: MetricScore): string {
  const kind = classifyCase(row);
  const open = openTag("testcase", {
    name: row.itemId,
    classname: row.key,
    time: ((row.durationMs ?? 0) / 1000).toFixed(3),
  });
  if (kind === "passed") return `    ${open}/>\n`;
  const why = truncateCaseText(row.why ?? row.explanation);
  if (kind === "skipped") return `    ${open}>${openTag("skipped", { message: why })}/></testcase>\n`;
  const message = kind === "failure" ? `score ${row.score} does not pass the threshold ${row.threshold}` : why;
  return `    ${open}>${openTag(kind, { message, type: row.status })}>${escapeXmlText(truncateCaseText(row.explanation))}</${kind}></testcase>\n`;
}

function truncateCaseText(text: string): string {
  return text.length <= maxCaseText ? text : `${text.slice(0, maxCaseText).toWellFormed()} […]`;
}
