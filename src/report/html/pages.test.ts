import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AxisError } from "../../core/error.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { openRunInMemory } from "../../core/run/opened-run.ts";
import { sampleResult, sampleScore } from "../../store/sample-result.fixture.ts";
import { buildReport } from "../build.ts";
import { hostileText } from "../ci/hostile.fixture.ts";
import { decodeBase91 } from "./base91.ts";
import type { PageIndex, RunBlock } from "./page-index.ts";
import type { PageRun } from "./pack-run.ts";
import { buildHtmlPages, type HtmlPage, type PageSide, type PagesInput } from "./pages.ts";
import { memorySpool } from "./spool.ts";
import { segmentId, findSegments, expandReferences } from "./text-references.ts";

const template = "<html><!--axis:index--><script>1</script><!--axis:blocks--></html>";
const pageName = (number: number) => `page-${number}.html`;

function runOf(key: string, text: string, entries = 1): RunDetail {
  const base = sampleScore(80);
  const audit = {
    id: 1,
    categories: ["agent" as const],
    success: 1,
    speed: 1,
    weight: 1,
    contextRelevance: 1,
    rationale: text,
  };
  return {
    ...sampleResult({
      scenarioKey: key,
      file: `${key}.json`,
      score: { ...base, agent: { ...base.agent, audits: [audit] } },
    }),
    checks: [],
    output: {
      transcript: Array.from({ length: entries }, () => ({ type: "assistant" as const, timestamp: null, text })),
      result: text,
      metadata: { startTime: "", endTime: "", durationMs: 1, exitCode: 0 },
    },
    interactions: [],
    stats: {
      totalInteractions: 0,
      byCategory: { environment: 0, service: 0, agent: 0 },
      totalErrors: 0,
      totalDurationMs: 0,
      wallClockMs: 0,
      toolNames: {},
      domains: [],
    },
    skillsInstalled: [],
    artifacts: [{ path: "a.txt", size: 1, mimeType: "text/plain", file: "artifacts/a.txt" }],
  };
}

function inputOf(runs: readonly RunDetail[], artifact: Uint8Array | null = null): PagesInput {
  const report = buildReport({
    reportId: "r",
    timestamp: "t",
    durationMs: 1,
    state: "complete",
    cells: runs.map(({ scenarioKey, agentName, trial }) => ({ scenario: scenarioKey, agent: agentName, trial })),
    results: [...runs],
    skipped: 0,
  });
  const readRun = (file: string) => {
    const detail = runs.find((run) => run.file === file);
    if (detail === undefined) return Promise.reject(new AxisError("report-unreadable", `there is no ${file}`));
    return Promise.resolve({ run: openRunInMemory(detail), readArtifact: () => Promise.resolve(artifact) });
  };
  const side = { name: "r", report, verdict: null, files: runs.map(({ file }) => file), readRun, onLeftOut: () => {} };
  return { sides: [side], comparison: null };
}

async function textOf(page: HtmlPage | undefined): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of page?.pieces ?? []) pieces.push(Buffer.from(piece).toString());
  return pieces.join("");
}

