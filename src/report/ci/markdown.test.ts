import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Report } from "../../core/report.ts";
import { sampleResult } from "../../testing/sample-result.ts";
import { buildReport } from "../build.ts";
import { terminalLine } from "../terminal-safe.ts";
import { calmTexts, hostileText, hostileTexts, reportWith } from "./hostile.fixture.ts";
import { markdownLimit, renderMarkdown } from "./markdown.ts";
import { codeCell, codeSpan, longestPiece } from "./markdown-code.ts";

/** A line taken apart as CommonMark does: code spans are found first, what is left is ours. */
function takenApart(line: string): { own: string; code: string[] } {
  const code: string[] = [];
  let own = "";
  let at = 0;
  while (at < line.length) {
    const [run = ""] = /^`+/.exec(line.slice(at)) ?? [];
    if (run === "") {
      own += line[at];
      at += 1;
      continue;
    }
    const end = [...line.slice(at + run.length).matchAll(/`+/g)].find(([other]) => other.length === run.length)?.index;
    if (end === undefined) throw new Error(`backticks without an end: ${line}`);
    const content = line.slice(at + run.length, at + run.length + end);
    code.push(/^ .*[^ ].* $/su.test(content) ? content.slice(1, -1) : content);
    own += "□";
    at += 2 * run.length + end;
  }
  return { own: own.replaceAll("(empty)", "□"), code };
}

/** The cells of a row by two readings of a backslash: it guards only a pipe, or any sign after it. */
function cellsOf(row: string): string[] {
  const simple = row.split(/(?<!\\)\|/);
  const careful = [...row.matchAll(/((?:\\[^\w\s]|[^|])*)(?:\||$)/g)].map(([, cell = ""]) => cell);
  expect(careful.slice(0, simple.length)).toEqual(simple);
  return simple.slice(1, -1).map((cell) => cell.replaceAll("\\|", "|").trim());
}

/** The document with every piece of code taken out. */
function skeleton(markdown: string): string {
  const lines = markdown.split("\n").map((line) => {
    if (!line.startsWith("|")) return takenApart(line).own;
    return `| ${cellsOf(line)
      .map((cell) => takenApart(cell).own)
      .join(" | ")} |`;
  });
  return lines.join("\n");
}

describe("what others wrote", () => {
  test("is one code span on one line, and comes back from it", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const span = codeSpan(text);
        const line = terminalLine(text);
        expect(span).not.toMatch(/[\r\n]/);
        expect(takenApart(span).own).toBe("□");
        if (line !== "" && line.length <= longestPiece) expect(takenApart(span).code).toEqual([line]);
      }),
      { numRuns: 1000 },
    );
  });

  test("stays within its cell of a table, whichever way a backslash is read", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (first, second) => {
        const cells = cellsOf(`| ${codeCell(first)} | ${codeCell(second)} |`);
        expect(cells.map((cell) => takenApart(cell).own)).toEqual(["□", "□"]);
      }),
      { numRuns: 1000 },
    );
  });

  test("never changes anything outside of code: no mention, link, image, issue number or HTML can form", () => {
    const calm = reportWith(calmTexts);
    const expected = skeleton(renderMarkdown(calm.report, calm.options));
    expect(expected).not.toMatch(/[@<>[\]!~\\$&_]|#\d|https?:|www\./);
    fc.assert(
      fc.property(hostileTexts, (texts) => {
        const { report, options } = reportWith({ ...texts, file: `f${texts.file}` });
        expect(skeleton(renderMarkdown(report, options))).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("what the checker would miss, it finds: a stray mention, and a span that is not closed", () => {
    expect(takenApart("` a ` @team").own).toBe("□ @team");
    expect(() => takenApart("`` a ` b")).toThrow("without an end");
    expect(() => cellsOf("| ` a\\\\| ` |")).toThrow();
  });
});

describe("length", () => {
  function many(pairs: number, text: string): Report {
    const results = Array.from({ length: pairs }, (_, index) => ({
      ...sampleResult({ scenarioKey: `${text}${index}`, agentName: text, axisScore: 10 }),
      scenarioName: text,
    }));
    const cells = results.map(({ scenarioKey, agentName }) => ({ scenario: scenarioKey, agent: agentName, trial: 1 }));
    return buildReport({
      reportId: "r",
      name: text,
      timestamp: "t",
      durationMs: 1,
      state: "complete",
      cells,
      results,
      skipped: 0,
    });
  }

  test.each([
    ["short names", 2000, "a"],
    ["nothing but backticks", 300, "`".repeat(5000)],
    ["nothing but pipes", 300, "|".repeat(5000)],
    ["nothing but controls", 300, "\u0001".repeat(5000)],
  ])("stays within the limit with %s, and says how many pairs are left out", (_, pairs, text) => {
    const verdict = { ok: false, reasons: Array.from({ length: 50 }, () => text) };
    const markdown = renderMarkdown(many(pairs, text), { verdict, failUnder: 50 });
    expect(markdown.length).toBeLessThanOrEqual(markdownLimit);
    const rows = markdown.split("\n").filter((line) => line.startsWith("| ❌")).length;
    expect(rows).toBeGreaterThan(5);
    expect(markdown).toContain(`${pairs - rows} pairs more did not fit`);
    expect(skeleton(markdown)).not.toContain("`");
  });

  test("a long piece is cut between characters", () => {
    expect(codeSpan("😀".repeat(400)).isWellFormed()).toBe(true);
    expect(codeSpan("x".repeat(longestPiece))).not.toContain("…");
  });
});
