import { expect, test } from "vitest";
import type { GateExecution } from "../../core/scenario/gate.ts";
import type { RunProgress } from "../../core/run/run-progress.ts";
import type { Scenario } from "../../core/scenario.ts";
import { StageProgress } from "../run-job.ts";

const gate = (name: string) => ({ name, command: "true", timeoutMs: 1_000, retries: 0, repairLoops: 1 });
const scenario = { setup: [{}], gates: [gate("lint"), gate("test")] } as unknown as Scenario;

function execution(name: string, number: number, passed: boolean): GateExecution {
  const seen = { exit_code: passed ? 0 : 1, ended_by: "exit" as const, wall_ms: 1, tree_id: null, output_tail: "" };
  return { gate: name, execution: number, turn: number - 1, passed, ...seen };
}

function told(work: (progress: StageProgress) => void, of = scenario): string[] {
  const heard: RunProgress[] = [];
  work(new StageProgress(of, (progress) => void heard.push(progress)));
  return heard.map((progress) =>
    progress.what === "stages"
      ? progress.stages.map(({ name, passed, repair_loops }) => `${name} ${passed} ${repair_loops}`).join(", ")
      : progress.what,
  );
}

test("each stage is told when it ends, with the places of those to come", () => {
  const words = told((progress) => {
    progress.setupEnded();
    progress.agentEnded(true);
    progress.gateEnded(execution("lint", 1, false), [{ repairs: null }]);
    progress.gateEnded(execution("lint", 2, true), [{ repairs: null }, { repairs: "lint" }]);
  });
  expect(words).toEqual([
    "setup true 0",
    "setup true 0, agent true 0, lint null 0, test null 0",
    "setup true 0, agent true 0, lint false 0, test null 0",
    "setup true 0, agent true 0, lint true 1, test null 0",
  ]);
});

test("a scenario without setup has no such stage", () => {
  const bare = { setup: [] } as unknown as Scenario;
  expect(told((progress) => progress.setupEnded(), bare)).toEqual([]);
  expect(told((progress) => progress.agentEnded(false), bare)).toEqual(["agent false 0"]);
});
