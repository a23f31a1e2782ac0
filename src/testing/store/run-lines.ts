/** How a store keeps the line of each scored run. */
import { expect, test } from "vitest";
import type { OpenStore } from "./open-store.ts";
import { sampleRunLine, sampleStart } from "../store-samples.ts";

export function testRunLines(open: OpenStore): void {
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
