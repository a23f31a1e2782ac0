import fc from "fast-check";
import { expect, test } from "vitest";
import { align, type AlignedStep } from "./alignment.ts";

const letters = (text: string) => [...text];

function written(before: string, after: string): string {
  return align(letters(before), letters(after))
    .steps.map(({ before: old, after: now }) =>
      old === null ? `+${after[now ?? 0]}` : now === null ? `-${before[old]}` : before[old],
    )
    .join(" ");
}

test("two equal sequences have every step in common", () => {
  expect(written("abc", "abc")).toBe("a b c");
});

test("a step that only one side has stands alone, and the rest still meets", () => {
  expect(written("abcd", "acd")).toBe("a -b c d");
  expect(written("acd", "abcd")).toBe("a +b c d");
});

test("a step that was replaced is gone on one side and new on the other", () => {
  expect(written("axb", "ayb")).toBe("a -x +y b");
});

test("nothing against something, and nothing against nothing", () => {
  expect(written("", "ab")).toBe("+a +b");
  expect(written("ab", "")).toBe("-a -b");
  expect(align([], [])).toEqual({ steps: [], isShortest: true });
});

/** The length of the longest common subsequence, the slow and certain way. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const letter of a) {
    let diagonal = 0;
    for (const [index, other] of b.entries()) {
      const above = row[index + 1]!;
      row[index + 1] = letter === other ? diagonal + 1 : Math.max(above, row[index]!);
      diagonal = above;
    }
  }
  return row.at(-1)!;
}

const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });
const sidesOf = (steps: readonly AlignedStep[]) => ({
  before: steps.flatMap(({ before }) => before ?? []),
  after: steps.flatMap(({ after }) => after ?? []),
});

test("every step of both sides appears once and in order, equal ones together, as many as can be", () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const { steps, isShortest } = align(before, after);
      expect(isShortest).toBe(true);
      expect(sidesOf(steps)).toEqual({ before: [...before.keys()], after: [...after.keys()] });
      const common = steps.filter((step) => step.before !== null && step.after !== null);
      for (const step of common) expect(before[step.before!]).toBe(after[step.after!]);
      expect(common).toHaveLength(commonLength(before, after));
    }),
  );
});

test("sequences with nothing in common beyond the limit are set apart, and it is said", () => {
  const before = Array.from({ length: 5000 }, (_, index) => `a${index}`);
  const after = Array.from({ length: 5000 }, (_, index) => `b${index}`);
  const { steps, isShortest } = align(["same", ...before], ["same", ...after]);
  expect(isShortest).toBe(false);
  expect(steps).toHaveLength(10_001);
  expect(steps[0]).toEqual({ before: 0, after: 0 });
  expect(sidesOf(steps).after).toHaveLength(5001);
});
