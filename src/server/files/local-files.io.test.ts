import { foldTrials } from "../../report/build.ts";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AxisError } from "../../core/error.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { openRunInMemory } from "../../core/run/opened-run.ts";
import { fileStore } from "../../store/files.ts";
import { sampleScore } from "../../store/sample-result.fixture.ts";
import { sampleDetail, sampleReport } from "../../testing/store-samples.ts";
import { localFiles, localReports } from "./local-files.ts";
import type { LogName } from "./run-files.ts";

let configDir: string;
beforeAll(() => {
  configDir = mkdtempSync(join(tmpdir(), "axis-local-files-"));
  const report = join(configDir, ".axis/reports/r1");
  mkdirSync(report, { recursive: true });
  writeFileSync(join(report, "a.txt"), "hello");
  symlinkSync("/etc/passwd", join(report, "link"));
});
afterAll(() => rmSync(configDir, { recursive: true, force: true }));

const transcript = [{ type: "assistant" }, { type: "user" }, { type: "system" }];
const detail = {
  output: { transcript },
  interactions: [],
  artifacts: [
    { path: "out/a.txt", size: 5, mimeType: "text/plain", file: "a.txt" },
    { path: "out/secret", size: 5, mimeType: "text/plain", file: "link" },
    { path: "out/up", size: 5, mimeType: "text/plain", file: "../../../x" },
    { path: "left-out", size: 9, mimeType: "text/plain", skipped: "too large" },
  ],
  patch: { file: "a.txt", bytes: 5, files: 1, added: 1, removed: 0, partial: 0 },
} as unknown as RunDetail;

const readReport = (id: string) =>
  id === "r1"
    ? Promise.resolve({
        reportId: "r1",
        results: [{ runId: "run_1", file: "x.json" }],
        scoring: { signalWeights: {} },
      } as unknown as Report)
    : Promise.reject(new AxisError("report-missing", "gone"));
const project = () => ({
  configDir,
  store: {
    readReport,
    readReportHead: readReport,
    openDetail: () => Promise.resolve({ ...openRunInMemory(detail), isCurrent: () => Promise.resolve(true) }),
  },
});
const run = { runId: "run_1", attempt: 1, reportId: "r1" };

