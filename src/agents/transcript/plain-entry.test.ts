import fc from "fast-check";
import { expect, test } from "vitest";
import { Entry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import { isPlainEntry } from "./axis-format.ts";
import { sanitizeJson } from "./sanitize-json.ts";

const odd = fc.constantFrom(null, "", "\ud800", -1, 0.5, 2 ** 60, true, false, [], ["a"], [1], {});
const often = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: arbitrary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const text = often(fc.string({ unit: "binary" }));
const field = {
  timestamp: often(fc.constantFrom(null, "2026-01-05T09:00:00.000Z", "noon")),
  turn: often(fc.nat()),
  id: text,
  tool: text,
  text,
  thought: often(fc.constant(true)),
  output: text,
  isError: often(fc.boolean()),
  exitCode: often(fc.integer()),
  httpStatus: often(fc.integer()),
  message: text,
  input: often(fc.jsonValue()),
  kind: text,
  locations: often(fc.array(fc.string())),
  parentId: text,
};
type Name = keyof typeof field;
const namesOf: Readonly<Record<Entry["type"], readonly Name[]>> = {
  assistant: ["timestamp", "turn", "text", "thought"],
  user: ["timestamp", "turn", "text"],
  system: ["timestamp", "turn", "text"],
  tool_use: ["timestamp", "turn", "id", "tool", "input", "kind", "locations", "parentId"],
  tool_result: ["timestamp", "turn", "id", "output", "isError", "exitCode", "httpStatus", "input"],
  error: ["timestamp", "turn", "message", "id"],
};
const given = fc
  .record({
    type: fc.constantFrom(...Entry.options.map(({ shape }) => shape.type.value)),
    values: fc.record(field),
    dropped: fc.array(fc.nat(8), { maxLength: 3 }),
    isTurned: fc.nat(9).map((number) => number === 0),
  })
  .map(({ type, values, dropped, isTurned }) => {
    const kept = namesOf[type].filter((_, place) => !dropped.includes(place));
    const fields = (isTurned ? kept.toReversed() : kept).map((name) => [name, values[name]] as const);
    return JSON.parse(JSON.stringify({ type, ...Object.fromEntries(fields) })) as Record<string, unknown>;
  });

/** As a reader takes it where it looks with the schema. */
function read(value: unknown): string | null {
  const parsed = Entry.safeParse(value);
  return parsed.success ? JSON.stringify(sanitizeJson(parsed.data as Json, 101)) : null;
}

test("a plain entry is one that the schema would write down in the same bytes", () => {
  let plain = 0;
  fc.assert(
    fc.property(given, (value) => {
      if (!isPlainEntry(value)) return;
      plain += 1;
      expect(read(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test("what AXIS writes is plain", () => {
  for (const entry of [
    { type: "user", text: "Do it." },
    { type: "assistant", text: "Done.", thought: true, turn: 1 },
    { type: "tool_use", tool: "Bash", input: { command: "ls" }, kind: "execute", locations: ["a"], parentId: "b" },
    { type: "tool_result", output: "ok", exitCode: 0, httpStatus: 200, input: [1] },
    { type: "error", message: "gone", id: "c" },
  ]) {
    const parsed = Entry.parse(entry);
    expect(isPlainEntry(parsed)).toBe(true);
  }
});

test.each([
  ["a field that is missing", { type: "user", timestamp: null }],
  ["a field with a default that is missing", { type: "user", text: "a" }],
  ["a field that nobody knows", { type: "user", timestamp: null, text: "a", more: 1 }],
  ["another order", { timestamp: null, type: "user", text: "a" }],
  ["half a character", { type: "user", timestamp: null, text: "\ud800" }],
  ["a type that is the name of a method", { type: "toString", timestamp: null, text: "a" }],
  ["a key __proto__", JSON.parse('{"type":"user","timestamp":null,"text":"a","__proto__":{}}')],
])("%s is left to the schema", (_, value) => {
  expect(isPlainEntry(value as Record<string, unknown>)).toBe(false);
});

test("an input that is nested too deep is left to the schema", () => {
  let input: Json = "core";
  for (let level = 0; level < 101; level += 1) input = [input];
  expect(isPlainEntry({ type: "tool_use", timestamp: null, id: null, tool: "t", input })).toBe(false);
  expect(isPlainEntry({ type: "tool_use", timestamp: null, id: null, tool: "t", input: (input as Json[])[0] })).toBe(
    true,
  );
});
