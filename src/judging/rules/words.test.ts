import * as fc from "fast-check";
import { expect, test } from "vitest";
import { maxReadCharacters, stopWords, splitWords } from "./words.ts";

test.each([
  ["", []],
  ["ab", []],
  ["abc", ["abc"]],
  ["Read src/app.ts, then stop", ["read", "src", "app", "stop"]],
  ["The file and YOUR words", ["file", "words"]],
  ["snake_case kebab-case x_y", ["snake_case", "kebab", "case", "x_y"]],
  ["port 8080, 42 and 404", ["port", "8080", "404"]],
  ["Straße Ünïcode ελληνικά", ["straße", "ünïcode", "ελληνικά"]],
  ["日本語 ok", ["日本語"]],
  ["ΟΔΟΣ.Α", ["οδος"]],
  ["a\0bcd\uD800efg", ["bcd", "efg"]],
  ["__proto__ constructor", ["__proto__", "constructor"]],
  ["same same", ["same", "same"]],
])("%j has the words %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test("none of the 54 stop words is a word", () => {
  expect(stopWords.size).toBe(54);
  expect(splitWords([...stopWords].join(" "))).toEqual([]);
  expect(splitWords("All AND the Should your")).toEqual([]);
});

test("words are the runs between everything else, whatever the text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("a", "B", "ß", "_", "7", " ", "-", "𝐀") }),
  );
  fc.assert(
    fc.property(text, (any) => {
      const runs = any.split(/[^\p{L}\p{Nd}_]+/u).filter((run) => Array.from(run).length >= 3);
      expect(splitWords(any)).toEqual(runs.map((run) => run.toLowerCase()).filter((run) => !stopWords.has(run)));
    }),
  );
});

test("an entry of a megabyte is read whole, and not beyond", () => {
  const filler = "- ".repeat((maxReadCharacters - 4) / 2);
  expect(splitWords(`${filler}last`)).toEqual(["last"]);
  expect(splitWords(`${filler}- last`)).toEqual([]);
});
