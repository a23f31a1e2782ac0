import { expect, test } from "vitest";
import type { Competition } from "../../../src/core/report/competition.ts";
import { choosePatches, type ContestRun } from "./contest-runs.ts";

function run(runId: string, agentName: string, more: Partial<ContestRun> = {}): ContestRun {
  const known = { scenarioKey: "cart", trial: 1, file: `${runId}.json`, status: "passed", axisScore: 90 } as const;
  return { runId, agentName, ...known, ...more };
}

const runs = [
  run("a1", "a"),
  run("a2", "a"),
  run("b1", "b", { status: "failed" }),
  run("b2", "b"),
  run("c1", "c", { scenarioKey: "login" }),
];

function choose(patch: string, other: string, proposed: readonly string[] = ["a2"]): string[] | undefined {
  const proposals = proposed.map((runId) => ({ scenarioKey: "cart", trial: 1, runId, branch: null, commit: null }));
  const competition = { proposals } as unknown as Competition;
  return choosePatches(runs, { competition, patch, other })?.map(({ runId }) => runId);
}

test("at first the proposed patch stands beside a passed one of the next agent", () => {
  expect(choose("", "")).toEqual(["a2", "b2"]);
  expect(choose("", "", [])).toEqual(["a1", "b2"]);
});

test("what the address names is shown, if both are of one scenario", () => {
  expect(choose("b1", "a1")).toEqual(["b1", "a1"]);
  expect(choose("a1", "a2")).toEqual(["a1", "a2"]);
  expect(choose("a1", "c1")).toEqual(["a1", "b2"]);
  expect(choose("unknown", "a2")).toEqual(["a2", "b2"]);
});

test("a run without a rival is compared with nothing", () => {
  expect(choose("c1", "")).toBeUndefined();
});
