import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkJson, measureDepth, readBoundedText } from "./json-body.ts";
import { ApiProblem } from "./problem.ts";

const limits = { bodyBytes: 100, jsonDepth: 32 };
const streamOf = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

describe("depth", () => {
  test.each([
    ["1", 0],
    ["[[]]", 2],
    ['"[[[["', 0],
    ['{"a\\"[": [1]}', 2],
    ['"\\\\"', 0],
    ["[[[[", 4],
  ])("of %s is %i", (text, depth) => {
    expect(measureDepth(text)).toBe(depth);
  });

  test("is the same before and after parsing", () => {
    const measured = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map((each) => measured(each)))
        : 0;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(measureDepth(JSON.stringify(value))).toBe(measured(value));
      }),
    );
  });
});

test("a prototype is never reached, wherever its key stands", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const text = `[{"a":${JSON.stringify(value)},"__proto__":1}]`;
      expect(() => checkJson(text, limits)).toThrow(ApiProblem);
    }),
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a body at the limit passes and one byte more does not, however it is cut", async () => {
  expect(await readBoundedText(streamOf("x".repeat(60), "y".repeat(40)), 100)).toHaveLength(100);
  await expect(readBoundedText(streamOf("x".repeat(60), "y".repeat(41)), 100)).rejects.toMatchObject({
    code: "too-large",
  });
});

test("what is not UTF-8 is refused", async () => {
  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([0xff, 0xfe]));
      controller.close();
    },
  });
  await expect(readBoundedText(bytes, 100)).rejects.toMatchObject({ code: "bad-request" });
});
