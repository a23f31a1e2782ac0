import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlausibleUsage, totalTokens } from "../../../../core/model/token-usage.ts";
import { addUsage, anthropicUsage, type UsageNames, convertUsage } from "./usage.ts";

const names: UsageNames = { input: "in", output: "out", cacheRead: "read", cacheWrite: "write", exclusive: false };
const count = fc.nat(1_000_000);

test("counts that include the cache add up to what the program says", () => {
  fc.assert(
    fc.property(count, count, count, count, (plain, out, read, write) => {
      const usage = convertUsage({ in: plain + read + write, out, read, write }, names)!;
      expect(usage.input).toBe(plain);
      expect(totalTokens(usage)).toBe(plain + read + write + out);
    }),
  );
});

test("counts beside the cache are taken as they are", () => {
  const counts = { input_tokens: 5, output_tokens: 7, cache_read_input_tokens: 11, cache_creation_input_tokens: 13 };
  expect(convertUsage(counts, anthropicUsage)).toEqual({
    input: 5,
    output: 7,
    cacheReadInput: 11,
    cacheWriteInput: 13,
  });
});

test("a cache larger than the input that holds it cannot be believed", () => {
  const usage = convertUsage({ in: 5, out: 1, read: 6 }, names);
  expect(usage).toMatchObject({ input: -1 });
  expect(parsePlausibleUsage(usage)).toBeNull();
});

test.each([{}, { in: 1 }, { out: 1 }, { in: "1", out: 1 }, { in: 1.5, out: 1 }, undefined])(
  "%j says nothing about usage",
  (counts) => {
    expect(convertUsage(counts, names)).toBeNull();
  },
);

test("steps add up to the run", () => {
  const step = fc.record({ input: count, output: count, cacheReadInput: count, cacheWriteInput: count });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
      const sum = steps.reduce((before: Parameters<typeof addUsage>[0], each) => addUsage(before, each), null);
      expect(totalTokens(sum!)).toBe(steps.reduce((total, each) => total + totalTokens(each), 0));
    }),
  );
});
