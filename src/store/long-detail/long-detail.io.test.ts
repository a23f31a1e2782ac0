import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Entry } from "../../core/entry.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { listNames, readListRows, stripRows } from "../../core/run/run-lists.ts";
import { sampleScore } from "../sample-result.fixture.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { serializeDocument } from "../documents/document.ts";
import { type LongDetail, openDetail, openForReading } from "./long-detail.ts";

const folder = mkdtempSync(join(tmpdir(), "axis-long-detail-"));
const path = join(folder, "detail.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const interaction: Interaction = {
  id: 1,
  kind: "thinking",
  categories: ["agent"],
  toolName: null,
  entryIndices: [0],
  sparseLine: "1 thinking",
  hasError: false,
  startMs: null,
  durationMs: null,
  contextBytes: 1,
  content: "thought",
};
const audit = { id: 1, categories: ["agent" as const], success: 1, speed: 1, weight: 1, contextRelevance: 1 };

function detailWith(texts: readonly string[], interactions = 0, audits: number | null = null): RunDetail {
  const entries = texts.map((text): Entry => ({ type: "assistant", timestamp: null, text }));
  const score = sampleScore(80);
  const rows = Array.from({ length: audits ?? 0 }, (_, id) => ({ ...audit, id, rationale: `"audits":[${id}` }));
  return {
    ...sampleDetail(entries),
    prompt: `"transcript":[\n"interactions":[\n${texts.join("")}`,
    interactions: Array.from({ length: interactions }, (_, at) => ({ ...interaction, id: at + 1 })),
    ...(audits === null ? {} : { score: { ...score, agent: { ...score.agent, audits: rows } } }),
  };
}

const written = (detail: object) => [...serializeDocument(detail, (text) => text)].join("");

async function opened(text: string): Promise<LongDetail> {
  writeFileSync(path, text);
  return await openDetail(path, "detail.json");
}

async function expectSame(long: LongDetail, detail: RunDetail): Promise<void> {
  expect(long.head).toEqual(stripRows(detail));
  for (const name of listNames) {
    const { length, read } = long.lists[name];
    expect(length).toBe(readListRows(detail, name).length);
    expect([...(await read(0, 1)), ...(await read(1, length + 5))]).toEqual(readListRows(detail, name));
  }
}

test("a detail as we write it has the same head and rows as one that is read whole", async () => {
  const lists = fc.record({
    texts: fc.array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 8 }),
    interactions: fc.nat(4),
    audits: fc.option(fc.nat(4)),
  });
  await fc.assert(
    fc.asyncProperty(lists, async ({ texts, interactions, audits }) => {
      const detail = detailWith(texts, interactions, audits);
      const text = written(detail);
      await expectSame(await opened(text), JSON.parse(text) as RunDetail);
    }),
    { numRuns: 60 },
  );
});

test("one that is longer than a piece of the file is found whole", async () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => `${at} ${"äöü \n".repeat(200)}`);
  const detail = detailWith(texts, 2_000, 50);
  const long = await opened(written(detail));
  await expectSame(long, detail);
  const [row] = await long.lists.entries.read(1_234, 1_235);
  expect(row).toMatchObject({ text: texts[1_234] });
});

const detail = detailWith(["a", "b"], 2, 2);
const otherLines: readonly [string, string][] = [
  ["on one line", JSON.stringify(detail)],
  ["indented", JSON.stringify(detail, null, 2)],
  ["with other ends of lines", written(detail).replaceAll("\n", "\r\n")],
  ["with rows over several lines", written(detail).replaceAll('{"type"', '{\n"type"')],
  ["with a list within a row", written(detail).replace('"text":"a"', '"text":"a","more":[\n{}\n]')],
  ["with a list of that name elsewhere", written({ ...detail, interactions2: { interactions: [{}] } })],
];
test.each(otherLines)("a detail that somebody wrote %s is read all the same", async (_, text) => {
  const long = await opened(text);
  expect(long.lists.entries.length).toBe(2);
  expect(await long.lists.entries.read(0, 2)).toMatchObject([{ text: "a" }, { text: "b" }]);
  expect(await long.lists.interactions.read(1, 2)).toEqual([detail.interactions[1]]);
  expect(long.head.output.transcript).toEqual([]);
});

