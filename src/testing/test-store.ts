/** The contract of a store, as a suite that every store must pass. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Baseline } from "../core/baseline.ts";
import type { Entry } from "../core/entry.ts";
import type { RunSlot, Store } from "../core/store.ts";
import {
  sampleBaseline,
  sampleCell,
  sampleDetail,
  sampleEntry,
  sampleReport,
  sampleRunLine,
  sampleSlot,
  sampleStart,
  sampleSteps,
} from "./store-samples.ts";

/** Runs the suite on stores made by `open`; each call must give an empty one. */
export function testStore(name: string, open: () => Store | Promise<Store>): void {
  describe(`${name} is a store`, () => {
    testIds(open);
    testSteps(open);
    testRuns(open);
    testRefusals(open);
    testRoundTrips(open);
    testBaselines(open);
    testRunLines(open);
  });
}

type Open = () => Store | Promise<Store>;

function testIds(open: Open): void {
  test("a report is named after its start in UTC, and the next of the same second gets a number", async () => {
    const store = await open();
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      await using handle = await store.createReport(sampleStart);
      ids.push(handle.reportId);
      await handle.writeReport(sampleReport(handle.reportId));
    }
    expect(ids.slice(0, 3)).toEqual(["2026-03-04-050607", "2026-03-04-050607-2", "2026-03-04-050607-3"]);
    expect((await store.readReport("latest")).reportId).toBe("2026-03-04-050607-11");
    const listed = (await store.listReports()).reports.map(({ reportId }) => reportId);
    expect(listed).toEqual(ids.toReversed());
  });

  test("twenty reports made at once get twenty names", async () => {
    const store = await open();
    const handles = await Promise.all(Array.from({ length: 20 }, () => store.createReport(sampleStart)));
    expect(new Set(handles.map(({ reportId }) => reportId)).size).toBe(20);
    for (const handle of handles) await handle[Symbol.asyncDispose]();
  });

  test("a report is found by the beginning of its id, if there is only one such", async () => {
    const store = await open();
    for (const day of ["2026-03-04T05:06:07Z", "2026-03-05T05:06:07Z"]) {
      await using handle = await store.createReport(new Date(day));
      await handle.writeReport(sampleReport(handle.reportId, day));
    }
    expect((await store.readReport("2026-03-05")).reportId).toBe("2026-03-05-050607");
    await expect(store.readReport("2026-03")).rejects.toMatchObject({
      code: "report-missing",
      hint: "Say which: 2026-03-05-050607, 2026-03-04-050607",
    });
    await expect(store.readReport("2026-03-09")).rejects.toMatchObject({
      code: "report-missing",
      hint: "The nearest: 2026-03-05-050607, 2026-03-04-050607",
    });
  });

  test("without any report, latest says how to make one", async () => {
    const store = await open();
    for (const ask of [store.readReport, store.resumeReport])
      await expect(ask("latest")).rejects.toMatchObject({ code: "report-missing", hint: "Make one with: axis run" });
    expect(await store.listReports()).toEqual({ reports: [], unreadable: [] });
  });

  test("a report that was begun and never summed up is listed with the way to go on", async () => {
    const store = await open();
    const handle = await store.createReport(sampleStart);
    await handle[Symbol.asyncDispose]();
    const { reports, unreadable } = await store.listReports();
    expect(reports).toEqual([]);
    expect(unreadable).toMatchObject([{ reportId: handle.reportId }]);
    expect(unreadable[0]?.why).toContain(`axis run --resume ${handle.reportId}`);
    await expect(store.readReport(handle.reportId)).rejects.toMatchObject({ code: "report-unreadable" });
  });
}

function testSteps(open: Open): void {
  test("steps are there in their order when the report is opened again", async () => {
    const store = await open();
    const steps = sampleSteps();
    const handle = await store.createReport(sampleStart);
    await Promise.all(steps.map((step) => handle.record(step)));
    expect(handle.steps).toEqual(steps);
    await handle[Symbol.asyncDispose]();
    await using again = await store.resumeReport("2026-03-04-05");
    expect(again.steps).toEqual(steps);
    await again.record({ type: "stale", data: sampleSlot });
    expect(again.steps).toHaveLength(steps.length + 1);
  });

  test("only one may write a report at a time", async () => {
    const store = await open();
    const handle = await store.createReport(sampleStart);
    await expect(store.resumeReport(handle.reportId)).rejects.toMatchObject({ code: "report-locked" });
    await expect(store.resumeReport(handle.reportId)).rejects.toThrow(`process ${process.pid}`);
    await handle[Symbol.asyncDispose]();
    await using again = await store.resumeReport(handle.reportId);
    expect(again.reportId).toBe(handle.reportId);
  });

  test("a closed report records nothing more", async () => {
    const store = await open();
    const handle = await store.createReport(sampleStart);
    await handle[Symbol.asyncDispose]();
    await expect(handle.record({ type: "stale", data: sampleSlot })).rejects.toThrow("closed");
  });
}

