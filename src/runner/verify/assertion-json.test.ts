import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { findJson } from "./assertion.ts";

const document = JSON.stringify({
  scripts: { start: "node src/app.js" },
  items: [{ id: 1 }, { id: 2, tags: ["a", { b: null }] }],
  count: 3,
  none: null,
  text: "hello world",
});
const find = (expected: Record<string, Json>) => findJson(document, expected);

test.each<[string, Json]>([
  ["scripts.start", "node src/app.js"],
  ["items[0].id", 1],
  ["items[1]", { tags: ["a", { b: null }], id: 2 }],
  ["none", null],
  ["none", { $exists: true }],
  ["missing", { $exists: false }],
  ["text", { $matches: "^hello\\s" }],
  ["text", { $contains: "lo wo" }],
  ["items[1].tags", { $contains: { b: null } }],
  ["count", { $gte: 3 }],
  ["count", { $lte: 3 }],
])("%s holds for %j", async (path, expected) => {
  expect(await find({ [path]: expected })).toEqual({ status: "holds" });
});

test.each<[string, Json, string]>([
  ["scripts.start", "npm start", `scripts.start is "node src/app.js", expected "npm start"`],
  ["missing", 1, "missing is missing"],
  ["missing", { $gte: 1 }, "missing is missing"],
  ["none", { $exists: false }, "none is there"],
  ["missing", { $exists: true }, "missing is missing"],
  ["items", [{ id: 1 }], `items is [{"id":1},{"id":2,"tags":["a",{"b":null}]}], expected [{"id":1}]`],
  ["count", "3", `count is 3, expected "3"`],
  ["count", { $gte: 4 }, "count is 3, expected 4 or more"],
  ["count", { $lte: 2 }, "count is 3, expected 2 or less"],
  ["text", { $gte: 1 }, `text is "hello world", expected 1 or more`],
  ["count", { $matches: "3" }, "count is 3, expected a string"],
  ["text", { $matches: "bye" }, `text is "hello world", which does not match bye`],
  ["text", { $contains: "bye" }, `text is "hello world", which does not contain "bye"`],
  ["count", { $contains: 3 }, "count is 3, which does not contain 3"],
  ["items", { $exists: true, $gte: 1 }, expect.stringContaining("expected {") as unknown as string],
])("%s is refuted for %j", async (path, expected, why) => {
  expect(await find({ [path]: expected })).toEqual({ status: "refuted", why });
});

test("what is not JSON is refuted", async () => {
  expect(await findJson("{", {})).toEqual({ status: "refuted", why: "it is not JSON" });
});

test("a path nobody can follow decides nothing", async () => {
  expect(await find({ "a..b": 1 })).toMatchObject({ status: "undecided" });
});

test("a text that holds a pattern up does not match it", async () => {
  const text = JSON.stringify({ a: `${"a".repeat(50_000)}b` });
  expect(await findJson(text, { a: { $matches: "(a+)+$" } })).toEqual({
    status: "refuted",
    why: "a does not match: the pattern ran for more than 1 s and was stopped",
  });
});

test("a document nested too deep to compare is refuted, never a crash", async () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  expect(await findJson(deep, { "[0]": 1 })).toMatchObject({ status: "refuted" });
});

test("names of the language are plain data", async () => {
  expect(await findJson("{}", { constructor: { $exists: false }, toString: { $exists: false } })).toEqual({
    status: "holds",
  });
  expect(await findJson(`{"__proto__":1}`, JSON.parse(`{"__proto__":1}`) as Record<string, Json>)).toEqual({
    status: "holds",
  });
});

test("every value equals itself, and zero equals zero with a sign", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const wrapped = [value] as Json;
      expect(await findJson(JSON.stringify({ a: wrapped }), { a: wrapped })).toEqual({ status: "holds" });
    }),
  );
  expect(await findJson(`{"a":-0}`, { a: 0 })).toEqual({ status: "holds" });
});
