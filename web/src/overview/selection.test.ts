import fc from "fast-check";
import { expect, test } from "vitest";
import { foldTrials } from "../../../src/report/build.ts";
import { sampleFailure, sampleResult } from "../../../src/store/sample-result.fixture.ts";
import { columns, toQuery, selectResults, parseSelection } from "./selection.ts";

const results = [
  sampleResult({ scenarioKey: "b", agentName: "x", axisScore: 80, durationMs: 3 }),
  sampleResult({ scenarioKey: "a", agentName: "y", axisScore: null, durationMs: 1 }),
  sampleFailure("agent", { scenarioKey: "c", agentName: "x", durationMs: 2 }),
].map((run) => foldTrials([run]));
const keys = (query: string) =>
  selectResults(results, parseSelection(new URLSearchParams(query))).map(({ scenarioKey }) => scenarioKey);

test("without filters everything is shown in the order of the report", () => {
  expect(keys("")).toEqual(["b", "a", "c"]);
});

test.each([
  ["agent=x", ["b", "c"]],
  ["status=failed", ["c"]],
  ["status=error", ["a"]],
  ["status=passed", ["b"]],
  ["q=BROKE", ["c"]],
  ["q=nothing", []],
  ["sort=scenario", ["a", "b", "c"]],
  ["sort=scenario&order=down", ["c", "b", "a"]],
  ["sort=status", ["c", "a", "b"]],
  ["sort=time", ["c", "b", "a"]],
  ["sort=__proto__", ["b", "a", "c"]],
])("%s gives %j", (query, expected) => {
  expect(keys(query)).toEqual(expected);
});

test("a result without a number comes last, upwards and downwards", () => {
  expect(keys("sort=result").at(-1)).toBe("a");
  expect(keys("sort=result&order=down").at(-1)).toBe("a");
});

test("a selection survives being written into an address", () => {
  const text = fc.string();
  const sort = fc.constantFrom(...(Object.keys(columns) as (keyof typeof columns)[]));
  fc.assert(
    fc.property(text, text, sort, fc.boolean(), (q, agent, column, descending) => {
      const view = { view: "table", by: "owner", measure: "time" } as const;
      const selection = {
        text: q,
        agent,
        status: "",
        sort: column,
        descending,
        folder: "a/",
        fix: q,
        fixAgent: agent,
        patch: "run_1",
        otherPatch: "run_2",
        ...view,
      };
      expect(parseSelection(new URLSearchParams(toQuery(selection).toString()))).toEqual({
        ...selection,
        text: q.toWellFormed(),
        agent: agent.toWellFormed(),
        fix: q.toWellFormed(),
        fixAgent: agent.toWellFormed(),
      });
    }),
  );
});
