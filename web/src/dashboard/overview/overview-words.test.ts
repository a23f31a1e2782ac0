import { expect, test } from "vitest";
import type { Overview } from "../api/answers.ts";
import { sampleEntry } from "../reports/sample-entry.fixture.ts";
import { describeDelta, describeHistory, describeWeek } from "./overview-words.ts";

const agents = ["mini-agent", "flash-agent"].map((name) => ({
  name,
  axis_result: 90,
  lower: null,
  upper: null,
  passed: 1,
  counted: 1,
}));
const last = sampleEntry({ agents });

function change(parts: Partial<NonNullable<Overview["change"]>> = {}): NonNullable<Overview["change"]> {
  return {
    report_id: "before",
    at: "2026-11-09T09:02:00.000Z",
    verdict: "NOT ENOUGH DATA",
    delta: -1.3,
    agents: [],
    lower: -3,
    upper: 0.4,
    p: 0.1,
    leader_before: "mini-agent",
    agents_before: ["mini-agent", "flash-agent"],
    ...parts,
  };
}

const moved = (agent: string, verdict: "REGRESSED" | "IMPROVED", estimate: number) => ({
  agent,
  verdict,
  estimate,
  lower: null,
  upper: null,
});

test("the heading says who changed with proof, and who leads now", () => {
  const regressed = change({ agents: [moved("flash-agent", "REGRESSED", -8.34)], leader_before: "flash-agent" });
  expect(describeWeek(last, regressed)).toBe("flash-agent regressed by 8.3 points in a week. mini-agent now leads.");
  const both = change({
    at: "2026-11-12T00:00:00.000Z",
    agents: [moved("a", "REGRESSED", -2), moved("b", "IMPROVED", 3)],
  });
  expect(describeWeek(last, both)).toBe("a regressed by 2 points and b improved by 3 points since 12 Nov.");
});

test("who leads is not said of a report with other agents", () => {
  const other = change({ leader_before: "flash-agent", agents_before: ["flash-agent"] });
  expect(describeWeek(last, other)).toBe("No agent changed in a week by more than chance explains.");
});

test("without proof it says so, and without an earlier report the verdict speaks", () => {
  expect(describeWeek(last, change())).toBe("No agent changed in a week by more than chance explains.");
  expect(describeWeek(last, null)).toBe("6 of 36 results failed: flash-agent 6.");
});

test("a change that is not proven has no color and says that it may be chance", () => {
  expect(describeDelta(last, change())).toEqual({ text: "−1.3 in a week: may be chance", tone: "" });
  expect(describeDelta(last, change({ p: 0.01 }))).toEqual({ text: "−1.3 in a week", tone: "is-failed" });
  expect(describeDelta(last, change({ delta: null }))).toBeNull();
});

test("a cause came up at a day, became more frequent, or was always there", () => {
  const reports = [9, 10, 11, 12].map((day) => ({
    id: `r${day}`,
    at: `2026-11-${day < 10 ? "0" : ""}${day}T12:00:00.000Z`,
    runs: 10,
  }));
  expect(describeHistory([0, 0, 3, 4], reports)).toBe("since 11 Nov");
  expect(describeHistory([1, 1, 1, 4], reports)).toBe("more since 12 Nov");
  expect(describeHistory([3, 4, 3, 4], reports)).toBe("as always");
  expect(describeHistory([4], reports)).toBe("");
});
