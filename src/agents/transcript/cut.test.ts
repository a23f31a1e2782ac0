import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutMiddle, toOneLine, indentLines } from "./cut.ts";

const anyText = fc.string({
  unit: fc.constantFrom("a", " ", "\n", "\r", "\u2028", "😀", "\uD83D", "\uDE00"),
  maxLength: 300,
});

test("text within the limit is left alone", () => {
  expect(cutMiddle("abc", 3)).toBe("abc");
});

test("the cut is in the middle and says how much is missing", () => {
  expect(cutMiddle(`${"a".repeat(50)}${"b".repeat(50)}`, 40)).toBe("aaaaaa[... 88 characters cut ...]bbbbbb");
});

test("without room for the words only the beginning is left", () => {
  expect(cutMiddle("a".repeat(100), 5)).toBe("aaaaa");
  expect(cutMiddle("a😀b", 2)).toBe("a");
  expect(cutMiddle("abc", 0)).toBe("");
});

test("a cut text keeps to its limit, and its two ends and the number add up to the whole", () => {
  fc.assert(
    fc.property(anyText, fc.nat(300), (text, limit) => {
      const cut = cutMiddle(text, limit);
      expect(cut.length).toBeLessThanOrEqual(limit);
      const [head = "", count = "", tail = ""] = cut.split(/\[\.\.\. (\d+) characters cut \.\.\.\]/);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(count === "" || head.length + Number(count) + tail.length === text.length).toBe(true);
    }),
  );
});

test("no cut splits a character", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "😀", "\n"), { maxLength: 200 }), fc.nat(200), (characters, limit) => {
      const text = characters.join("");
      expect(cutMiddle(text, limit).isWellFormed()).toBe(true);
      expect(toOneLine(text, limit).isWellFormed()).toBe(true);
      expect(indentLines(text, limit).isWellFormed()).toBe(true);
    }),
  );
});

test("one line is one line within its limit", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 100 }), (text, limit) => {
      const line = toOneLine(text, limit);
      expect(line.length).toBeLessThanOrEqual(limit);
      expect(line).not.toMatch(/[^\S ]| {2}|^ | $/);
    }),
  );
});

test("set in, no line but the first begins at the margin", () => {
  fc.assert(
    fc.property(anyText, fc.nat(300), (text, limit) => {
      const lines = indentLines(text, limit).split(/[\n\r\u2028]/);
      expect(lines.slice(1).filter((line) => !line.startsWith("  "))).toEqual([]);
      expect(lines.join("\n").length).toBeLessThanOrEqual(limit);
    }),
  );
});

test("also at every single length no cut splits a character, and none takes more than it must", () => {
  for (const text of ["😀".repeat(40), `a${"😀".repeat(40)}`, `${"😀".repeat(40)}a`])
    for (let limit = 0; limit <= text.length; limit += 1)
      for (const cut of [cutMiddle(text, limit), toOneLine(text, Math.max(3, limit)), indentLines(text, limit)]) {
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(limit - 4);
      }
});

test("blanks at the beginning, however many, leave the rest", () => {
  expect(toOneLine(`${" \n".repeat(500)}abc`, 10)).toBe("abc");
  expect(toOneLine(`${" ".repeat(500)}abcdefghijk`, 10)).toBe("abcdefg...");
});

test("what is set in uses the room there is", () => {
  expect(indentLines("one\ntwo\nthree", 40)).toBe("one\n  two\n  three");
  expect(indentLines("one\ntwo\nthree", 17)).toBe("one\n  two\n  three");
  const lines = indentLines("line\n".repeat(100), 200);
  expect(lines.length).toBeGreaterThan(150);
  expect(lines).toMatch(/^line\n {2}line\n.*\[\.\.\. \d+ characters cut \.\.\.\]/s);
});