const hostile: readonly [string, string][] = [
  ["nothing", ""],
  ["no JSON", '{"output":{"transcript":[\n{}\n'],
  ["null", "null"],
  ["another document", '{"results":[\n{}\n]}'],
  ["numbers for rows", written(detail).replace(/"transcript":\[[^]*?\n\]/, '"transcript":[0]')],
  ["a head of unexpected shape", written(detail).replace('"trial":1', '"trial":"x"')],
];
test.each(hostile)("a file that holds %s is a mistake with a reason", async (_, text) => {
  await expect(opened(text)).rejects.toMatchObject({ code: "report-unreadable" });
});

const badRows: readonly [string, string][] = [
  ["is no JSON", '{"type":nothing}'],
  ["has unexpected shape", '{"type":"assistant","text":5}'],
  ["is two", '{"type":"user","text":"a"},{"type":"user","text":"b"}'],
];
test.each(badRows)("a row that %s is a mistake for whoever asks for it, and the others are there", async (_, row) => {
  const rows = detailWith(["a", "b"]).output.transcript.map((entry) => JSON.stringify(entry));
  const long = await opened(written(detailWith(["a", "b"])).replace(rows[1] ?? "", row));
  expect(await long.lists.entries.read(0, 1)).toMatchObject([{ text: "a" }]);
  await expect(long.lists.entries.read(0, 2)).rejects.toMatchObject({ code: "report-unreadable" });
});

test("fields that entries may leave out are filled in", async () => {
  const long = await opened(
    written({ ...detail, output: { ...detail.output, transcript: [{ type: "tool_use", tool: "x" }] } }),
  );
  expect(await long.lists.entries.read(0, 1)).toEqual([
    { type: "tool_use", timestamp: null, id: null, tool: "x", input: {} },
  ]);
});

test("rows of a file that was written anew are never mixed up with those that were found", async () => {
  const long = await opened(written(detail));
  expect(await long.isCurrent()).toBe(true);
  writeFileSync(path, written(detailWith(["another", "text", "and more"])));
  expect(await long.isCurrent()).toBe(false);
  await expect(long.lists.entries.read(0, 1)).rejects.toMatchObject({ code: "report-unreadable" });
  rmSync(path);
  expect(await long.isCurrent()).toBe(false);
  await expect(openDetail(path, "detail.json")).rejects.toMatchObject({ code: "report-unreadable" });
});

test.each([
  ["short", 2],
  ["long", 3_000],
])("who goes through all of a %s one is given the same", async (_, count) => {
  const texts = Array.from({ length: count }, (_unused, at) => `${at} ${"äöü \n".repeat(100)}`);
  const known = detailWith(texts, 3, 4);
  writeFileSync(path, written(known));
  const { head, lists } = await openForReading(path, "detail.json");
  expect(head).toEqual(stripRows(known));
  for (const name of listNames)
    expect(await lists[name].read(0, lists[name].length)).toEqual(readListRows(known, name));
});

test("one that cannot be read is said to be so, whoever opens it", async () => {
  for (const [name, text] of [
    ["broken.json", "{"],
    ["other.json", "{}"],
  ] as const) {
    writeFileSync(join(folder, name), text);
    await expect(openForReading(join(folder, name), name)).rejects.toMatchObject({ code: "report-unreadable" });
  }
  await expect(openForReading(join(folder, "none.json"), "none.json")).rejects.toMatchObject({
    code: "report-unreadable",
  });
  await expect(openForReading(folder, "a folder")).rejects.toMatchObject({ code: "report-unreadable" });
});
