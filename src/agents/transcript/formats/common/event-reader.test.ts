import { expect, test } from "vitest";
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import { createEventReader, ignoreEvents } from "./event-reader.ts";

const sink: LineSink = { emit() {}, usage() {}, session() {}, finish() {}, fail() {} };

function counted(...types: readonly unknown[]) {
  const reader = createEventReader(ignoreEvents("known"));
  for (const type of types) reader.line(JSON.stringify({ type }), sink);
  return Object.fromEntries(reader.unknown);
}

test("what is not known is counted by its name, and what has none as such", () => {
  expect(counted("known", "a", "b", "a", undefined, 5)).toEqual({ a: 2, b: 1, "(no type)": 2 });
});

test("a type may be called like a property of every object", () => {
  expect(counted("constructor", "toString")).toEqual({ constructor: 1, toString: 1 });
});

test("two hundred names are kept, and go on being counted; all further ones are counted together", () => {
  const names = Array.from({ length: 205 }, (_, index) => `type-${index}`);
  const counts = counted(...names, "type-0", "type-204");
  expect(Object.keys(counts)).toHaveLength(201);
  expect(counts).toMatchObject({ "type-0": 2, "type-199": 1, "(further types)": 6 });
});

test("a long name is cut, and never within a character", () => {
  const [name = ""] = Object.keys(counted(`${"x".repeat(79)}😀`));
  expect(name).toBe(`${"x".repeat(79)}\uFFFD`);
});

test("blank lines are none", () => {
  const reader = createEventReader({});
  for (const line of ["", "  ", "\t\r"]) reader.line(line, sink);
  expect([...reader.unknown]).toEqual([]);
});
