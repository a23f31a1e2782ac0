import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../datasets/csv.ts";
import { temporaryFile, temporaryFolder } from "../../datasets/temporary-file.fixture.ts";
import { evaluateDataset } from "../../evaluate-dataset.ts";
import { hostileText } from "../../../report/ci/hostile.fixture.ts";
import { findElements, readXml } from "../../../report/ci/xml-reader.fixture.ts";
import { plainPaint } from "../../../report/text/format.ts";
import { fragile, createNumberedItems, sameLetters } from "../evaluation.fixture.ts";
import { EvaluationResult } from "../results/result.ts";
import { verdictOf } from "../summary/verdict.ts";
import { formatRowLine } from "../results/row-recorder.ts";
import { readRow, toFileRow } from "../results/file-row.ts";
import { renderEvaluation } from "./table.ts";
import { generateExport, type ResultFormat } from "./write-results.ts";

async function exported(result: EvaluationResult, format: ResultFormat): Promise<string> {
  let text = "";
  for await (const piece of generateExport(result, format)) text += piece;
  return text;
}

/** A result in which every text that others write is this one. */
async function resultWith(text: string): Promise<EvaluationResult> {
  const items = [
    { id: text === "" ? "empty" : text, actual_output: text, expected_output: "zz" },
    { id: "second", actual_output: "break" },
  ];
  const result = await evaluateDataset(items, [sameLetters({ name: text === "" ? "none" : text }), fragile()]);
  const results = result.results.map((each) => ({
    ...each,
    scoreResults: each.scoreResults.map((row) => ({ ...row, explanation: text === "" ? "none" : text })),
  }));
  return new EvaluationResult({ ...result, results }, new Set());
}

/** The documented replacement of what XML 1.0 cannot hold. */
const legal = (text: string) =>
  Array.from(text.toWellFormed(), (letter) =>
    /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(letter) ? "\uFFFD" : letter,
  ).join("");

describe("hostile text", () => {
  test("JUnit parses, and says what it was given", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const xml = readXml(await exported(await resultWith(text), "junit"));
        const names = findElements(xml, "testcase").map(({ attributes }) => attributes.get("name"));
        expect(names).toContain(legal(text === "" ? "empty" : text));
        expect(findElements(xml, "testsuite")).toHaveLength(2);
        expect(findElements(xml, "error")).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  test("CSV reads back, and no cell begins like a formula", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const csv = await exported(await resultWith(text), "csv");
        const rows: Record<string, unknown>[] = [];
        const path = temporaryFile("r.csv", csv);
        for await (const { value, fault } of readCsv(path, {
          fieldOf: (name) => (name === "explanation" ? "critique" : undefined),
        })) {
          expect(fault).toBeUndefined();
          rows.push(value as Record<string, unknown>);
        }
        expect(rows).toHaveLength(4);
        expect(rows[0]?.["explanation"]).toBe((text === "" ? "none" : text).toWellFormed());
      }),
      { numRuns: 60 },
    );
  });

  test("Markdown holds it only in code, within its limit", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const markdown = await exported(await resultWith(text), "markdown");
        expect(markdown.length).toBeLessThanOrEqual(60_000);
        const bare = markdown.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "");
        expect(bare).not.toMatch(/<script|<!--|!\[|\]\(|@team|https?:/);
      }),
      { numRuns: 60 },
    );
  });

  test("a megabyte in one answer is survived by all of them", async () => {
    const result = await resultWith("]]></script>\u0000".repeat(80_000));
    expect(findElements(readXml(await exported(result, "junit")), "testcase")).toHaveLength(4);
    expect((await exported(result, "markdown")).length).toBeLessThan(60_000);
    expect(JSON.parse(await exported(result, "json"))).toMatchObject({ collected: true });
    expect(renderEvaluation({ result, verdict: verdictOf(result) }, plainPaint, 100).length).toBeLessThan(20);
  });

  test("a narrow terminal gets fewer columns, and whole ones", async () => {
    const result = await resultWith("x");
    const lines = renderEvaluation({ result, verdict: verdictOf(result) }, plainPaint, 44);
    const head = lines.find((line) => line.startsWith("Metric")) ?? "";
    expect(head.trim().split(/ {2,}/)).toEqual(["Metric", "Mean", "Pass rate", "Scored", "Failed"]);
    expect(lines.slice(lines.indexOf(head)).filter((line) => line.includes("…"))).toEqual([]);
  });

  test("the table holds no control character", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const result = await resultWith(text);
        const lines = renderEvaluation({ result, verdict: verdictOf(result) }, plainPaint, 100);
        // eslint-disable-next-line no-control-regex
        expect(lines.join("")).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/);
      }),
      { numRuns: 40 },
    );
  });
});

test("whatever the texts and numbers of a row, its line is the JSON of it", async () => {
  const [first] = (await evaluateDataset(createNumberedItems(1), [sameLetters()])).results[0]?.scoreResults ?? [];
  if (first === undefined) throw new Error("there is no row");
  fc.assert(
    fc.property(hostileText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.json(), (text, number, json) => {
      const value = JSON.parse(json) as null;
      const signal = { name: text, value, score: number, passed: true, description: text, headlineDisplay: false };
      const row = {
        ...first,
        id: text,
        itemId: text,
        itemIndex: 7,
        itemDigest: "d",
        key: text,
        name: text,
        why: text,
        explanation: text,

        score: number,
        threshold: number,
        metadata: { [text]: value },
        signals: { [text]: [signal, signal], b: [] },
        modelName: text,
        parent: text,
        weight: number,
        rowCount: 2,
        tokenUsage: { input: 1, output: 2 },
      };
      expect(JSON.parse(formatRowLine(row))).toEqual(JSON.parse(JSON.stringify(toFileRow(row))));
    }),
  );
});

test("a row reads back as it was written", async () => {
  const { results } = await evaluateDataset(createNumberedItems(2), [sameLetters(), fragile()]);
  for (const row of results.flatMap(({ scoreResults }) => scoreResults)) {
    const placed = { ...row, itemIndex: 3, itemDigest: "d", slices: [{ field: "userTags", value: "x" }] };
    expect(readRow(formatRowLine(placed))).toEqual(placed);
    expect(formatRowLine(placed)).toBe(JSON.stringify(toFileRow(placed)));
  }
});

test.each(["csv", "junit", "markdown", "jsonl"] as const)(
  "%s from a results file says the same as from memory",
  async (format) => {
    const out = `${temporaryFolder()}/r.jsonl`;
    const items = [...createNumberedItems(5), { id: "bad", actual_output: "break" }];
    const kept = await evaluateDataset(items, [sameLetters(), fragile()], { out });
    const streamed = new EvaluationResult({ ...kept, results: [], collected: false }, new Set());
    const [one, other] = [await exported(kept, format), await exported(streamed, format)];
    // A results file holds no items and is in the order of completion; everything else is the same.
    if (format === "junit" || format === "markdown")
      expect(other.split("\n").toSorted()).toEqual(one.split("\n").toSorted());
    else expect(other.split("\n").length).toBe(one.split("\n").length);
  },
);