async function textOf(path: string): Promise<string | undefined> {
  const artifact = await localFiles(project()).artifact(run, path);
  if (artifact === undefined || artifact === "gone") return artifact;
  return await whole(artifact.content());
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

test("events are numbered by their place in the transcript", async () => {
  const files = localFiles(project());
  expect(await files.events(run, { after: 0, limit: 1 })).toEqual([{ index: 1, event: { type: "user" } }]);
  expect(await files.events(run, { after: -1, limit: 10 })).toHaveLength(3);
});

test("numbers of a run that was tried twice begin where those of the first try ended", async () => {
  const files = localFiles(project());
  const again = { ...run, start: 40 };
  expect(await files.events(again, { after: 40, limit: 1 })).toEqual([{ index: 41, event: { type: "user" } }]);
  expect(await files.events(again, { after: 7, limit: 10 })).toMatchObject([
    { index: 40 },
    { index: 41 },
    { index: 42 },
  ]);
  expect(await files.events(again, { after: 42, limit: 10 })).toEqual([]);
});

test("an artifact is read where the report keeps it, and only inside its folder", async () => {
  expect(await textOf("out/a.txt")).toBe("hello");
  expect(await textOf("left-out")).toBeUndefined();
  await expect(textOf("out/secret")).rejects.toMatchObject({ code: "path-outside" });
  await expect(textOf("out/up")).rejects.toMatchObject({ code: "path-outside" });
});

test("the diff is read where the report keeps it, only inside its folder, and may not be there", async () => {
  const files = (patch: object | undefined) => {
    const opened = { ...openRunInMemory({ ...detail, patch } as RunDetail), isCurrent: () => Promise.resolve(true) };
    return localFiles({ ...project(), store: { ...project().store, openDetail: () => Promise.resolve(opened) } });
  };
  const found = await files(detail.patch).patch(run);
  if (found === "gone" || found === undefined) throw new Error("there is a diff");
  expect([found.bytes, await whole(found.content())]).toEqual([5, "hello"]);
  await expect(files({ ...detail.patch, file: "link" }).patch(run)).rejects.toMatchObject({ code: "path-outside" });
  expect(await files({ files: 0 }).patch(run)).toBeUndefined();
  expect(await files(undefined).patch(run)).toBeUndefined();
  expect(await files(detail.patch).patch({ ...run, reportId: "r2" })).toBe("gone");
});

test("files of a report that was deleted are gone", async () => {
  const files = localFiles(project());
  expect(await files.events({ ...run, reportId: "r2" }, { after: -1, limit: 1 })).toBe("gone");
  expect(await files.artifacts({ ...run, runId: "run_2" })).toBe("gone");
  expect(await localReports(project())("r2")).toBeUndefined();
});

test("a run is its head and its parts, and a name that is none has no rows", async () => {
  const files = localFiles(project());
  const page = await files.page(run);
  if (page === "gone" || page === undefined) throw new Error("there is a page");
  expect(page.detail.output.transcript).toEqual([]);
  expect(page.lists.entries.length).toBe(3);
  expect(page.scoring).toEqual({ signalWeights: {} });
  expect(await files.pagePart(run, page.lists.entries.blocks[0] ?? "")).toEqual(transcript);
  expect(Object.keys(page.artifacts)).toEqual(["out/a.txt", "out/secret", "out/up"]);
  expect(await files.pagePart(run, "entries.9")).toBeUndefined();
  expect(await files.page({ ...run, reportId: "r2" })).toBe("gone");
  expect(await files.pagePart({ ...run, reportId: "r2" }, "entries.0")).toBe("gone");
});

test("what agent and gates printed lies beside the record; without it there is none", async () => {
  const store = fileStore({ configDir });
  const slot = { cell: { scenario: "a/b", agent: "echo", trial: 2 }, attempt: 3 };
  await using handle = await store.createReport(new Date("2026-03-04T05:06:08Z"));
  const log = await handle.addArtifact(slot, "gates/lint-1.log", Buffer.from("red"));
  const ended = { passed: false, exit_code: 1, ended_by: "exit", wall_ms: 1, tree_id: null, output_tail: "" } as const;
  const gates = [
    { gate: "lint", execution: 1, turn: 0, ...ended, log },
    { gate: "lint", execution: 2, turn: 1, ...ended },
  ];
  const names = { runId: "run_3", scenarioKey: "a/b", agentName: "echo", trial: 2, attempt: 3 };
  const recorded = { ...sampleDetail([]), ...names, gates };
  const { file } = await handle.writeDetail(slot, recorded);
  await handle.writeReport({ ...sampleReport(handle.reportId), results: [foldTrials([{ ...recorded, file }])] });
  const files = localFiles({ configDir, store });
  const found = { runId: "run_3", attempt: 3, reportId: handle.reportId };
  const printed = async (name: LogName) => {
    const content = await files.log(found, name);
    return content === undefined || content === "gone" ? content : await whole(content.content());
  };
  expect(await printed("raw")).toBeUndefined();
  const raw = await handle.openRaw(slot);
  raw.append("one");
  await raw.close();
  expect(await printed("raw")).toBe("one\n");
  expect(await printed({ gate: "lint", execution: 1 })).toBe("red");
  expect(await printed({ gate: "lint", execution: 2 })).toBeUndefined();
  expect(await files.log({ ...found, reportId: "r2" }, "raw")).toBe("gone");
});

test("a run that is judged meanwhile is read anew, and one whose rows are damaged is gone", async () => {
  const store = fileStore({ configDir });
  const slot = { cell: { scenario: "a", agent: "echo", trial: 1 }, attempt: 1 };
  await using handle = await store.createReport(new Date("2026-03-04T05:06:07Z"));
  const recorded = { ...sampleDetail([{ type: "assistant", timestamp: null, text: "one" }]), runId: "run_2" };
  const { file } = await handle.writeDetail(slot, recorded);
  await handle.writeReport({ ...sampleReport(handle.reportId), results: [foldTrials([{ ...recorded, file }])] });
  const files = localFiles({ configDir, store });
  const found = { runId: "run_2", attempt: 1, reportId: handle.reportId };
  expect(await files.page(found)).toMatchObject({ detail: { runId: "run_2" }, lists: { entries: { length: 1 } } });

  const judged = { ...recorded, score: sampleScore(80), prompt: "judged" };
  await handle.writeDetail(slot, judged);
  expect(await files.page(found)).toMatchObject({ detail: { prompt: "judged" } });
  const zipped = await files.detail(found);
  if (!(zipped instanceof Uint8Array)) throw new Error("there is a record");
  const expected = { ...judged, output: { ...judged.output, transcript: [] } };
  expect(JSON.parse(gunzipSync(zipped).toString("utf8"))).toEqual(JSON.parse(JSON.stringify(expected)));

  const path = join(configDir, ".axis/reports", handle.reportId, file);
  writeFileSync(path, readFileSync(path, "utf8").replace('"text":"one"', '"text":1'));
  expect(await files.events(found, { after: -1, limit: 5 })).toBe("gone");
  expect(await files.pagePart(found, "entries.0")).toBe("gone");
});
