import { expect, test } from "vitest";
import { sampleFailure, sampleResult } from "../testing/sample-result.ts";
import { buildReport } from "./build.ts";
import { gate } from "./gate.ts";
import { reportOf } from "./rows.fixture.ts";

const ran = sampleResult({ scenarioKey: "one" });

test("runs that did not take place are a reason, whatever the state of the report", () => {
  const stopped = ["two", "three"].map((scenarioKey) => ({
    ...sampleFailure("infrastructure", { scenarioKey }),
    outcomeClass: "notRun" as const,
  }));
  const report = reportOf([ran, ...stopped], "r");
  expect(gate(report)).toEqual({ ok: false, reasons: ["2 runs did not take place"] });
  expect(gate({ ...report, state: "aborted" }).reasons).toEqual(["the run was stopped: 2 runs did not take place"]);
});

test("cells that are counted but have no result are a reason too", () => {
  const cells = ["one", "two"].map((scenario) => ({ scenario, agent: "a", trial: 1 }));
  const parts = { reportId: "r", timestamp: "2026-01-01T00:00:00.000Z", durationMs: 1, skipped: 0 };
  const report = buildReport({ ...parts, state: "complete", cells, results: [ran] });
  expect(gate(report).reasons).toEqual(["1 run did not take place"]);
});
