import { expect, test } from "vitest";
import { sampleEntry } from "../reports/sample-entry.fixture.ts";
import { listAgentLines, spreadLabels } from "./agent-lines.ts";

const agent = (name: string, value: number | null) => ({
  name,
  axis_result: value,
  lower: null,
  upper: null,
  passed: 1,
  counted: 1,
});

test("an agent has a point per finished report of the last 30 days, oldest first", () => {
  const reports = [
    sampleEntry({ created_at: "2026-11-16T00:00:00.000Z", agents: [agent("a", 91), agent("b", null)] }),
    sampleEntry({ created_at: "2026-11-15T00:00:00.000Z", agents: [agent("a", 1)], state: "running" }),
    sampleEntry({ created_at: "2026-11-14T00:00:00.000Z", agents: [agent("a", 2)], scripted: true }),
    sampleEntry({ created_at: "2026-11-12T00:00:00.000Z", agents: [agent("a", 90)] }),
    sampleEntry({ created_at: "2026-10-01T00:00:00.000Z", agents: [agent("a", 3)] }),
  ];
  const lines = listAgentLines(reports, new Date("2026-11-17T00:00:00.000Z"));
  expect(lines.map((line) => [line.agent, line.points.map(({ value }) => value)])).toEqual([["a", [90, 91]]]);
});

test("labels that overlap move apart and stay inside", () => {
  expect(spreadLabels([100, 102, 50], { least: 0, most: 110, gap: 10 })).toEqual([100, 110, 50]);
  expect(spreadLabels([5, 5, 5], { least: 0, most: 100, gap: 10 })).toEqual([5, 15, 25]);
});
