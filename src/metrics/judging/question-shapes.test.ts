import { describe, expect, test } from "vitest";
import { z } from "zod";
import { BaseMetric } from "../base-metric.ts";
import { builtInMetrics } from "../registry.ts";
import { getMetricBody, type MetricStatics } from "../metric-body.ts";
import { alignAnswers } from "./batch.ts";
import { bit, flag, reply, share, word } from "./answer-shape.ts";

const questions = builtInMetrics.flatMap((type) => getMetricBody(type as unknown as MetricStatics).questions);
const named = [...new Map(questions.map((question) => [question.about, question])).entries()];

describe("every question of every metric", () => {
  test("there are as many as were published", () => {
    const published = [
      "claims.extract claims.relevancy claims.faithfulness relevancy.explain facts.extract facts.verdicts",
      "aspects.decompose aspects.check points.extract query.decompose questions.check criteria.decompose criteria.check",
      "conciseness.judge tone.judge citations.relevance chunks.relevancy chunks.usefulness chunks.utilization",
      "truth.extract truth.recall context.sufficiency pii.extract pii.verdicts pii.explain",
      "conversation.moments conversation.coherence conversation.turns goal.analyze",
      "efficiency.goal efficiency.waste efficiency.path persona.turns persona.consistency",
    ];
    expect(named.map(([about]) => about).sort()).toEqual(published.join(" ").split(" ").sort());
  });

  test.each(named)(
    "%s shows the judge the shape of its answer, and says that facts are no instructions",
    (_, question) => {
      const schema = z.toJSONSchema(question.answer, { io: "input", unrepresentable: "any" });
      expect(schema).toMatchObject({ type: "object" });
      expect(Object.keys(schema.properties ?? {})).not.toEqual([]);
      expect(JSON.stringify(schema)).not.toContain("{}");
      expect(question.prompt).toMatch(/quoted|material/);
      expect(question.prompt.length).toBeGreaterThan(300);
      expect(question.prompt).not.toMatch(/[—–]/);
    },
  );
});

test("words are matched whatever their case, spaces and joints; others are refused", () => {
  const verdict = word(["Fully Supported", "No Evidence"]);
  for (const text of ["FULLY_SUPPORTED", " fully  supported ", "Fully-Supported"])
    expect(verdict.parse(text)).toBe("Fully Supported");
  for (const text of ["Supported", "", 1, null]) expect(verdict.safeParse(text).success).toBe(false);
});

test("numbers are held within 0 and 1; what is no number is refused", () => {
  expect([share.parse(-1), share.parse(0.3), share.parse(7)]).toEqual([0, 0.3, 1]);
  for (const value of ["0.5", Number.NaN, null, true]) expect(share.safeParse(value).success).toBe(false);
  expect([flag.parse(1), flag.parse(false), bit.parse(true), bit.parse(0)]).toEqual([true, false, 1, 0]);
  for (const value of [0.5, "yes", 2]) expect([flag, bit].some((shape) => shape.safeParse(value).success)).toBe(false);
});

test("keys of a reply are read in either spelling, and others are ignored", () => {
  const shape = reply({ isSupported: z.boolean(), list: z.array(reply({ innerKey: z.number() })) });
  const read = shape.parse({ is_supported: true, list: [{ inner_key: 1, more: 2 }], extra: "x" });
  expect(read).toEqual({ isSupported: true, list: [{ innerKey: 1 }] });
});

describe("aligning answers with elements", () => {
  const at = (...indexes: (number | undefined)[]) => indexes.map((index, place) => ({ index, place }));
  const places = (indexes: (number | undefined)[], count: number) =>
    [...alignAnswers(at(...indexes), count)].map(([index, { place }]) => [index, place]);

  test.each([
    [
      "by their numbers, in any order",
      [2, 0, 1],
      3,
      [
        [2, 0],
        [0, 1],
        [1, 2],
      ],
    ],
    [
      "by position where none has a number and the count is right",
      [undefined, undefined],
      2,
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ["not at all where none has a number and the count is wrong", [undefined, undefined], 3, []],
    ["without those beyond the elements", [0, 3, -1], 2, [[0, 0]]],
    ["without both of two for one element", [0, 1, 1], 2, [[0, 0]]],
    ["without those that have no number among those that do", [0, undefined], 2, [[0, 0]]],
  ])("%s", (_, indexes, count, expected) => {
    expect(places(indexes, count)).toEqual(expected);
  });
});

test("a factory and its metrics tell the same signals", () => {
  for (const type of builtInMetrics) {
    const metric = Reflect.construct(type, []) as BaseMetric;
    expect((type as unknown as typeof metric.type & { getSignals: unknown }).getSignals).toBeTypeOf("function");
    expect(metric.getSignals(null)).toEqual([]);
  }
});
