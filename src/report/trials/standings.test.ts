import { expect, test } from "vitest";
import { Standings } from "../../core/report/standings.ts";
import { sampleResult } from "../../store/sample-result.fixture.ts";
import { foldTrials } from "../build.ts";
import { describeStandings } from "../text/format-standings.ts";
import { computeStandings } from "./standings.ts";

const scenarios = ["a", "b", "c", "d", "e", "f"];

/** Three trials per scenario, around the mean of the agent. */
function resultsOf(agentName: string, mean: number) {
  return scenarios.map((scenarioKey, place) =>
    foldTrials(
      [-1, 0, 1].map((shift, trial) =>
        sampleResult({ scenarioKey, agentName, trial: trial + 1, axisScore: mean + place + shift }),
      ),
    ),
  );
}

test("agents far apart are told apart, those close together are not, and the interval contains the mean", () => {
  const results = [...resultsOf("far", 60), ...resultsOf("near", 89.8), ...resultsOf("best", 90)];
  const standings = Standings.parse(computeStandings(results, "seed"));
  expect(standings.differences.map(({ better, worse, apart }) => [better, worse, apart])).toEqual([
    ["best", "near", false],
    ["best", "far", true],
    ["near", "far", true],
  ]);
  const { interval } = standings;
  expect(interval?.scope).toBe("suite");
  const mean = (60 + 89.8 + 90) / 3 + 2.5;
  expect(interval?.lower).toBeLessThan(mean);
  expect(interval?.upper).toBeGreaterThan(mean);
  expect(describeStandings(standings.differences)).toEqual([
    expect.stringMatching(/^best and near cannot be told apart: 0\.2 points, 95 % from −\d\.\d to \+\d\.\d\.$/),
    "far is behind both: 30.0 and 29.8 points.",
  ]);
});

test("the same results give the same standings", () => {
  const results = [...resultsOf("a", 80), ...resultsOf("b", 85)];
  expect(computeStandings(results, "seed")).toEqual(computeStandings(results, "seed"));
});

test("single trials of few scenarios tell nobody apart", () => {
  const results = ["a", "b"].flatMap((agentName, place) =>
    ["one", "two"].map((scenarioKey) =>
      foldTrials([sampleResult({ agentName, scenarioKey, axisScore: 50 + 40 * place })]),
    ),
  );
  const standings = computeStandings(results, "seed");
  expect(standings?.differences.map(({ apart }) => apart)).toEqual([false]);
});

test("without a number there are no standings, and one agent needs no sentence", () => {
  expect(computeStandings([foldTrials([sampleResult({ axisScore: null })])], "seed")).toBeUndefined();
  expect(describeStandings(computeStandings(resultsOf("alone", 70), "seed")?.differences ?? [])).toEqual([]);
});

test("with many agents the best one is compared with the others", () => {
  const results = [90, 89.9, 70, 60].flatMap((mean, place) => resultsOf(`agent-${place}`, mean));
  expect(describeStandings(computeStandings(results, "seed")?.differences ?? [])).toEqual([
    "agent-0 is ahead of agent-2 and agent-3.",
    "agent-0 cannot be told apart from agent-1.",
  ]);
});
