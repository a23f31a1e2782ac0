/** The worked example of the documentation: a search that is refused twice, in one run of 108. */
import { expect, test } from "vitest";
import type { Audit, AxisResult, DimensionResult } from "../../core/score/axis-result.ts";
import type { Category } from "../../core/score/category.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { addUpFixes } from "./add-up.ts";
import { type CallRepair, RepairableRun } from "./repaired-result.ts";
import type { CauseInRun, RunCauses } from "./run-causes.ts";

/** Six calls of a service, of which the first two were refused and two were a little slow; then three of the machine. */
const bytes = [125, 125, 2500, 2500, 2500, 2519, 300, 300, 300];
const speeds = [1, 1, 0.9, 0.9, 1, 1, 1, 1, 1];
const interactions = bytes.map((contextBytes, index) => ({ id: index + 1, contextBytes }));

function audit(id: number, changes: Partial<Audit>): Audit {
  return {
    id,
    categories: [],
    success: 1,
    speed: speeds[id - 1] ?? 1,
    weight: null,
    contextRelevance: null,
    rationale: "",
    ...changes,
  };
}

function judged(audits: Audit[], necessity: DimensionResult["necessity"] = null): DimensionResult {
  const dimensions = { success: null, speed: null, weight: null, relevance: null, necessity: null };
  const counts = { interactionCount: audits.length, auditedCount: audits.length };
  return { status: "scored", applicable: true, score: 0, ...counts, dimensions, audits, necessity };
}

const score: AxisResult = {
  formula: "axis/1",
  axisScore: 75,
  goalAchievement: {
    status: "scored",
    applicable: true,
    score: 50,
    criteria: [
      { check: "a", weight: 0.5, score: 10, rationale: "", by: "verify" },
      { check: "b", weight: 0.5, score: 0, rationale: "", by: "verify" },
    ],
  },
  environment: judged([7, 8, 9].map((id) => audit(id, {}))),
  service: judged([1, 2, 3, 4, 5, 6].map((id) => audit(id, { success: id <= 2 ? 0 : 1 }))),
  agent: judged(
    interactions.map(({ id }) => audit(id, { weight: 1, contextRelevance: 0.23959 })),
    { rationale: "", unnecessaryIds: [8], score: 0.8 },
  ),
  weights: defaultWeights,
  effectiveWeights: defaultWeights,
  judging: { goal: null, environment: null, service: null, agent: null },
  insights: [],
  patterns: [],
};

const refused: CallRepair = ["success", "necessity"];
const repair = new Map([1, 2].map((id) => [id, refused]));
const run = new RepairableRun(score, interactions);

/** The points of a dimension before rounding: its share of the result, if it alone counted. */
function pointsOf(dimension: Category, calls?: ReadonlyMap<number, CallRepair>): number {
  const weights = { goal_achievement: 0, environment: 0, service: 0, agent: 0, [dimension]: 1 };
  const alone = new RepairableRun({ ...score, weights }, interactions);
  return (alone.result ?? 0) + (calls === undefined ? 0 : alone.gain({ calls }));
}

test("repaired, Service goes from 95.196 to 95.614 and the result from 75.341 to 75.425", () => {
  expect(pointsOf("service")).toBeCloseTo(95.196, 3);
  expect(pointsOf("service", repair)).toBeCloseTo(95.614, 3);
  expect(run.result).toBeCloseTo(75.341, 3);
  expect((run.result ?? 0) + run.gain({ calls: repair })).toBeCloseTo(75.425, 3);
});

test("only repaired it gains 0.084; with its goal met, too, 20.084", () => {
  expect(run.gain({ calls: repair })).toBeCloseTo(0.084, 3);
  expect(run.gain({ calls: repair, goal: true })).toBeCloseTo(20.084, 3);
});

test("one of three trials of one of 36 results raises the headline by 0.0008 to 0.186", () => {
  const pairs = Array.from({ length: 36 }, (_, index) => ({
    scenarioKey: `scenario-${index % 12}`,
    agentName: `agent-${Math.floor(index / 12)}`,
  }));
  const cause: CauseInRun = {
    kind: "call-failed",
    target: "acme.search_docs",
    targetType: "mcp",
    owner: "acme",
    symptom: "429 Too Many Requests",
    shownAs: "acme.search_docs",
    status: 429,
    exitCode: null,
    grade: null,
    steps: [1, 2],
    occurrences: 2,
    workedLater: false,
    evidence: { step: 1, call: "", output: "" },
    origin: null,
    insights: [],
    least: run.gain({ calls: repair }),
    most: run.gain({ calls: repair, goal: true }),
  };
  const runs = pairs.flatMap((pair, place) =>
    [1, 2, 3].map((trial): RunCauses => ({
      ...pair,
      trial,
      runId: `${place}-${trial}`,
      status: place === 0 && trial === 3 ? "failed" : "passed",
      hasResult: true,
      isInProgress: false,
      causes: place === 0 && trial === 3 ? [cause] : [],
      owners: [],
      hosts: [],
    })),
  );
  const [fix] = addUpFixes(runs, pairs).fixes;
  expect(fix?.points.least).toBeCloseTo(0.0008, 4);
  expect(fix?.points.most).toBeCloseTo(0.186, 3);
  expect(fix?.runs).toEqual([
    expect.objectContaining({ scenarioKey: "scenario-0", agentName: "agent-0", trial: 3, steps: [1, 2] }),
  ]);
});
