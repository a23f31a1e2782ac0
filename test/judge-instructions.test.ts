/** The copy that a judging agent sees leaves out the instruction files of every agent that AXIS can start. */
import { expect, test } from "vitest";
import { builtInAgents } from "../src/agents/catalog.ts";
import { instructionsByAgent } from "../src/runner/workspace/judge-copy.ts";

/** They load nothing by themselves: one is any program, the other plays a recording. */
const withoutInstructions = ["command", "replay"];

test("every built-in agent has its instruction files named", () => {
  const agents = Object.keys(builtInAgents).filter((name) => !withoutInstructions.includes(name));
  expect(Object.keys(instructionsByAgent).toSorted()).toEqual(agents.toSorted());
  expect(agents).toHaveLength(24);
});
