/** The contract of a store, as a suite that every store must pass. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../core/entry.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import type { RunSlot } from "../../core/store.ts";
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
} from "../store-samples.ts";
import type { OpenStore } from "./open-store.ts";
import { testRunFiles } from "./run-files.ts";

/** Runs the suite on stores from `open`; each call must return an empty one. */
export function testStore(name: string, open: OpenStore): void {
  describe(`${name} is a store`, () => {
    testReportNames(open);
    testSteps(open);
    testRunFiles(open);
    testRefusals(open);
    testRoundTrips(open);
    testBaselines(open);
    testRunLines(open);
  });
}

/** How a store keeps the line of each scored run. */
function testRunLines(open: OpenStore): void {
  test("scored runs are read back in the order they were added, each once", async () => {
    const store = await open();
    expect(await store.readRunLines()).toEqual([]);
    await using _report = await store.createReport(sampleStart);
    const lines = ["run_2", "run_1", "run_3"].map(sampleRunLine);
    for (const line of lines) await store.addRunLine(line);
    await store.addRunLine({ ...sampleRunLine("run_1"), score: 3 });
    expect(await store.readRunLines()).toEqual(lines);
  });
}

/** How a store keeps the steps of a report, with one writer at a time. */
function testSteps(open: OpenStore): void {
  test("steps are read back in order when the report is opened again", async () => {
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

  test("a report has only one writer at a time", async () => {
    const store = await open();
    const handle = await store.createReport(sampleStart);
    await expect(store.resumeReport(handle.reportId)).rejects.toMatchObject({ code: "report-locked" });
    await expect(store.resumeReport(handle.reportId)).rejects.toThrow(String(process.pid));
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

/** Names and paths that a store must refuse because they point outside it. */
function testRefusals(open: OpenStore): void {
  test.each(["../../x", "/etc/passwd", "", "..", "a/b", "a\0b", "x".repeat(65), "%2e%2e/x\\y"])(
    "the id and name %j are refused",
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

/** A store returns exactly what was written, whatever an agent wrote. */
function testRoundTrips(open: OpenStore): void {
  test("data is read back as written, whatever an agent wrote", async () => {
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

  test("a lone surrogate becomes the replacement character", async () => {
    await using handle = await (await open()).createReport(sampleStart);
    const { file } = await handle.writeDetail(
      sampleSlot,
      sampleDetail([{ type: "user", timestamp: null, text: "a\uD800b" }]),
    );
    expect((await handle.readDetail(file)).output.transcript).toMatchObject([{ text: "a\uFFFDb" }]);
  });
}

/** Writing replaces lone surrogates; here they are avoided, to compare the rest. */
function wellFormedJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/g, "?")) as T;
}

/** How a store keeps baselines. */
function testBaselines(open: OpenStore): void {
  test("baselines are written, listed by name, read and deleted", async () => {
    const store = await open();
    expect(await store.listBaselines()).toEqual([]);
    expect(await store.findBaseline("main")).toBeUndefined();
    await store.writeBaseline(sampleBaseline());
    await store.writeBaseline({ ...sampleBaseline(), name: "before" });
    expect((await store.listBaselines()).map(({ name }) => name)).toEqual(["before", "main"]);
    expect(await store.readBaseline("main")).toEqual(sampleBaseline());
    await store.removeBaseline("main");
    expect(await store.findBaseline("main")).toBeUndefined();
    const missing = { code: "baseline-missing", hint: "Existing baselines: before" };
    await expect(store.readBaseline("main")).rejects.toMatchObject(missing);
    await expect(store.removeBaseline("main")).rejects.toMatchObject(missing);
  });

  test("reading a baseline or a report of a newer version names that version", async () => {
    const store = await open();
    await store.writeBaseline({ ...sampleBaseline(), version: "7" });
    await expect(store.readBaseline("main")).rejects.toMatchObject({ code: "report-newer" });
    await expect(store.readBaseline("main")).rejects.toThrow("version 7");
    await using handle = await store.createReport(sampleStart);
    await handle.writeReport({ ...sampleReport(handle.reportId), version: "7" });
    await expect(store.readReport(handle.reportId)).rejects.toThrow("version 7");
  });

  test("a name that differs from another only in case is refused: on many machines they are one file", async () => {
    const store = await open();
    await store.writeBaseline(sampleBaseline());
    await expect(store.writeBaseline({ ...sampleBaseline(), name: "Main" })).rejects.toMatchObject({
      code: "name-invalid",
      message: 'The baseline names "Main" and "main" differ only in case',
    });
    await store.writeBaseline(sampleBaseline());
    expect((await store.listBaselines()).map(({ name }) => name)).toEqual(["main"]);
  });

  test("a scenario named __proto__ keeps its numbers", async () => {
    const store = await open();
    const results = JSON.parse(`{"__proto__":{"__proto__":${JSON.stringify(sampleEntry)}}}`) as Baseline["results"];
    await store.writeBaseline({ ...sampleBaseline(), results });
    expect(JSON.stringify((await store.readBaseline("main")).results)).toBe(JSON.stringify(results));
  });
}

/** How a store names, lists and finds reports. */
function testReportNames(open: OpenStore): void {
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

  test("twenty reports created at once get twenty names", async () => {
    const store = await open();
    const handles = await Promise.all(Array.from({ length: 20 }, () => store.createReport(sampleStart)));
    expect(new Set(handles.map(({ reportId }) => reportId)).size).toBe(20);
    for (const handle of handles) await handle[Symbol.asyncDispose]();
  });

  test("a report is found by the start of its id, if only one matches", async () => {
    const store = await open();
    for (const day of ["2026-03-04T05:06:07Z", "2026-03-05T05:06:07Z"]) {
      await using handle = await store.createReport(new Date(day));
      await handle.writeReport(sampleReport(handle.reportId, day));
    }
    expect((await store.readReport("2026-03-05")).reportId).toBe("2026-03-05-050607");
    await expect(store.readReport("2026-03")).rejects.toMatchObject({
      code: "report-missing",
      hint: "Use one of: 2026-03-05-050607, 2026-03-04-050607",
    });
    await expect(store.readReport("2026-03-09")).rejects.toMatchObject({
      code: "report-missing",
      hint: "The closest ids are: 2026-03-05-050607, 2026-03-04-050607",
    });
  });

  test("without any report, latest says how to make one", async () => {
    const store = await open();
    for (const ask of [store.readReport, store.resumeReport])
      await expect(ask("latest")).rejects.toMatchObject({ code: "report-missing", hint: "Create one with: axis run" });
    expect(await store.listReports()).toEqual({ reports: [], unreadable: [] });
  });

  test("a report that was started and never summarized is listed with the command to resume it", async () => {
    const store = await open();
    const handle = await store.createReport(sampleStart);
    for (const step of sampleSteps().slice(0, 1)) await handle.record(step);
    await handle[Symbol.asyncDispose]();
    const { reports, unreadable } = await store.listReports();
    expect(reports).toEqual([]);
    expect(unreadable).toMatchObject([{ reportId: handle.reportId }]);
    expect(unreadable[0]?.why).toContain(`axis run --resume ${handle.reportId}`);
    await expect(store.readReport(handle.reportId)).rejects.toMatchObject({ code: "report-unreadable" });
  });
}
