import { expect, test } from "vitest";
import type { Trends } from "../api/answers.ts";
import { describeChanges } from "./describe-trends.ts";

type Change = Trends["changes"][number];

const change = (agent: string, difference: number | null, proven: boolean): Change => ({
  agent,
  scenario: null,
  since: "2026-11-09T09:00:00.000Z",
  since_report: "a",
  report_id: "b",
  scenarios: 12,
  difference,
  lower: null,
  upper: null,
  adjusted_p: proven ? 0.01 : 0.4,
  proven,
});

test("the largest proven change comes first, and what may be chance is said", () => {
  const changes = [change("mini", 6.3, true), change("flash", -8.3, true), change("opus", -2.1, false)];
  expect(describeChanges(changes, "axis")).toBe(
    "Since 9 Nov, flash has lost 8.3 points (proven), mini has gained 6.3 points (proven); the change of opus may be chance.",
  );
});

test("where nothing is proven it says that, and without two reports it says nothing", () => {
  expect(describeChanges([change("opus", 1, false)], "axis")).toBe(
    "Since 9 Nov, no change is proven: opus may differ by chance.",
  );
  expect(describeChanges([change("new", null, false)], "axis")).toBe("");
});

test("each metric has its own words", () => {
  expect(describeChanges([change("a", -0.25, true)], "pass-rate")).toContain("passes 25 percentage points less often");
  expect(describeChanges([change("a", 10_000, true)], "cost")).toContain("costs $0.0100 more per run");
  expect(describeChanges([change("a", -12_000, true)], "time")).toContain("takes 12.0s less");
});
