import fc from "fast-check";
import { expect, test } from "vitest";
import { readLiteral } from "./literal.ts";

test.each([
  ["['a', 'b']", ["a", "b"]],
  ["[]", []],
  ["()", []],
  ["('a',)", ["a"]],
  ["{'a': None, 'b': [True, False]}", { a: null, b: [true, false] }],
  [`["it's", 'say "x"', 'it\\'s']`, ["it's", 'say "x"', "it's"]],
  ["[1, -2.5, 1e3, .5]", [1, -2.5, 1000, 0.5]],
  ["'\\x41\\u00e9\\U0001F600\\n'", "Aé😀\n"],
  [" [ 'a' , ] ", ["a"]],
])("%s is read", (text, value) => {
  expect(readLiteral(text)).toEqual({ value });
});

test.each([
  "",
  "[",
  "['a'",
  "['a' 'b']",
  "{1: 2}",
  "{'a'}",
  "__import__('os')",
  "[a]",
  "'\\U00110000'",
  "[1]]",
  "[".repeat(100),
])("%s is no literal", (text) => {
  expect(readLiteral(text)).toBeUndefined();
});

test("what JSON writes is read as it is, but for its escapes of single characters", () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: fc.constantFrom("a", "'", " ", ",", "é") }), (text) => {
      expect(readLiteral(text)).toEqual({ value: JSON.parse(text) as unknown });
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("[", "{", "'", "\\", ",", ":", "x", "1") }),
      (text) => void readLiteral(text),
    ),
  );
});
