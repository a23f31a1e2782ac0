import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Report } from "../core/report.ts";
import { sampleResult } from "../store/sample-result.fixture.ts";
import { ReportDraft } from "./report-writer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const cell = (scenario: string) => ({ scenario, agent: "a", trial: 1 });

function draftOf(write: (report: Report) => Promise<void>): ReportDraft {
  const cells = [cell("one"), cell("two")];
  return new ReportDraft({ header: { reportId: "r", timestamp: "t", cells, skipped: 0 }, write, elapsedMs: () => 7 });
}

test("results that come together are written once, and the final report always", async () => {
  const written: Report[] = [];
  const draft = draftOf(async (report) => void written.push(report));
  draft.add(cell("one"), sampleResult({ scenarioKey: "one" }));
  draft.add(cell("two"), sampleResult({ scenarioKey: "two" }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(written.map(({ state, results }) => [state, results.length])).toEqual([["running", 2]]);
  await draft.close("complete");
  expect(written.map(({ state }) => state)).toEqual(["running", "complete"]);
});

test("the final report can be completed before it is written", async () => {
  const written: Report[] = [];
  const draft = draftOf(async (report) => void written.push(report));
  const report = await draft.close("complete", (made) => ({ ...made, name: "finished" }));
  expect([report.name, written[0]?.name]).toEqual(["finished", "finished"]);
});

test("a manifest that could not be written is said when the report is closed", async () => {
  const draft = draftOf(() => Promise.reject(new Error("disk full")));
  draft.add(cell("one"), sampleResult({ scenarioKey: "one" }));
  await vi.advanceTimersByTimeAsync(1000);
  await expect(draft.close("complete")).rejects.toThrow("disk full");
});
