import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonPath, readJsonPath } from "./json-path.ts";

test("names are joined by dots, indexes stand in brackets", () => {
  expect(parseJsonPath("scripts.test")).toEqual(["scripts", "test"]);
  expect(parseJsonPath("items[0].id")).toEqual(["items", 0, "id"]);
  expect(parseJsonPath("[1][2]")).toEqual([1, 2]);
  expect(parseJsonPath("@scope/name")).toEqual(["@scope/name"]);
  expect(parseJsonPath("")).toEqual([]);
});

test.each([".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a]b", "a[0]b"])("%s is no path", (text) => {
  expect(parseJsonPath(text)).toBeNull();
});

test("only what the document itself holds is found", () => {
  expect(readJsonPath({ a: [{ b: 1 }] }, ["a", 0, "b"])).toBe(1);
  expect(readJsonPath({ a: null }, ["a"])).toBeNull();
  expect(readJsonPath({ a: null }, ["a", "b"])).toBeUndefined();
  expect(readJsonPath([1, 2], ["length"])).toBeUndefined();
  expect(readJsonPath({}, ["constructor"])).toBeUndefined();
  expect(readJsonPath({}, ["__proto__"])).toBeUndefined();
  expect(readJsonPath("text", [0])).toBeUndefined();
  expect(readJsonPath({ "0": "name" }, [0])).toBeUndefined();
});

test("a path made of steps reads back as those steps", () => {
  const name = fc.stringMatching(/^[^.[\]]+$/);
  fc.assert(
    fc.property(fc.array(fc.oneof(name, fc.nat(1000))), (steps) => {
      const text = steps
        .map((part, at) => (typeof part === "number" ? `[${part}]` : at > 0 ? `.${part}` : part))
        .join("");
      expect(parseJsonPath(text)).toEqual(steps);
    }),
  );
});
