import { expect, test } from "vitest";
import { flagArguments } from "./flags.ts";

test("true gives the flag alone, false nothing, anything else the flag and its value", () => {
  expect(flagArguments({ yolo: true, quiet: false, effort: "high", turns: 3 })).toEqual([
    "--yolo",
    "--effort",
    "high",
    "--turns",
    "3",
  ]);
});

test("a value keeps its spaces, since it is one argument", () => {
  expect(flagArguments({ note: "two words" })).toEqual(["--note", "two words"]);
});

test("zero and the empty text are values", () => {
  expect(flagArguments({ seed: 0, prefix: "" })).toEqual(["--seed", "0", "--prefix", ""]);
});

test("no flags give no arguments", () => {
  expect(flagArguments({})).toEqual([]);
});
