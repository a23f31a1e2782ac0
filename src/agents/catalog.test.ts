import { expect, test } from "vitest";
import { builtInAgents } from "./catalog.ts";

test("every built-in agent stands under its own name", () => {
  expect(Object.entries(builtInAgents).map(([name, adapter]) => [name, adapter.name])).toEqual([
    ["command", "command"],
    ["replay", "replay"],
  ]);
});

test("names that every object has are no agents", () => {
  expect(builtInAgents["constructor"]).toBe(undefined);
  expect(builtInAgents["__proto__"]).toBe(undefined);
});
