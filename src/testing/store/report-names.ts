/** How a store names, lists and finds reports. */
import { expect, test } from "vitest";
import type { OpenStore } from "./open-store.ts";
import { sampleReport, sampleStart, sampleSteps } from "../store-samples.ts";

export function testReportNames(open: OpenStore): void {
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
