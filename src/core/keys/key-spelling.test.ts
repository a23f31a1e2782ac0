import { expect, test } from "vitest";
import { alignKeys } from "./key-spelling.ts";

const verdict = { type: "object", properties: { isSupported: {}, reason: {} } };
const schema = { type: "object", properties: { verdicts: { type: "array", items: verdict }, total_count: {} } };

test("keys take the spelling of the schema, at every depth", () => {
  const value = { Verdicts: [{ is_supported: true, other_key: 1 }], totalCount: 2 };
  expect(alignKeys(value, schema)).toEqual({ verdicts: [{ isSupported: true, other_key: 1 }], total_count: 2 });
});

test("a key that is there already wins over its other spelling", () => {
  expect(alignKeys({ is_supported: false, isSupported: true }, verdict)).toEqual({
    is_supported: false,
    isSupported: true,
  });
});

test("every branch of a choice is tried", () => {
  const choice = { anyOf: [{ type: "null" }, verdict] };
  expect(alignKeys({ is_supported: 1 }, choice)).toEqual({ isSupported: 1 });
  expect(alignKeys(null, choice)).toBeNull();
});

test("maps of free keys, plain values and keys such as __proto__ stay as they are", () => {
  const free = { type: "object", additionalProperties: { type: "number" } };
  const nasty = JSON.parse('{"__proto__": {"isSupported": 1}, "constructor": 2}') as object;
  expect(alignKeys({ snake_key: 1, camelKey: 2 }, free)).toEqual({ snake_key: 1, camelKey: 2 });
  expect(JSON.stringify(alignKeys(nasty, verdict))).toBe('{"__proto__":{"isSupported":1},"constructor":2}');
  expect(alignKeys("text", schema)).toBe("text");
});
