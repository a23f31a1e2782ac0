import fc from "fast-check";
import { expect, test } from "vitest";
import {
  displayWidth,
  fitWidth,
  formatJson,
  padWidth,
  terminalLine,
  terminalSafe,
  wrapPainted,
  wrapWidth,
} from "./terminal-safe.ts";

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

test("JSON holds the same characters as escapes of its own, and reads back as it was", () => {
  expect(formatJson(["\u009B2J\u202E\u{E0041}"])).toBe('[\n  "\\u009b2J\\u202e\\udb40\\udc41"\n]');
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), (document) => {
      const text = formatJson(document);
      expect(terminalSafe(text)).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)));
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

test("a sentence is broken at spaces, and cut only behind the last line", () => {
  expect(wrapWidth("name the scenario with --scenario", 12, 4)).toEqual(["name the", "scenario", "with", "--scenario"]);
  expect(wrapWidth("name the scenario with --scenario", 12, 2)).toEqual(["name the", "scenario wi…"]);
  expect(wrapWidth("", 12, 2)).toEqual([""]);
});

test("no broken line is wider than asked for, and where nothing is cut nothing is lost", () => {
  const words = fc.array(fc.string({ unit: "grapheme", maxLength: 8 }).map(terminalLine), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 }), (texts, width, most) => {
      const text = terminalLine(texts.join(" "));
      const lines = wrapWidth(text, width, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      if (!lines.some((line) => line.endsWith("…"))) expect(lines.join(" ")).toBe(text);
    }),
  );
});

test("a line with colors is broken at spaces, by what is seen of it", () => {
  const red = "\u001B[31mREGRESSED\u001B[39m";
  expect(wrapPainted(`${red}  by a lot of points`, 20)).toEqual([`${red}  by a lot`, "    of points"]);
  expect(wrapPainted(`  ${red} ok`, 20)).toEqual([`  ${red} ok`]);
  expect(wrapPainted("  a-very-long-word-alone", 10)).toEqual(["  a-very-long-word-alone"]);
});
