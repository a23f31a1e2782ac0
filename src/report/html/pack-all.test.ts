import { expect, test } from "vitest";
import { AxisError } from "../../core/error.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { openRunInMemory } from "../../core/run/opened-run.ts";
import { sampleResult } from "../../store/sample-result.fixture.ts";
import { type PackedPages, packAll } from "./pack-all.ts";

function runOf(key: string, text: string): RunDetail {
  return {
    ...sampleResult({ scenarioKey: key, file: `${key}.json` }),
    output: { transcript: [{ type: "assistant", timestamp: null, text }], result: text, metadata: {} },
    interactions: [],
  } as unknown as RunDetail;
}

/** A side of these runs that notes what is read; of others there is no file. */
function sideOf(runs: readonly RunDetail[], read: string[]) {
  const readRun = (file: string) => {
    read.push(file);
    const detail = runs.find((run) => run.file === file);
    if (detail === undefined) return Promise.reject(new AxisError("report-unreadable", `there is no ${file}`));
    return Promise.resolve({ run: openRunInMemory(detail), readArtifact: () => Promise.resolve(null) });
  };
  const files = [...runs.map(({ file }) => file), "gone.json"];
  return { name: "r", report: null, verdict: null, files, readRun, onLeftOut: () => {} };
}

async function textsOf({ pages }: PackedPages): Promise<unknown[]> {
  const texts: unknown[] = [];
  for (const page of pages) for await (const piece of page.read()) texts.push(piece);
  return texts;
}

const text = "what both runs say, word for word. ".repeat(200);
const runs = [runOf("a", text), runOf("b", `${text}and more`), runOf("c", "short")];

test("a run that was kept is read once, one for which there is no room twice, one that is not there is not asked for again", async () => {
  const read: string[] = [];
  await packAll([sideOf(runs, read)], {});
  expect(read).toEqual(["a.json", "b.json", "c.json", "gone.json"]);
  const again: string[] = [];
  await packAll([sideOf(runs, again)], { keptLength: 0 });
  expect(again).toEqual(["a.json", "b.json", "c.json", "gone.json", "a.json", "b.json", "c.json"]);
  const some: string[] = [];
  await packAll([sideOf(runs, some)], { keptLength: 20_000 });
  expect(some.slice(4)).toEqual(["b.json"]);
});

test("what is packed is the same, kept or read again, on one page or on several", async () => {
  for (const pageBytes of [Infinity, 2_000]) {
    const sides = () => [sideOf(runs, []), sideOf(runs, [])];
    const packed = await packAll(sides(), { pageBytes });
    const again = await packAll(sides(), { pageBytes, keptLength: 0 });
    expect(again.places).toEqual(packed.places);
    expect(await textsOf(again)).toEqual(await textsOf(packed));
    expect(packed.places.map((placed) => [...placed.keys()])).toEqual([
      ["a.json", "b.json", "c.json"],
      ["a.json", "b.json", "c.json"],
    ]);
  }
});
