/** The contract of a store, as a suite that every store must pass. */
import { describe } from "vitest";
import { testBaselines } from "./baselines.ts";
import type { OpenStore } from "./open-store.ts";
import { testRefusals } from "./refusals.ts";
import { testReportNames } from "./report-names.ts";
import { testRoundTrips } from "./round-trips.ts";
import { testRunFiles } from "./run-files.ts";
import { testRunLines } from "./run-lines.ts";
import { testSteps } from "./steps.ts";

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