function blocksIn(html: string): Map<string, Buffer> {
  const found = html.matchAll(/<script type="text\/plain" id="([\w.]+)">([!-%'-;=?-~]*)<\/script>/g);
  return new Map([...found].map(([, id = "", text = ""]) => [id, gunzipSync(decodeBase91(text))]));
}

function json(blocks: Map<string, Buffer>, id: string): unknown {
  const packed = blocks.get(id)?.toString() ?? "null";
  const segments = [...findSegments(packed)].map(
    (number) => [number, blocks.get(segmentId(number))?.toString() ?? ""] as const,
  );
  return JSON.parse(expandReferences(packed, new Map(segments)));
}

test("whatever the texts are, the file holds only base91 beside the template, and everything comes back", async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const run = runOf("s", text);
      const [page] = await buildHtmlPages(template, inputOf([run], Buffer.from("x")), { pageName });
      const html = await textOf(page);
      expect(html.replaceAll(/<script type="text\/plain" id="[\w.]+">[!-%'-;=?-~]*<\/script>\n/g, "")).toBe(
        "<html><script>1</script></html>",
      );
      const blocks = blocksIn(html);
      const head = json(blocks, "r0.0") as RunBlock;
      expect(head.detail.output.result).toBe(
        text.toWellFormed() === text ? text : JSON.parse(Buffer.from(JSON.stringify(text)).toString()),
      );
      expect(json(blocks, head.lists.agent.blocks[0] ?? "")).toHaveLength(1);
      expect(blocks.get(head.artifacts["a.txt"] ?? "")?.toString()).toBe("x");
    }),
    { numRuns: 50 },
  );
});

test("the index has every number of the report, and leaves the audits to the runs", async () => {
  const input = inputOf([runOf("s", "x")]);
  const [page] = await buildHtmlPages(template, input, { pageName });
  const index = json(blocksIn(await textOf(page)), "index") as PageIndex;
  const score = index.reports[0]?.report?.results[0]?.score;
  expect(score?.axisScore).toBe(80);
  expect(score?.agent.audits).toEqual([]);
  expect(index.reports[0]?.report?.summary).toEqual(input.sides[0]?.report?.summary);
});

test("a long transcript is cut into pieces, and no entry is lost", async () => {
  const run = runOf("s", "a text of some length ".repeat(20), 5000);
  const [page] = await buildHtmlPages(template, inputOf([run]), { pageName });
  const blocks = blocksIn(await textOf(page));
  const { lists } = json(blocks, "r0.0") as RunBlock;
  expect(lists.entries.blocks.length).toBeGreaterThan(5);
  const entries = lists.entries.blocks.flatMap((id) => json(blocks, id) as unknown[]);
  expect(entries).toEqual(run.output.transcript);
  expect(lists.entries.length).toBe(5000);
});

test("runs beyond the size of a page go to the next, and every page knows where each run is", async () => {
  const input = inputOf([runOf("a", "1"), runOf("b", "2"), runOf("c", "3")]);
  const pages = await buildHtmlPages(template, input, { pageName, pageBytes: 1 });
  expect(pages.map(({ name }) => name)).toEqual(["page-1.html", "page-2.html", "page-3.html"]);
  const second = blocksIn(await textOf(pages[1]));
  expect((json(second, "index") as PageIndex).reports[0]?.runs).toEqual({
    "a.json": { block: "r0.0", page: "page-1.html" },
    "b.json": { block: "r0.1" },
    "c.json": { block: "r0.2", page: "page-3.html" },
  });
  expect(second.has("r0.1")).toBe(true);
  expect(second.has("r0.0")).toBe(false);
});

const unreadable = () => Promise.reject(new AxisError("report-unreadable", "line 7 is no JSON"));

function withBrokenRows({ run, readArtifact }: PageRun): PageRun {
  const agent = { ...run.lists.agent, read: unreadable };
  return { run: { ...run, lists: { ...run.lists, agent } }, readArtifact };
}

test.each([
  ["a run that is not there", unreadable],
  ["a run with a row that cannot be read", async (side: PageSide) => withBrokenRows(await side.readRun("a.json"))],
])("%s is left out with the reason, and the others are there", async (_, read) => {
  const input = inputOf([runOf("a", "1"), runOf("b", "2")]);
  const [side] = input.sides;
  const readRun = (file: string) => (file === "a.json" ? read(side!) : side!.readRun(file));
  const leftOut: string[] = [];
  const onLeftOut = ({ message }: AxisError) => void leftOut.push(message);
  const [page] = await buildHtmlPages(template, { ...input, sides: [{ ...side!, readRun, onLeftOut }] }, { pageName });
  const index = json(blocksIn(await textOf(page)), "index") as PageIndex;
  expect(Object.keys(index.reports[0]?.runs ?? {})).toEqual(["b.json"]);
  expect(leftOut).toEqual(["line 7 is no JSON"]);
});

test("a mistake of our own is not a run that cannot be read", async () => {
  const input = inputOf([runOf("a", "1")]);
  const readRun = () => Promise.reject(new TypeError("x is not a function"));
  const sides = [{ ...input.sides[0]!, readRun }];
  await expect(buildHtmlPages(template, { ...input, sides }, { pageName })).rejects.toThrow("x is not a function");
});

test("a place that cannot be written to is no run that cannot be read", async () => {
  const full = new AxisError("not-writable", "no space left");
  const newSpool = () => ({ ...memorySpool(), add: () => Promise.reject(full) });
  await expect(buildHtmlPages(template, inputOf([runOf("a", "1")]), { pageName, newSpool })).rejects.toBe(full);
});

test("a template without its marks is refused", async () => {
  await expect(buildHtmlPages("<html></html>", inputOf([]), { pageName })).rejects.toThrow("the template has no");
});
