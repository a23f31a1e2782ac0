import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flattenSignals } from "../../core/score/signal.ts";
import { ToolCorrectness } from "./tool-correctness.ts";

interface Row {
  readonly called: object[];
  readonly expected: object[];
  readonly options: object;
  readonly score: number;
  readonly ruled?: { readonly score: number };
}

const file = new URL("../../../test/fixtures/metric-vectors.json", import.meta.url);
const rows = (JSON.parse(readFileSync(file, "utf8")) as { tool_correctness: Row[] }).tool_correctness;

test.each(rows)("the vectors hold through execute, options as files write them: row %#", async (row) => {
  const { called, expected, options, score } = { ...row, ...row.ruled };
  const result = await ToolCorrectness(options).execute({ tools_called: called, expected_tools: expected });
  expect(result.score).toBeCloseTo(score, 9);
});

const calls = (...names: string[]) => names.map((name) => ({ name, args: { x: 1 } }));

test("the explanation names the scoring, and what is correct, missing and unexpected", async () => {
  const item = { toolsCalled: calls("search", "delete"), expectedTools: calls("search", "save") };
  const result = await ToolCorrectness({ scoring: "f1" }).execute(item);
  expect(result.explanation).toBe("Scored by f1: 0.5; correct: search; missing: save; unexpected: delete.");
});

test("each expected call is read with the call that met it", async () => {
  const metric = ToolCorrectness({ checkParameters: true, parameterMatchingStrategy: "fuzzy" });
  const expectedTools = [
    { name: "a", args: { x: 1 } },
    { name: "b", args: {} },
  ];
  const { signals } = await metric.execute({ toolsCalled: [{ name: "a", args: { x: 0.9 } }], expectedTools });
  const flat = flattenSignals(metric.getSignals(signals), signals).signals;
  expect(flat["expected_0"]).toMatchObject([{ value: true }, { value: "a" }, { value: 0 }, { value: 0.9 }]);
  expect(flat["expected_1"]?.map(({ name, value }) => [name, value])).toEqual([
    ["matched", false],
    ["name", "b"],
  ]);
  expect(flat["overall"]?.map(({ value }) => value)).toEqual([0.5, 0.5, 1, 2 / 3, 1, 1, 0]);
});

test("no list of calls is nothing to measure, an empty one is a list", async () => {
  expect(await ToolCorrectness().execute({ expectedTools: calls("a") })).toMatchObject({ status: "not-applicable" });
  expect(await ToolCorrectness().execute({ toolsCalled: [], expectedTools: [] })).toMatchObject({ score: 1 });
});

test("deeply nested arguments are compared", async () => {
  const deep = (): unknown => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100; depth += 1) value = [value];
    return value;
  };
  const item = {
    toolsCalled: [{ name: "a", args: { x: deep() } }],
    expectedTools: [{ name: "a", args: { x: deep() } }],
  };
  expect(await ToolCorrectness({ checkParameters: true }).execute(item)).toMatchObject({ score: 1 });
});
