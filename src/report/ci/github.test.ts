import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleFailure } from "../../store/sample-result.fixture.ts";
import { buildReport } from "../build.ts";
import { decideVerdict } from "../report-verdict.ts";
import { terminalLine } from "../text/terminal-safe.ts";
import { escapeCommandsInJson, renderAnnotations, renderOutputs, escapeCommands } from "./github.ts";
import { hostileText, hostileTexts, buildHostileReport } from "./hostile.fixture.ts";
import { findCommands, readOutputs } from "./runner.fixture.ts";

describe("annotations", () => {
  test("are one error per result that failed, could not be measured, is below the gate, regressed or is gone, and nothing else", () => {
    fc.assert(
      fc.property(hostileTexts, (texts) => {
        const { report, options } = buildHostileReport(texts);
        const lines = renderAnnotations(report, options);
        expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
        const commands = findCommands(lines);
        const title = (key: string, type: string) =>
          terminalLine(`AXIS: ${key} (${texts.agentName}) ${type}`).slice(0, 200).toWellFormed();
        const present = ["1 failed", "2 infrastructure", "3 below-gate", "4 regressed", "5 judge"].map((each) =>
          title(`${texts.scenarioKey}${each[0]}`, each.slice(2)),
        );
        expect(commands.map(({ name, properties }) => [name, properties])).toEqual(
          [...present, title(texts.goneKey, "gone")].map((each) => ["error", { title: each }]),
        );
        const expected = [texts.error, `${texts.check}: 2 of 10 (${texts.rationale})`, texts.insight];
        expect(commands[0]?.data).toBe(expected.map(terminalLine).join("\n").slice(0, 1000).toWellFormed());
      }),
      { numRuns: 300 },
    );
  });

  test("stop at the ten that GitHub shows, and the last says how many more there are", () => {
    const results = Array.from({ length: 25 }, (_, index) => sampleFailure("agent", { scenarioKey: `s${index}` }));
    const cells = results.map(({ scenarioKey }) => ({ scenario: scenarioKey, agent: "a", trial: 1 }));
    const report = buildReport({
      reportId: "r",
      timestamp: "t",
      durationMs: 1,
      state: "complete",
      cells,
      results,
      skipped: 0,
    });
    const lines = renderAnnotations(report, { verdict: decideVerdict(report) });
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe("::error title=AXIS::16 more results failed; see the step summary");
  });

  test("there is one where the verdict is no and every result is well", () => {
    const report = buildReport({
      reportId: "r",
      timestamp: "t",
      durationMs: 1,
      state: "complete",
      cells: [],
      results: [],
      skipped: 0,
    });
    const options = { verdict: decideVerdict(report, { hookFailure: "100%\n::warning::x" }) };
    expect(renderAnnotations(report, options)).toEqual(["::error title=AXIS::afterAll failed: 100%25 ::warning::x"]);
  });
});

describe("other text", () => {
  test("holds no command, and looks nearly the same", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(findCommands([escapeCommands(text)])).toEqual([]);
        expect(escapeCommands(text).replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
      { numRuns: 1000 },
    );
  });

  test("in JSON holds no command, and is the same document", () => {
    fc.assert(
      fc.property(fc.array(hostileText), (texts) => {
        const json = escapeCommandsInJson(JSON.stringify(texts, null, 2));
        expect(findCommands([json])).toEqual([]);
        expect(JSON.parse(json)).toEqual(texts);
      }),
      { numRuns: 500 },
    );
  });

  test("what the emulator would miss, it finds", () => {
    expect(findCommands(["\u0085 ::error title=a%2Cb::c%0Ad", "x ##[command]ls"])).toEqual([
      { name: "error", properties: { title: "a,b" }, data: "c\nd" },
      { name: "command", properties: {}, data: "ls" },
    ]);
    expect(findCommands(["::stop-commands::T", "::error::x", "::t::", "::notice::y"]).map(({ name }) => name)).toEqual([
      "notice",
    ]);
  });
});

test("outputs are read back whatever their text, behind a delimiter that is not in it", () => {
  fc.assert(
    fc.property(hostileTexts, (texts) => {
      const { report, options } = buildHostileReport(texts);
      const reportId = texts.reportId.replaceAll("\n", " ");
      expect(readOutputs(renderOutputs({ ...report, reportId }, options, "axis_0123"))).toEqual({
        "axis-result": String(report.summary.averageAxisScore ?? ""),
        "report-id": reportId,
        verdict: options.verdict.verdict.toLowerCase(),
      });
    }),
  );
});
