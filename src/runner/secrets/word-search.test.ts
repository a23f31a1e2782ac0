import fc from "fast-check";
import { expect, test } from "vitest";
import { WordSearch } from "./redact.ts";

test.each([
  ["the-secret-value", true],
  ["before the-secret-value after", true],
  ["the-secret-valu", false],
  ["the-secret-valuethe-secret-value", true],
  ["tthe-secret-value", true],
  ["another1", true],
  ["another", false],
  ["", false],
])("of the words the-secret-value and another1, %s holds one: %s", (text, expected) => {
  expect(new WordSearch(["the-secret-value", "another1"]).hasMatch(text)).toBe(expected);
});

test("of words that begin alike each is found, and their common beginning is none", () => {
  const search = new WordSearch(["prefix-12345-and-more", "prefix-12345-or-less"]);
  expect(search.hasMatch("x prefix-12345-and-more y")).toBe(true);
  expect(search.hasMatch("x prefix-12345-or-less y")).toBe(true);
  expect(search.hasMatch("x prefix-12345-or-more y")).toBe(false);
});

test("a word of thousands of characters is found, and not where its end is another", () => {
  const long = "0123456789".repeat(700);
  const search = new WordSearch([long]);
  expect(search.hasMatch(`${"0123456789".repeat(50)}x${long}`)).toBe(true);
  expect(search.hasMatch(`${long.slice(0, -1)}x`)).toBe(false);
});

test("it says of every text what looking for each word says", () => {
  // Few different characters, so that words overlap and their pairs meet.
  const unit = fc.constantFrom("a", "b", "é", "\ud83d", "-");
  const word = fc.string({ unit, minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.string({ unit, maxLength: 60 }), (words, text) => {
      expect(new WordSearch(words).hasMatch(text)).toBe(words.some((each) => text.includes(each)));
    }),
    { numRuns: 10_000 },
  );
});