function testRuns(open: Open): void {
  test("each trial and each attempt has files of its own", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const slots: RunSlot[] = [1, 2].flatMap((trial) =>
      [1, 2].map((attempt) => ({ cell: { ...sampleCell, scenario: "a/b", agent: "echo", trial }, attempt })),
    );
    expect(slots.map((slot) => handle.detailFile(slot))).toEqual([
      "scenarios/a/b/echo.json",
      "scenarios/a/b/echo.attempt-2.json",
      "scenarios/a/b/echo.trial-2.json",
      "scenarios/a/b/echo.trial-2.attempt-2.json",
    ]);
  });

  test("a detail comes back as it was written, and the second writing replaces the first", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const detail = sampleDetail([{ type: "assistant", timestamp: null, text: "hello" }]);
    const mark = await handle.writeDetail(sampleSlot, detail);
    expect(mark.file).toBe(handle.detailFile(sampleSlot));
    expect(await handle.readDetail(mark.file)).toEqual(detail);
    const scored = { ...detail, durationMs: 99 };
    expect((await handle.writeDetail(sampleSlot, scored)).sha256).not.toBe(mark.sha256);
    await handle.writeSparseIndex(sampleSlot, "# Sparse Index\n");
    await handle.writeReport(sampleReport(handle.reportId));
    expect(await store.readDetail(handle.reportId, mark.file)).toEqual(scored);
  });

  test("a raw file's mark is the hash and the length of its lines", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const raw = await handle.openRaw(sampleSlot);
    raw.append('{"n":1}');
    raw.append("zwölf");
    const text = '{"n":1}\nzwölf\n';
    const mark = await raw.close();
    expect(mark).toEqual({
      file: handle.detailFile(sampleSlot).replace(/\.json$/, ".raw.ndjson"),
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    raw.append("too late");
    expect(await raw.close()).toEqual(mark);
  });

  test("a diff has a place of its own by the detail, and the second writing replaces the first", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const text = "diff --git a/ü b/ü\n";
    const place = handle.detailFile(sampleSlot).replace(/\.json$/, ".patch");
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(await handle.writePatch(sampleSlot, "earlier")).toMatchObject({ file: place, bytes: 7 });
    expect(await handle.writePatch(sampleSlot, text)).toEqual({ file: place, bytes: Buffer.byteLength(text), sha256 });
  });

  test("what a run says while it goes on is taken, and never in its way", async () => {
    await using handle = await (await open()).createReport(sampleStart);
    const live = handle.openLive(sampleSlot);
    live.append({ type: "assistant", timestamp: null, text: "hello" });
    await live[Symbol.asyncDispose]();
    live.append({ type: "assistant", timestamp: null, text: "too late" });
    await live[Symbol.asyncDispose]();
  });

  test("artifacts keep their path below the run, and names that differ in case do not share a place", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const slot: RunSlot = { cell: { scenario: "s", agent: "echo", trial: 2 }, attempt: 1 };
    const content = new TextEncoder().encode("x");
    expect(await handle.addArtifact(slot, "out/a.txt", content)).toBe("scenarios/s/artifacts/echo.trial-2/out/a.txt");
    expect(await handle.addArtifact(slot, "out/A.TXT", content)).toBe("scenarios/s/artifacts/echo.trial-2/out/A.TXT-2");
  });
}

function testRefusals(open: Open): void {
  test.each(["../../x", "/etc/passwd", "", "..", "a/b", "a\0b", "x".repeat(65), "%2e%2e/x\\y"])(
    "the id and name %j lead nowhere",
    async (id) => {
      const store = await open();
      const questions = [store.readReport, store.resumeReport, store.readBaseline, store.findBaseline];
      for (const ask of questions) await expect(ask(id)).rejects.toMatchObject({ code: "name-invalid" });
      await expect(store.readDetail(id, "report.json")).rejects.toMatchObject({ code: "name-invalid" });
      await expect(store.removeBaseline(id)).rejects.toMatchObject({ code: "name-invalid" });
      await expect(store.writeBaseline({ ...sampleBaseline(), name: id })).rejects.toMatchObject({
        code: "name-invalid",
      });
    },
  );

  test.each(["../../x", "/abs", "a//b", "C:x", "a\\b", "nul", "a/../b", "a@", "a@b@c", "a@../x"])(
    "the scenario key %j is refused",
    async (scenario) => {
      await using handle = await (await open()).createReport(sampleStart);
      const slot: RunSlot = { cell: { ...sampleCell, scenario }, attempt: 1 };
      expect(() => handle.detailFile(slot)).toThrow(expect.objectContaining({ code: "name-invalid" }));
      await expect(handle.writeDetail(slot, sampleDetail([]))).rejects.toMatchObject({ code: "name-invalid" });
    },
  );

  test("a detail or an artifact outside the report is refused", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    await expect(handle.readDetail("../../../secret.json")).rejects.toMatchObject({ code: "path-outside" });
    await expect(store.readDetail("latest", "/etc/passwd")).rejects.toMatchObject({ code: "path-outside" });
    for (const path of ["../x", "/x", "a/../../x", "a\0"])
      await expect(handle.addArtifact(sampleSlot, path, new Uint8Array())).rejects.toMatchObject({
        code: "path-outside",
      });
  });
}

