import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Entry } from "../core/entry.ts";
import { readProtocolLine } from "./command.ts";

test("an object with the type of an entry is that entry, with its defaults", () => {
  expect(readProtocolLine('{"type":"tool_use","tool":"shell","timestamp":null}')).toEqual({
    kind: "entry",
    entry: { type: "tool_use", tool: "shell", id: null, input: {}, timestamp: null },
  });
});

test("an entry without a time is left without one, so that it is stamped on arrival", () => {
  const line = readProtocolLine('{"type":"assistant","text":"hi"}');
  expect(line).toEqual({ kind: "entry", entry: { type: "assistant", text: "hi", timestamp: undefined } });
});

test("a time that is no text is unknown", () => {
  expect(readProtocolLine('{"type":"system","text":"x","timestamp":1700000000}')).toMatchObject({
    entry: { timestamp: null },
  });
});

test("an entry that does not fit its shape is kept as text", () => {
  const line = '{"type":"assistant","text":42}';
  expect(readProtocolLine(line)).toEqual({ kind: "text", text: line });
});

test.each([
  "hello",
  "",
  "{",
  "{}",
  '{"type":"other"}',
  "[1]",
  "null",
  '"assistant"',
  '{"type":null}',
  '{"type":["usage"]}',
])("%j is text", (line) => {
  expect(readProtocolLine(line)).toEqual({ kind: "text", text: line });
});

test("usage is passed on as claimed, believable or not, without other keys", () => {
  expect(readProtocolLine('{"type":"usage","input":-1,"output":"many","model":"x"}')).toEqual({
    kind: "usage",
    tokens: { input: -1, output: "many" },
  });
  expect(readProtocolLine('{"type":"usage","input":1,"output":2,"cacheReadInput":3,"costUsd":0.5}')).toEqual({
    kind: "usage",
    tokens: { input: 1, output: 2, cacheReadInput: 3 },
    costUsd: 0.5,
  });
});

test("a result has a text or an error", () => {
  expect(readProtocolLine('{"type":"result","text":"done"}')).toEqual({ kind: "result", text: "done", error: null });
  expect(readProtocolLine('{"type":"result","error":"no key"}')).toMatchObject({ error: "no key" });
  expect(readProtocolLine('{"type":"result","text":null,"error":null}')).toMatchObject({ text: null, error: null });
});

test("an error that is no text is still an error", () => {
  expect(readProtocolLine('{"type":"result","error":{"code":7}}')).toMatchObject({ error: '{"code":7}' });
});

test("a key named __proto__ stays plain data", () => {
  const line = readProtocolLine('{"type":"tool_use","tool":"__proto__","input":{"__proto__":{"polluted":true}}}');
  expect(line).toMatchObject({ kind: "entry", entry: { tool: "__proto__" } });
  expect({}).not.toHaveProperty("polluted");
});

test("an input nested a hundred thousand deep is read", () => {
  const depth = 100_000;
  const line = `{"type":"tool_use","tool":"t","input":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  expect(readProtocolLine(line).kind).toBe("entry");
});

test("every entry written as a line reads back as itself", () => {
  const text = fc.string({ unit: "grapheme" });
  const entry = fc.oneof(
    fc.record({ type: fc.constant("assistant"), timestamp: fc.constantFrom(null, "2026-01-02T03:04:05.678Z"), text }),
    fc.record({
      type: fc.constant("tool_use"),
      timestamp: fc.constant(null),
      id: text,
      tool: text,
      input: fc.jsonValue(),
    }),
    fc.record({
      type: fc.constant("tool_result"),
      timestamp: fc.constant(null),
      id: text,
      output: text,
      isError: fc.boolean(),
    }),
    fc.record({ type: fc.constant("error"), timestamp: fc.constant(null), message: text }),
  );
  fc.assert(
    fc.property(entry, (written) => {
      const line = readProtocolLine(JSON.stringify(written));
      expect(line).toEqual({ kind: "entry", entry: Entry.parse(JSON.parse(JSON.stringify(written))) });
    }),
  );
});

test("no line is lost: whatever is not understood comes back whole", () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      expect(readProtocolLine(line)).toEqual({ kind: "text", text: line });
    }),
  );
});
