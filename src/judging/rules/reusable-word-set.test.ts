import fc from "fast-check";
import { expect, test } from "vitest";
import { ReusableWordSet } from "./reusable-word-set.ts";

test("marks are those of the last filling, however large its numbers", () => {
  const words = fc.array(fc.nat(5000));
  fc.assert(
    fc.property(fc.array(words), words, (fillings, asked) => {
      const marks = new ReusableWordSet();
      expect(asked.some((word) => marks.has(word))).toBe(false);
      for (const filling of fillings) {
        marks.fill(filling);
        expect(asked.filter((word) => marks.has(word))).toEqual(asked.filter((word) => filling.includes(word)));
      }
    }),
  );
});
