import fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth, fitWidth, padWidth, terminalLine, terminalSafe } from "./terminal-safe.ts";

test.each([
  ["\u001B[31mred\u001B[0m", "\\x1b[31mred\\x1b[0m"],
  ["\u001B]0;title\u0007", "\\x1b]0;title\\x07"],
  ["\u001B]8;;http://x\u0007link", "\\x1b]8;;http://x\\x07link"],
  ["over\rwritten", "over\\x0dwritten"],
  ["\u009B2J", "\\x9b2J"],
  ["a\u202Eb", "a\\u{202e}b"],
  ["a\u200Bb", "a\\u{200b}b"],
  ["tab\tand\nnewline stay", "tab\tand\nnewline stay"],
])("%j is shown as %j", (text, shown) => {
  expect(terminalSafe(text)).toBe(shown);
});

test("nothing that could control a terminal or hide comes through", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(terminalSafe(text)).not.toMatch(
        /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069]/,
      );
      expect(terminalLine(text)).not.toMatch(/[\n\t]/);
    }),
    { numRuns: 1000 },
  );
});

test("width is counted by grapheme", () => {
  expect(displayWidth("abc")).toBe(3);
  expect(displayWidth("日本")).toBe(4);
  expect(displayWidth("e\u0301")).toBe(1);
  expect(displayWidth("👍")).toBe(2);
});

test("fitting never exceeds the width, padding never falls below it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(displayWidth(fitWidth(terminalLine(text), width))).toBeLessThanOrEqual(width);
      expect(displayWidth(padWidth(terminalLine(text), width))).toBeGreaterThanOrEqual(width);
    }),
  );
});
