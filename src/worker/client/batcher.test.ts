import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBatcher } from "./server-dispatcher.ts";

test("what is asked for together is sent together, never too much at once, and each gets its own answer", async () => {
  const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 7 }), async (items, most) => {
      const sent: number[] = [];
      const double = createBatcher(most, async (batch: readonly number[]) => {
        sent.push(batch.length);
        return batch.map((item) => item * 2);
      });
      expect(await Promise.all(items.map(double))).toEqual(items.map((item) => item * 2));
      expect(Math.max(...sent)).toBeLessThanOrEqual(most);
      expect(sent).toHaveLength(Math.ceil(items.length / most));
    }),
    { numRuns: 20 },
  );
});

test("a failure is that of all in the request, and the next one begins afresh", async () => {
  let isAway = true;
  const ask = createBatcher(10, async (batch: readonly string[]) => {
    if (isAway) throw new Error("away");
    return batch;
  });
  const results = await Promise.allSettled([ask("a"), ask("b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await ask("c")).toBe("c");
});

test("an answer about something else is no answer", async () => {
  const ask = createBatcher(10, async (batch: readonly string[]) => batch.slice(1));
  await expect(ask("a")).rejects.toThrow("does not match the request");
});
