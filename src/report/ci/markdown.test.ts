import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { scoringDocument } from "../../judging/scoring/scoring-document.ts";
import { sampleResult } from "../../store/sample-result.fixture.ts";
import { baselineFrom } from "../baseline.ts";
import { buildReport } from "../build.ts";
import { compareReports } from "../compare.ts";
import { decideVerdict } from "../report-verdict.ts";
import { terminalLine } from "../text/terminal-safe.ts";
import { buildRowReport, buildRowResults, type Rows } from "../verdicts/rows.fixture.ts";
import { harmlessTexts, hostileText, hostileTexts, buildHostileReport } from "./hostile.fixture.ts";
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
    const calm = buildHostileReport(harmlessTexts);
    const expected = skeleton(renderMarkdown(calm.report, calm.options));
    expect(expected).not.toMatch(/[@<>[\]!~\\$&_]|#\d|https?:|www\./);
    fc.assert(
      fc.property(hostileTexts, (texts) => {
        const { report, options } = buildHostileReport({ ...texts, file: `f${texts.file}` });
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

describe("the mark of a result", () => {
  type Trial = Partial<Omit<CellResult, "score">> & { goal?: number | null; grade?: number; scored?: boolean };

  function rendered(trials: readonly Trial[], failUnder: number | null = null, passMark = 75) {
    const results = trials.map(({ goal = 80, grade = 10, scored = true, ...rest }, index): CellResult => {
      const { score: sample, ...result } = sampleResult({ scenarioKey: "cart", axisScore: 60, trial: index + 1 });
      if (sample === undefined) throw new Error("the sample has a score");
      const criteria = [{ check: "@it", weight: 1, score: grade, rationale: "<b>", by: "verify" as const }];
      const score = { ...sample, goalAchievement: { ...sample.goalAchievement, score: goal, criteria } };
      return { ...result, ...rest, ...(scored && { score }) };
    });
    const cells = results.map(({ scenarioKey, agentName, trial }) => ({
      scenario: scenarioKey,
      agent: agentName,
      trial,
    }));
    const scoring = scoringDocument(defaultWeights, passMark);
    const head = { reportId: "r", timestamp: "t", durationMs: 1, state: "complete" as const, skipped: 0 };
    const report = buildReport({ ...head, cells, results, scoring });
    const markdown = renderMarkdown(report, { verdict: decideVerdict(report, { failUnder }), gate: { failUnder } });
    const mark = /^\| (.*?) \| `cart`/m.exec(markdown)?.[1];
    return { mark, markdown, title: markdown.split("\n")[0] };
  }

  test("a result that passed has a tick", () => {
    const { mark, markdown } = rendered([{}]);
    expect(mark).toBe("✅");
    expect(markdown).not.toContain("### Causes");
  });

  test("one with goal 0 failed, with the check and its grade", () => {
    const { mark, title, markdown } = rendered([{ goal: 0, grade: 0 }]);
    expect(title).toBe("## ❌ FAIL: 0 of 1 result passed");
    expect(mark).toBe("❌ failed");
    expect(markdown).toContain("(`a`): `“@it” does not hold`\n  - 0 of 10: `@it`: `<b>`");
    expect(markdown).toContain("See: `axis reports r cart`");
  });

  test("the pass mark of the report decides, and every verified check", () => {
    expect(rendered([{ goal: 80 }], null, 90).markdown).toContain("`its goal is 80, and a pass needs 90`");
    expect(rendered([{ goal: 60 }], null, 50).mark).toBe("✅");
    expect(rendered([{ grade: 9 }]).mark).toBe("❌ failed");
  });

  test("every trial has a mark beside the mean", () => {
    const row = (markdown: string) => /`a` \| (\S+) \| (\S+) \|/.exec(markdown)?.slice(1);
    expect(row(rendered([{}, { goal: 0 }, {}]).markdown)).toEqual(["60", "`●✗●`"]);
    expect(rendered([{}, { goal: 0 }, {}]).mark).toBe("✅");
    expect(rendered([{ goal: 0 }, { goal: 0 }]).mark).toBe("❌ failed");
  });

  test("a result that nothing graded is unscored", () => {
    expect(rendered([{ goal: null }]).mark).toBe("➖ unscored");
    expect(rendered([{ scored: false }]).mark).toBe("➖ unscored");
  });

  test("a result that passed but is below the gate says so", () => {
    expect(rendered([{}], 75)).toMatchObject({ mark: "❌ below-gate", title: expect.stringContaining("FAIL") });
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
  ])("stays within the limit with %s, and says how many results are left out", (_, pairs, text) => {
    const reasons = Array.from({ length: 50 }, () => text);
    const verdict = { verdict: "FAIL" as const, ok: false, sentence: reasons.join("; "), reasons };
    const markdown = renderMarkdown(many(pairs, text), { verdict });
    expect(markdown.length).toBeLessThanOrEqual(markdownLimit);
    const rows = markdown.split("\n").filter((line) => line.startsWith("| ❌")).length;
    expect(rows).toBeGreaterThan(5);
    expect(markdown).toContain(`${pairs - rows} results did not fit`);
    expect(skeleton(markdown)).not.toContain("`");
  });

  test("a long piece is cut between characters", () => {
    expect(codeSpan("😀".repeat(400)).isWellFormed()).toBe(true);
    expect(codeSpan("x".repeat(longestPiece))).not.toContain("…");
  });
});

test("a comparison has one heading, a row per agent and a word per result", () => {
  const before: Rows = { one: [90], two: [80] };
  const { baseline } = baselineFrom(buildRowReport(buildRowResults(before), "then"), { name: "main", now: "n" });
  const made = buildRowReport(buildRowResults({ one: [85], two: [80] }), "now");
  const comparison = compareReports(baseline, made, { baselineName: "main" });
  const report = { ...made, comparison };
  const lines = renderMarkdown(report, { verdict: decideVerdict(report) }).split("\n");
  const at = lines.indexOf("### ❌ REGRESSED");
  expect(lines.slice(at, at + 7)).toEqual([
    "### ❌ REGRESSED",
    "",
    "`a regressed by 2.5 points; 1 result regressed`, compared with `main`",
    "",
    "|  | Agent | Before | After | Δ |",
    "| --- | --- | ---: | ---: | ---: |",
    "| REGRESSED | `a` | 85.0 | 82.5 | −2.5 |",
  ]);
  const rows = lines.filter((line) => /\| `(one|two)` \|/.test(line)).map(cellsOf);
  expect(rows.map((cells) => [cells[1], cells[5], cells[6]])).toEqual([
    ["`one`", "−5", "REGRESSED"],
    ["`two`", "0", "NO CHANGE"],
  ]);
});

test("the five most expensive things to fix are listed with what helps, the others are counted", () => {
  const { report, options } = buildHostileReport(harmlessTexts);
  const text = renderMarkdown(report, options);
  expect(text.slice(text.indexOf("### What to fix"), text.indexOf("### Causes")).split("\n")).toEqual([
    "### What to fix",
    "",
    ...[0, 1, 2, 3, 4].flatMap((place) => [
      `- **0.1 to 2.3 points**, 1 run: \`agentName${place} fails: check\``,
      "  - Show in the error a complete example of a valid call.",
    ]),
    "",
    "1 more, with evidence: `axis reports reportId --fix`",
    "",
    "",
  ]);
  expect(renderMarkdown({ ...report, fixes: [] }, options)).not.toContain("What to fix");
});

test("advice that is not one of our sentences is code", () => {
  const { report, options } = buildHostileReport(harmlessTexts);
  const fixes = report.fixes?.map((fix) => ({ ...fix, advice: "<img src=x>" })) ?? [];
  expect(renderMarkdown({ ...report, fixes }, options)).toContain("  - `<img src=x>`");
});
