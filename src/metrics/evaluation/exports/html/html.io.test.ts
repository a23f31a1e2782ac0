import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../datasets/temporary-file.fixture.ts";
import { evaluateDataset } from "../../../evaluate-dataset.ts";
import { hostileText } from "../../../../report/ci/hostile.fixture.ts";
import { decodeBase91 } from "../../../../report/html/base91.ts";
import { fragile, createNumberedItems, sameLetters } from "../../evaluation.fixture.ts";
import type { EvaluationResult } from "../../results/result.ts";
import { type ExportRow, readRowsFromResults } from "../export-rows.ts";
import { generateExport } from "../write-results.ts";
import type { EvaluationIndex, PageItem } from "./evaluation-index.ts";
import { isFailing, selectRows } from "./page.ts";
import { toPageItems } from "./page-items.ts";

async function pageOf(result: EvaluationResult) {
  let html = "";
  for await (const piece of generateExport(result, "html")) html += piece;
  const found = html.matchAll(/<script type="text\/plain" id="([\w.]+)">([!-%'-;=?-~]*)<\/script>/g);
  const blocks = new Map(
    [...found].map(([, id = "", text = ""]) => [id, JSON.parse(gunzipSync(decodeBase91(text)).toString())]),
  );
  const index = blocks.get("index") as EvaluationIndex;
  return { html, index, items: index.rows.blocks.flatMap((id) => blocks.get(id) as PageItem[]) };
}

const rowsAsync = (rows: readonly ExportRow[]) =>
  async function* () {
    yield* rows;
  };

test("the page has the summary's own numbers, the verdict, and every row with its item", async () => {
  const result = await evaluateDataset(createNumberedItems(4), [sameLetters({ threshold: 0.9 })], {
    gates: { same_letters: { passRate: 0.9 } },
  });
  const { index, items } = await pageOf(result);
  expect(index.evaluation.summary).toEqual(JSON.parse(JSON.stringify(result.summary)));
  expect(index.evaluation.verdict).toEqual({ ok: false, word: "FAIL", reasons: result.gate?.reasons });
  expect(index.rows).toMatchObject({ total: 4, embedded: 4, failing: 2, failingEmbedded: 2 });
  expect(items.map(({ id, rows }) => [id, rows[0]?.score])).toEqual([
    ["item-0", 1],
    ["item-1", 0.5],
    ["item-2", 1],
    ["item-3", 0.5],
  ]);
  expect(items[0]?.fields).toMatchObject({ actual_output: "abcd", expected_output: "abcd" });
});

test("rows of a results file have no texts of items, and the page can say so", async () => {
  const out = `${temporaryFolder()}/rows.jsonl`;
  const result = await evaluateDataset(createNumberedItems(3), [sameLetters()], { out, collect: false });
  const { items } = await pageOf(result);
  expect(items.map(({ index, id, fields }) => [index, id, fields])).toEqual([
    [0, "item-0", null],
    [1, "item-1", null],
    [2, "item-2", null],
  ]);
});

test("whatever the texts are, the file holds only base91 beside its template", async () => {
  const plain = await pageOf(await evaluateDataset([], [sameLetters()]));
  const bare = (html: string) =>
    html.replaceAll(/<script type="text\/plain" id="[\w.]+">[!-%'-;=?-~]*<\/script>\n/g, "");
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const item = { id: text || "none", actual_output: text, expected_output: "zz", metadata: { [text]: text } };
      const { html, items } = await pageOf(await evaluateDataset([item], [sameLetters({ name: text || "none" })]));
      expect(bare(html)).toBe(bare(plain.html));
      expect(items).toHaveLength(1);
    }),
    { numRuns: 30 },
  );
});

describe("which rows a page holds", () => {
  test("failing ones before all others, at most as many as fit, in the order of the dataset", async () => {
    const result = await evaluateDataset(createNumberedItems(40), [sameLetters({ threshold: 0.9 }), fragile()]);
    const rows: ExportRow[] = [];
    for await (const row of readRowsFromResults(result.results)()) rows.push(row);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(rows), fc.integer({ min: 1, max: 90 }), async (some, most) => {
        const chosen = await selectRows(rowsAsync(some), { most });
        const failing = some.filter(({ row }) => isFailing(row)).length;
        expect(chosen.total).toBe(some.length);
        expect(chosen.failing).toBe(failing);
        expect(chosen.rows).toHaveLength(Math.min(most, some.length));
        expect(chosen.rows.filter(({ row }) => isFailing(row))).toHaveLength(Math.min(most, failing));
        const places = chosen.rows.map(({ itemIndex }) => itemIndex);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  test("a long text is cut, and says how much is missing", async () => {
    const item = { id: "long", actual_output: "a".repeat(9000), expected_output: "b" };
    const { results } = await evaluateDataset([item], [sameLetters()]);
    const rows: ExportRow[] = [];
    for await (const row of readRowsFromResults(results)()) rows.push(row);
    const [page] = toPageItems(rows);
    expect(page?.fields?.["actual_output"]).toMatch(/a… \(1000 more characters in the results\)$/);
  });
});