function testRoundTrips(open: Open): void {
  test("what is read equals what was written, whatever an agent wrote", async () => {
    const store = await open();
    await using handle = await store.createReport(sampleStart);
    const text = fc.string({ unit: "binary" }).map((value) => `${value}\u2028"\\ud800`);
    const input = fc.dictionary(fc.oneof(fc.constant("__proto__"), fc.constant("constructor"), text), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, input), { maxLength: 5 }), async (calls) => {
        const entries = calls.flatMap(([word, value]): Entry[] => [
          { type: "assistant", timestamp: null, text: word },
          { type: "tool_use", timestamp: null, id: null, tool: "__proto__", input: wellFormedJson(value) },
        ]);
        const detail = sampleDetail(entries);
        const { file } = await handle.writeDetail(sampleSlot, detail);
        expect(JSON.stringify(await handle.readDetail(file))).toBe(JSON.stringify(detail));
      }),
      { numRuns: 100 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("half a character becomes the replacement character", async () => {
    await using handle = await (await open()).createReport(sampleStart);
    const { file } = await handle.writeDetail(
      sampleSlot,
      sampleDetail([{ type: "user", timestamp: null, text: "a\uD800b" }]),
    );
    expect((await handle.readDetail(file)).output.transcript).toMatchObject([{ text: "a\uFFFDb" }]);
  });
}

/** Lone surrogates are replaced on writing; here they are kept out, to compare the rest. */
function wellFormedJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/g, "?")) as T;
}

function testBaselines(open: Open): void {
  test("baselines are written, listed by name, read and removed", async () => {
    const store = await open();
    expect(await store.listBaselines()).toEqual([]);
    expect(await store.findBaseline("main")).toBeUndefined();
    await store.writeBaseline(sampleBaseline());
    await store.writeBaseline({ ...sampleBaseline(), name: "before" });
    expect((await store.listBaselines()).map(({ name }) => name)).toEqual(["before", "main"]);
    expect(await store.readBaseline("main")).toEqual(sampleBaseline());
    await store.removeBaseline("main");
    expect(await store.findBaseline("main")).toBeUndefined();
    const missing = { code: "baseline-missing", hint: "There are: before" };
    await expect(store.readBaseline("main")).rejects.toMatchObject(missing);
    await expect(store.removeBaseline("main")).rejects.toMatchObject(missing);
  });

  test("a baseline or a report of a newer version says which version it has", async () => {
    const store = await open();
    await store.writeBaseline({ ...sampleBaseline(), version: "7" });
    await expect(store.readBaseline("main")).rejects.toMatchObject({ code: "report-unreadable" });
    await expect(store.readBaseline("main")).rejects.toThrow("version 7");
    await using handle = await store.createReport(sampleStart);
    await handle.writeReport({ ...sampleReport(handle.reportId), version: "7" });
    await expect(store.readReport(handle.reportId)).rejects.toThrow("version 7");
  });

  test("a scenario named __proto__ keeps its numbers", async () => {
    const store = await open();
    const results = JSON.parse(`{"__proto__":{"__proto__":${JSON.stringify(sampleEntry)}}}`) as Baseline["results"];
    await store.writeBaseline({ ...sampleBaseline(), results });
    expect(JSON.stringify((await store.readBaseline("main")).results)).toBe(JSON.stringify(results));
  });
}

function testRunLines(open: Open): void {
  test("scored runs come back in the order they were added, each once", async () => {
    const store = await open();
    expect(await store.readRunLines()).toEqual([]);
    await using _report = await store.createReport(sampleStart);
    const lines = ["run_2", "run_1", "run_3"].map(sampleRunLine);
    for (const line of lines) await store.addRunLine(line);
    await store.addRunLine({ ...sampleRunLine("run_1"), score: 3 });
    expect(await store.readRunLines()).toEqual(lines);
  });
}
