import { expect, test } from "vitest";
import { LaterWords } from "./later-words.ts";

function positions(task = "") {
  const words = new LaterWords(task, 10);
  return { words, number: (text: string) => words.read(text)[0]! };
}

test("a word said at a position is later than every position before it, and not than its own", () => {
  const { words, number } = positions();
  words.recordSaid(words.read("alpha beta"), 4);
  words.recordSaid(words.read("alpha"), 2);
  expect([1, 3, 4, 5].map((position) => words.isLater(number("alpha"), position))).toEqual([true, true, false, false]);
});

test("the final answer is later than every entry", () => {
  const { words, number } = positions();
  words.recordFinalAnswer(words.read("omega"));
  expect(words.isLater(number("omega"), 9)).toBe(true);
  expect(words.isInFinalAnswer(number("omega"))).toBe(true);
  expect(words.isInFinalAnswer(number("alpha"))).toBe(false);
});

test("only the first meeting of a word is news, and words of the task never are", () => {
  const { words, number } = positions("build the parser");
  expect(words.recordOccurrences(words.read("parser lexer lexer"), 0)).toEqual([number("lexer")]);
  expect(words.recordOccurrences(words.read("lexer token"), 1)).toEqual([number("token")]);
  expect([number("parser"), number("lexer")].map((word) => words.isInTask(word))).toEqual([true, false]);
});

test("a text lists each of its words once and no stop word", () => {
  const { words } = positions();
  expect(words.read("one lexer and one LEXER and the token")).toHaveLength(2);
});

test("a long word has four characters, however they are stored", () => {
  const { words, number } = positions();
  expect(["abc", "abcd", "𝐀𝐁𝐂", "𝐀𝐁𝐂𝐃"].map((word) => words.isLong(number(word)))).toEqual([false, true, false, true]);
});

test("names from Object.prototype are words like any other", () => {
  const { words } = positions("__proto__");
  expect(words.recordOccurrences(words.read("__proto__ constructor toString"), 0)).toHaveLength(2);
});

test("words too long to be keys are told apart", () => {
  const { words } = positions();
  const long = "x".repeat(20_000);
  expect(words.recordOccurrences(words.read(`${long}a ${long}b ${long}a`), 0)).toHaveLength(2);
  expect(words.recordOccurrences(words.read(`${long}b`), 1)).toEqual([]);
});
