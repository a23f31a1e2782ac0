import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleFailure, sampleResult } from "../../store/sample-result.fixture.ts";
import { decideVerdict } from "../report-verdict.ts";
import { buildRowReport } from "../verdicts/rows.fixture.ts";
import { hostileTexts, buildHostileReport } from "./hostile.fixture.ts";
import { renderSarif } from "./sarif.ts";

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [{ readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } } }];
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly [{ readonly toolExecutionNotifications?: unknown }];
  readonly results: readonly SarifResult[];
}

/** The one run of a log. */
function runOf(text: string): SarifRun {
  return (JSON.parse(text) as { runs: [SarifRun] }).runs[0];
}

describe("SARIF", () => {
  test("each result with bad news is a result at the file of its scenario; good ones are none", () => {
    const report = buildRowReport(
      [
        sampleResult({ scenarioKey: "fine", axisScore: 95 }),
        sampleResult({ scenarioKey: "low", axisScore: 40, scenarioFile: "scenarios/low one.json" }),
        { ...sampleFailure("infrastructure", { scenarioKey: "down" }), error: "the network is down" },
      ],
      "r1",
    );
    const run = runOf(renderSarif(report, { verdict: decideVerdict(report) }));
    expect(
      run.results.map(({ ruleId, level, message, locations }: SarifResult) => [
        ruleId,
        level,
        message.text.split("\n")[0],
        locations[0].physicalLocation.artifactLocation.uri,
      ]),
    ).toEqual([
      ["failed", "error", "low (a)", "scenarios/low%20one.json"],
      ["infrastructure", "warning", "down (a)", "axis.config.json"],
    ]);
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  test("a verdict of no that no result explains is a notification, so that nothing looks like good news", () => {
    const report = buildRowReport([sampleResult({ axisScore: 95 })], "r1");
    const run = runOf(renderSarif(report, { verdict: decideVerdict(report, { hookFailure: "exit code 1" }) }));
    expect(run.results).toEqual([]);
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      { level: "error", message: { text: "afterAll failed: exit code 1" } },
    ]);
  });

  test("links and placeholders in what others wrote stay text", () => {
    const report = buildRowReport(
      [{ ...sampleFailure("infrastructure", { scenarioKey: "down" }), error: "[click](http://evil.test) {0} C:\\[x]" }],
      "r1",
    );
    const run = runOf(renderSarif(report, { verdict: decideVerdict(report) }));
    const text = run.results[0]?.message.text ?? "";
    expect(text).toContain(String.raw`\[click\](http://evil.test) {{0}} C:\\\[x\]`);
  });

  test("no message has a link or a placeholder, whatever others wrote", () => {
    fc.assert(
      fc.property(
        hostileTexts,
        fc.constantFrom("[a](b)", "{0}", "\\[a](b)", "[a\\](b)", "{{0}", "]("),
        (texts, payload) => {
          const { report, options } = buildHostileReport(texts);
          for (const result of report.results) result.error = `${payload}${result.error ?? ""}${payload}`;
          for (const { message } of runOf(renderSarif(report, options)).results) {
            // What a reader of SARIF makes of it: a pair of backslashes, or one before a bracket, is one character.
            const plain = message.text.replaceAll(/\\[\\[\]]/g, "");
            expect(plain).not.toMatch(/[[\]]/);
            expect(plain.replaceAll(/\{\{|\}\}/g, "")).not.toMatch(/[{}]/);
          }
        },
      ),
    );
  });

  test("whatever others wrote, it stays one document with relative places and known rules", () => {
    fc.assert(
      fc.property(hostileTexts, fc.string({ unit: "binary" }), (texts, place) => {
        const { report, options } = buildHostileReport(texts);
        for (const result of report.results) result.scenarioFile = place;
        const text = renderSarif(report, options);
        expect(text.isWellFormed()).toBe(true);
        const run = runOf(text);
        const ids = run.tool.driver.rules.map(({ id }) => id);
        for (const { ruleId, locations } of run.results) {
          expect(ids).toContain(ruleId);
          const { uri } = locations[0].physicalLocation.artifactLocation;
          expect(uri).toMatch(/^[^:/?#][^:?#]*$/);
          expect(uri.split("/")).not.toContain("..");
        }
      }),
    );
  });
});
