import { expect, test } from "vitest";
import { buildCompetition } from "../../report/competition/build-competition.ts";
import { simulateContest } from "../../report/competition/simulate.fixture.ts";
import { ansiPaint, plainPaint } from "../../report/text/format.ts";
import { displayWidth } from "../../report/text/terminal-safe.ts";
import { renderScenarios } from "./scenario-table.ts";

function openContest(agents: readonly string[], scenarios: number) {
  const results = simulateContest(agents, {
    scenarios,
    trials: 3,
    points: (agent, scenario, trial) => 90 - 10 * agents.indexOf(agent) - scenario - trial - (trial === 3 ? 20 : 0),
  });
  const start = {
    id: "cmp_1",
    base: { commit: "0", ref: "HEAD" },
    isDirty: false,
    rank: "axis",
    concurrency: 1,
  } as const;
  const competition = buildCompetition(
    { results, seed: "seed", reportId: "r" },
    { ...start, agents, runs: 3 * scenarios },
    { branches: [] },
  );
  return { results, competition };
}

test("a row per scenario, a column per entrant by place, and a mark per trial", () => {
  expect(renderScenarios(openContest(["one", "two"], 2), { paint: plainPaint })).toEqual([
    "            one     two",
    "scenario-0  ●●✗ 81  ●●✗ 71",
    "scenario-1  ●●✗ 80  ●●✗ 70",
  ]);
});

test("a single scenario needs no table", () => {
  expect(renderScenarios(openContest(["one", "two"], 1), { paint: plainPaint })).toEqual([]);
});

test("entrants that do not fit in 80 columns continue below, and colors change no width", () => {
  const agents = Array.from({ length: 12 }, (_, index) => `agent-with-a-long-name-${index}`);
  const lines = renderScenarios(openContest(agents, 3), { paint: plainPaint, textWidth: 80 });
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => line.startsWith("scenario-0"))).toHaveLength(4);
  const painted = renderScenarios(openContest(agents, 3), { paint: ansiPaint, textWidth: 80 });
  // eslint-disable-next-line no-control-regex
  expect(painted.map((line) => line.replaceAll(/\u001B\[\d+m/g, "").trimEnd())).toEqual(lines);
});
