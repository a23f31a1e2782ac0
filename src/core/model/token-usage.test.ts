import fc from "fast-check";
import { expect, test } from "vitest";
import { combineUsage } from "./spending.ts";
import { parsePlausibleUsage, subtractUsage } from "./token-usage.ts";

const count = fc.nat(1_000_000);
const usage = fc.record(
  { input: count, output: count, cacheReadInput: count, cacheWriteInput: count },
  { requiredKeys: ["input", "output"] },
);

test("a total without what was used earlier is what was used since", () => {
  fc.assert(
    fc.property(usage, usage, (earlier, since) => {
      const rest = subtractUsage(combineUsage(earlier, since)!, earlier);
      expect(rest).toMatchObject(since);
      expect(combineUsage(earlier, rest)).toEqual(combineUsage(earlier, since));
    }),
  );
});

test("a total that is less than what was used earlier is not plausible", () => {
  const earlier = { input: 10, output: 5, cacheReadInput: 3 };
  expect(parsePlausibleUsage(subtractUsage({ input: 12, output: 4, cacheReadInput: 3 }, earlier))).toBeNull();
  expect(parsePlausibleUsage(subtractUsage({ input: 12, output: 5 }, earlier))).toBeNull();
});
