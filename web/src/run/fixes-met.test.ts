import { expect, test } from "vitest";
import type { Fix } from "../../../src/core/report/fix.ts";
import { findFixes, listSymptoms } from "./fixes-met.tsx";

const run = (runId: string, steps: number[], most: number): Fix["runs"][number] => ({
  scenarioKey: "s",
  agentName: "a",
  trial: 1,
  runId,
  status: "failed",
  steps,
  least: 0,
  most,
});

const fix = (id: string, overrides: Partial<Fix> = {}): Fix => ({
  id,
  kind: "call-failed",
  area: "use",
  target: id,
  targetType: "url",
  owner: null,
  symptom: `${id} failed`,
  title: id,
  points: { least: 0, most: 0 },
  occurrences: 1,
  scenarios: 1,
  workedLater: 0,
  runs: [],
  failures: null,
  evidence: { runId: "", step: null, call: "", output: "" },
  origin: null,
  advice: "",
  insights: [],
  ...overrides,
});

const fixes = [
  fix("check", { kind: "check", area: "deliver", runs: [run("one", [], 20)] }),
  fix("cheap", { runs: [run("one", [5], 1), run("two", [9], 8)] }),
  fix("dear", { runs: [run("one", [5, 6], 3)] }),
  fix("unneeded", { kind: "not-needed", area: "work", runs: [run("one", [7], 9)] }),
];

test("a run names what it met in what agents use first, the most expensive for it before the others", () => {
  expect(findFixes(fixes, "one").map(({ id }) => id)).toEqual(["dear", "cheap", "unneeded", "check"]);
  expect(findFixes(fixes, "two").map(({ id }) => id)).toEqual(["cheap"]);
  expect(findFixes(fixes, "three")).toEqual([]);
});

test("a step that failed has the words of its cause and leads to it", () => {
  const found = listSymptoms(findFixes(fixes, "one"), "one");
  expect([...found]).toEqual([
    [5, { symptom: "dear failed", href: "#/?fix=dear" }],
    [6, { symptom: "dear failed", href: "#/?fix=dear" }],
  ]);
});
