import { describe, expect, test } from "vitest";
import { listStages } from "./stages.ts";

describe("stages", () => {
  const gates = [{ name: "test" }];

  test("where the agent never started there are none that count", () => {
    const stages = listStages({ setupPassed: false, agentPassed: null, gates, gating: null, verified: [] });
    expect(stages.map(({ kind, counts }) => [kind, counts])).toEqual([["setup", false]]);
  });

  test("a check that could not run is no stage", () => {
    const stages = listStages({
      setupPassed: null,
      agentPassed: true,
      gates: [],
      gating: null,
      verified: [{ index: 0, status: "broken", score: null, rationale: "" }],
    });
    expect(stages.map(({ kind }) => kind)).toEqual(["agent"]);
  });

  test("with gates, the work the agent left counts instead of its own claim", () => {
    const executions = [
      { gate: "test", passed: false },
      { gate: "test", passed: true },
    ];
    const gating = { executions, loops: new Map([["test", 1]]) };
    const stages = listStages({ setupPassed: null, agentPassed: true, gates, gating, verified: [] });
    expect(stages).toEqual([
      { kind: "agent", name: "agent", counts: false, executions: 1, first_passed: true, passed: true, repair_loops: 0 },
      { kind: "gate", name: "test", counts: true, executions: 2, first_passed: false, passed: true, repair_loops: 1 },
    ]);
  });
});
