/** How a store keeps the steps of a report, with one writer at a time. */
import { expect, test } from "vitest";
import type { OpenStore } from "./open-store.ts";
import { sampleSlot, sampleStart, sampleSteps } from "../store-samples.ts";

export function testSteps(open: OpenStore): void {
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
