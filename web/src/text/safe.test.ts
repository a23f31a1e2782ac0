import { expect, test } from "vitest";
import { findPassage } from "./long-text.tsx";
import { safe, safeLine, safeName } from "./safe.ts";

test.each([
  ["a family", "👨\u200D👩\u200D👧\u200D👦"],
  ["a flag with a variation selector", "🏳️\u200D🌈"],
  ["a profession with a skin tone", "👩🏽\u200D🚀"],
  ["a Persian word", "می\u200Cخواهم"],
  ["a Hindi word", "क्\u200Dष"],
])("%s is shown as it was written", (_what, text) => {
  expect(safe(`${text} and ${text}`)).toBe(`${text} and ${text}`);
});

test.each([
  ["between Latin letters", "pass\u200Dword", "pass\\u{200d}word"],
  ["at the end of an emoji", "👩\u200D", "👩\\u{200d}"],
  ["twice in a row", "👩\u200D\u200D👧", "👩\\u{200d}\\u{200d}👧"],
  ["that does not join in an Arabic word", "م\u200Bن", "م\\u{200b}ن"],
  ["that turns the direction", "a\u202Eb", "a\\u{202e}b"],
])("a hidden character %s is made visible", (_what, text, shown) => {
  expect(safe(text)).toBe(shown);
});

test("names that differ at their ends still differ when they are cut", () => {
  const names = Array.from({ length: 20 }, (_, number) => `agent-${"y".repeat(180)}${number}`);
  expect(new Set(names.map((name) => safeName(name, 60))).size).toBe(20);
  expect(safeName("short", 60)).toBe("short");
  expect(safeName("a".repeat(61), 60)).toHaveLength(61);
});

test("a line that is cut within a pair of surrogates stays text", () => {
  expect(safeLine("😀😀", 3).isWellFormed()).toBe(true);
});

test("a place behind what is shown is found, one within it is not looked for", () => {
  const text = `${"x".repeat(9000)} Needle`;
  expect(findPassage(text, "needle", 4000)).toBe(8701);
  expect(findPassage(text, "needle", 9500)).toBeNull();
  expect(findPassage(text, "nothing", 4000)).toBeNull();
  expect(findPassage(text, "", 4000)).toBeNull();
});
