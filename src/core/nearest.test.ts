import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

test.each([
  ["concurency", "concurrency", 1],
  ["promt", "prompt", 1],
  ["trails", "trials", 1],
  ["ab", "ba", 1],
  ["same", "same", 0],
])("%s and %s are %i edits apart", (a, b, distance) => {
  expect(editDistance(a, b, 3)).toBe(distance);
});

test("the nearest comes first, and what is farther than two edits is not suggested", () => {
  expect(nearest("claud-code", ["codex", "claude-code", "cloud-code"])).toEqual(["claude-code", "cloud-code"]);
  expect(nearest("zzzzzz", ["run", "init"])).toEqual([]);
});

test("the distance is symmetric", () => {
  const word = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 20)).toBe(editDistance(b, a, 20));
    }),
  );
});
