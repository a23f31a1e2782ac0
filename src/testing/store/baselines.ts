/** How a store keeps baselines. */
import { expect, test } from "vitest";
import type { Baseline } from "../../core/report/baseline.ts";
import type { OpenStore } from "./open-store.ts";
import { sampleBaseline, sampleEntry, sampleReport, sampleStart } from "../store-samples.ts";

export function testBaselines(open: OpenStore): void {
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
    const missing = { code: "baseline-missing", hint: "There are: before" };
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
      message: 'The baselines "Main" and "main" would differ only in case',
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
