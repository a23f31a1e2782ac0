import { describe, expect, test } from "vitest";
import { FlatSignals, flattenSignals } from "./signal.ts";

describe("signals", () => {
  test.each([
    [true, 1],
    [false, 0],
    [0.25, 0.25],
    [Number.POSITIVE_INFINITY, null],
    ["Yes", 1],
    [" CONTRADICTORY ", 0],
    ["something", null],
    [["a"], null],
  ])("%j has the score %j", (value, score) => {
    const { signals } = flattenSignals([{ name: "s", extractor: () => value }], null);
    expect(signals["overall"]?.[0]?.score).toBe(score);
    expect(FlatSignals.safeParse(JSON.parse(JSON.stringify(signals))).success).toBe(true);
  });

  test("a mapping is looked up ignoring case, and then no other word counts", () => {
    const scoreMapping = { NO_EVIDENCE: 0.5 };
    const of = (value: string) =>
      flattenSignals([{ name: "s", scoreMapping, extractor: () => value }], null).signals["overall"]?.[0]?.score;
    expect([of("no_evidence"), of("yes")]).toEqual([0.5, null]);
  });

  test("nothing is left out but what has no value; a reader that throws is noted", () => {
    const { signals, notes } = flattenSignals(
      [
        { name: "absent", extractor: () => undefined },
        { name: "null", extractor: () => null },
        { name: "zero", extractor: () => 0, group: "own", isPass: (value) => value === 1 },
        { name: "empty", extractor: () => "" },
        { name: "broken", extractor: (result: null) => (result as unknown as { deep: { er: 1 } }).deep.er },
      ],
      null,
    );
    expect(signals).toEqual({
      own: [{ name: "zero", value: 0, score: 0, passed: false, description: "Signal: zero", headlineDisplay: false }],
      overall: [
        { name: "empty", value: "", score: null, passed: null, description: "Signal: empty", headlineDisplay: false },
      ],
    });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^signal broken could not be read: /);
  });

  test("a group may have any name", () => {
    const { signals } = flattenSignals([{ name: "s", group: "__proto__", extractor: () => 1 }], null);
    expect(Object.keys(signals)).toEqual(["__proto__"]);
    expect(({} as { s?: unknown }).s).toBeUndefined();
  });
});
