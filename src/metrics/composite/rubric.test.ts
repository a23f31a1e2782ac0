import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Aspect, computeCoverage, mergeTurns, matchAspect, buildRubric } from "./rubric.ts";
import { toSlug, toUniqueSlugs } from "./slug.ts";

const silent = { checkForContradictions: false, note: () => {} };

describe("rubrics", () => {
  test("details find their aspect by name, else by place; an aspect without concepts is its own", () => {
    const details = [
      { aspectName: " second  ASPECT", concepts: ["b", "B ", ""] },
      { aspectName: "renamed", concepts: ["x"] },
    ];
    expect(buildRubric(["first", "Second aspect"], details)).toEqual([
      { aspectName: "first", concepts: ["first"] },
      { aspectName: "Second aspect", concepts: ["b"] },
    ]);
    expect(buildRubric(["Second aspect", "third"], details)).toEqual([
      { aspectName: "Second aspect", concepts: ["b"] },
      { aspectName: "third", concepts: ["x"] },
    ]);
    expect(buildRubric(["alone"], [])).toEqual([{ aspectName: "alone", concepts: ["alone"] }]);
  });

  const anyAspect = fc.record({
    aspectName: fc.string({ minLength: 1 }),
    concepts: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 5 }),
  });
  const anyReply = (aspect: Aspect) =>
    fc.record({
      covered: fc.boolean(),
      conceptsCovered: fc.array(fc.oneof(fc.constantFrom(...aspect.concepts), fc.string(), fc.nat(9))),
      conceptsMissing: fc.array(fc.oneof(fc.constantFrom(...aspect.concepts), fc.string(), fc.nat(9))),
      reason: fc.string(),
    });
  const anyResult = anyAspect.chain((aspect) =>
    fc.tuple(fc.constant(aspect), anyReply(aspect), fc.boolean()).map(([of, reply, checkForContradictions]) => ({
      aspect: of,
      result: matchAspect(of, reply, { ...silent, checkForContradictions }),
    })),
  );

  test("each concept of the rubric is covered or missing, once, and nothing else is", () => {
    fc.assert(
      fc.property(anyResult, ({ aspect, result }) => {
        expect([...result.conceptsCovered, ...result.conceptsMissing].sort()).toEqual([...aspect.concepts].sort());
      }),
    );
  });

  test("shares lie between 0 and 1, and more turns never cover less", () => {
    const reply = (aspect: Aspect, covered: readonly string[]) =>
      matchAspect(
        aspect,
        { covered: covered.length > 0, conceptsCovered: covered, conceptsMissing: [], reason: "" },
        silent,
      );
    const turn = (aspect: Aspect) => fc.subarray([...aspect.concepts]).map((covered) => [reply(aspect, covered)]);
    const turns = anyAspect.chain((aspect) => fc.tuple(turn(aspect), turn(aspect)));
    fc.assert(
      fc.property(turns, ([one, other]) => {
        const [alone, both] = [computeCoverage(one), computeCoverage(mergeTurns([one, other]))];
        for (const share of [alone.concepts, alone.aspects, both.concepts, both.aspects]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(both.concepts).toBeGreaterThanOrEqual(alone.concepts);
        expect(both.aspects).toBeGreaterThanOrEqual(alone.aspects);
      }),
    );
  });
});

test("slugs keep letters, digits and underscores, are short, and never collide", () => {
  expect(toSlug("Price - incl. tax!")).toBe("Price_incl_tax");
  expect(toUniqueSlugs(["a b", "a-b", "a b"])).toEqual(["a_b", "a_b_2", "a_b_3"]);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
      const names = toUniqueSlugs(texts);
      expect(new Set(names).size).toBe(texts.length);
      for (const text of texts) expect([...toSlug(text)].length).toBeLessThanOrEqual(30);
    }),
  );
});
