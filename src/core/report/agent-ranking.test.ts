import { expect, test } from "vitest";
import { compareByPassRate, compareByResult, type RankedAgent } from "./agent-ranking.ts";

const agent = (
  agentName: string,
  axisResult: number | null,
  passRate: number | null,
  countedRuns = 3,
): RankedAgent => ({
  agentName,
  axisResult,
  passRate,
  countedRuns,
});

test("the AXIS Result decides, then the pass rate, the counted runs and the name; unknown numbers come last", () => {
  const agents = [
    agent("unknown", null, 1),
    agent("b", 80, 0.5),
    agent("a", 80, 0.5),
    agent("longer", 80, 0.5, 9),
    agent("reliable", 80, 1),
    agent("best", 80.1, 0),
  ];
  const names = agents.toSorted(compareByResult).map(({ agentName }) => agentName);
  expect(names).toEqual(["best", "reliable", "longer", "a", "b", "unknown"]);
});

test("means that differ only in the last digits of a division are equal", () => {
  const names = [agent("b", 0.1 + 0.2, 1), agent("a", 0.3, 1)].toSorted(compareByResult);
  expect(names.map(({ agentName }) => agentName)).toEqual(["a", "b"]);
});

test("by pass rate, the AXIS Result breaks a tie", () => {
  const agents = [agent("low", 60, 0.5), agent("high", 90, 0.5), agent("sure", 10, 1)];
  expect(agents.toSorted(compareByPassRate).map(({ agentName }) => agentName)).toEqual(["sure", "high", "low"]);
});
