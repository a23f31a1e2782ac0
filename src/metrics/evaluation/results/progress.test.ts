import fc from "fast-check";
import { expect, test } from "vitest";
import { digestText, EvaluationProgress } from "./progress.ts";

/** Pairs of item and metric in any order, as they finish. */
const anyOrder = fc
  .record({ items: fc.integer({ min: 1, max: 12 }), measures: fc.integer({ min: 1, max: 3 }) })
  .chain(({ items, measures }) => {
    const pairs = Array.from(
      { length: items * measures },
      (_, index) => [Math.floor(index / measures), index % measures] as const,
    );
    return fc.record({ items: fc.constant(items), measures: fc.constant(measures), done: fc.shuffledSubarray(pairs) });
  });

test("knows exactly the pairs it was told, in whatever order they finished", () => {
  fc.assert(
    fc.property(anyOrder, ({ items, measures, done }) => {
      const progress = new EvaluationProgress(measures);
      for (const [index, measure] of done)
        expect(progress.markFinished(index, measure, digestText(`${index}`))).toBe(true);
      const told = new Set(done.map(String));
      for (let index = 0; index < items; index += 1)
        for (let measure = 0; measure < measures; measure += 1)
          expect(progress.isFinished(index, measure)).toBe(told.has(String([index, measure])));
    }),
  );
});

test("the same items pass, and an item that was measured and changed since does not", () => {
  fc.assert(
    fc.property(anyOrder, fc.nat(), ({ items, measures, done }, pick) => {
      const read = (changed: number | null) => {
        const progress = new EvaluationProgress(measures);
        for (const [index, measure] of done) progress.markFinished(index, measure, digestText(`${index}`));
        return Array.from({ length: items }, (_, index) =>
          progress.isSame(index, digestText(index === changed ? "other" : `${index}`)),
        );
      };
      expect(read(null)).not.toContain(false);
      const measured = [...new Set(done.map(([index]) => index))];
      if (measured.length > 0) expect(read(measured[pick % measured.length] ?? 0)).toContain(false);
    }),
  );
});

test("two rows of one item with different contents are noticed", () => {
  const progress = new EvaluationProgress(2);
  expect(progress.markFinished(0, 0, "a")).toBe(true);
  expect(progress.markFinished(0, 1, "b")).toBe(false);
});

test("texts that differ have different digests: every small edit of many lines is told apart", () => {
  const lines = Array.from({ length: 300 }, (_, index) => JSON.stringify({ id: index, text: `answer ${index}` }));
  const edits = lines.flatMap((line) => [
    line,
    `${line} `,
    line.slice(1),
    line.replace("answer", "Answer"),
    [...line].toReversed().join(""),
  ]);
  expect(new Set(edits.map(digestText)).size).toBe(new Set(edits).size);
});
