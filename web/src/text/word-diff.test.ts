import fc from "fast-check";
import { expect, test } from "vitest";
import { diffWords } from "./word-diff.ts";

const marked = (parts: readonly { text: string; differs: boolean }[] = []) =>
  parts.map(({ text, differs }) => (differs ? `[${text.trim()}]` : text.trim())).join(" ");

test("marks the words that only one of the texts has", () => {
  const diff = diffWords("You have 10 seconds; then it is sent again.", "You have 30 seconds; then it is sent.");
  expect(marked(diff?.expected)).toBe("You have [10] seconds; then it is [sent again.]");
  expect(marked(diff?.actual)).toBe("You have [30] seconds; then it is [sent.]");
});

test("equal texts have no marks, and spaces do not count", () => {
  expect(diffWords("a b", "a  b")).toEqual({
    expected: [{ text: "a b", differs: false }],
    actual: [{ text: "a  b", differs: false }],
  });
  expect(diffWords("", "")).toEqual({ expected: [], actual: [] });
});

test("texts with very many words are not compared", () => {
  expect(diffWords("word ".repeat(401), "word")).toBeNull();
});

test("the parts are the texts, and what is not marked is the same on both sides", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b", " ", "\n", "c d")),
      fc.array(fc.constantFrom("a", "b", " ")),
      (a, b) => {
        const [expected, actual] = [a.join(" "), b.join(" ")];
        const diff = diffWords(expected, actual);
        expect(diff?.expected.map(({ text }) => text).join("")).toBe(expected);
        expect(diff?.actual.map(({ text }) => text).join("")).toBe(actual);
        const common = (side: "expected" | "actual") =>
          diff?.[side]
            .filter(({ differs }) => !differs)
            .flatMap(({ text }) => text.split(/\s+/))
            .filter(Boolean);
        expect(common("expected")).toEqual(common("actual"));
      },
    ),
  );
});
