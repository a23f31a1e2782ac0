/** Every outcome × trials × gate × baseline: whatever says how a report went says the same. The pages are in test/browser. */
import { describe, expect, test } from "vitest";
import type { ReportVerdict } from "../core/report/gate.ts";
import { renderAnnotations, renderOutputs } from "./ci/github.ts";
import { renderJunit } from "./ci/junit.ts";
import { renderMarkdown } from "./ci/markdown.ts";
import { renderSarif } from "./ci/sarif.ts";
import { readXml } from "./ci/xml-reader.fixture.ts";
import { renderBadge } from "./text/badge.ts";
import { plainPaint } from "./text/format.ts";
import { renderTable } from "./text/render-table.ts";
import { renderVerdict } from "./text/render-verdict.ts";
import { formatTrials } from "./text/status-marks.ts";
import { buildVerdictRow, endings, expectVerdict, verdictRows } from "./verdict-rows.fixture.ts";

const isGood = (verdict: string) => verdict === "PASS" || verdict === "MEASURED";

describe.each(verdictRows)("$trials, gate $gate, baseline $baseline", (row) => {
  const report = buildVerdictRow(row);
  const verdict = report.verdict as ReportVerdict;
  const expected = expectVerdict(row);

  test("the report stores the verdict of the table, and its exit code", () => {
    expect([verdict.verdict, verdict.ok]).toEqual([expected, isGood(expected)]);
    expect(report.results[0]?.trials?.map(({ status }) => status) ?? [report.results[0]?.status]).toEqual(
      row.trials.map((ending) => endings[ending][0]),
    );
  });

  test("terminal, Markdown, badge and GitHub show the word", () => {
    const [first, second] = renderVerdict(report, verdict, plainPaint).split("\n");
    expect(first).toBe(`${expected}  ${verdict.sentence}`);
    // A band word praises, so it stands only beside PASS.
    expect(/excellent|good|fair|poor/.test(second ?? "")).toBe(expected === "PASS");
    const table = renderTable(report, plainPaint, 100);
    const [result] = report.results;
    if (result !== undefined) expect(table.join("\n")).toContain(formatTrials(result));
    expect(renderMarkdown(report, { verdict }).split("\n")[0]).toContain(expected);
    const badge = renderBadge(report, verdict);
    expect(badge.includes(expected)).toBe(expected !== "PASS");
    expect(renderOutputs(report, { verdict }, "end")).toContain(`verdict<<end\n${expected.toLowerCase()}\nend`);
  });

  test("JUnit, SARIF and annotations are clean only if the exit code is 0", () => {
    const { attributes } = readXml(renderJunit(report, { verdict }));
    const bad = Number(attributes.get("failures")) + Number(attributes.get("errors"));
    expect(bad === 0).toBe(isGood(expected));
    const [{ results, invocations }] = (JSON.parse(renderSarif(report, { verdict })) as SarifDocument).runs;
    const notifications = invocations.flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications ?? []);
    expect(results.length + notifications.length === 0).toBe(isGood(expected));
    expect(renderAnnotations(report, { verdict }).length === 0).toBe(isGood(expected));
    // A failed result is a failed test case, and nothing else is.
    expect(Number(attributes.get("failures")) > 0).toBe(verdict.verdict === "FAIL");
  });
});

interface SarifDocument {
  readonly runs: readonly [
    {
      readonly results: readonly unknown[];
      readonly invocations: readonly { readonly toolExecutionNotifications?: readonly unknown[] }[];
    },
  ];
}
