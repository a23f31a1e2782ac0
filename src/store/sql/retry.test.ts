import { describe, expect, test } from "vitest";
import { ConnectionLost } from "./drivers/connection-lost.ts";
import { noObjectStoreError, ObjectsUnavailable } from "./files/objects/objects-unavailable.ts";
import { isPermanentRefusal, isTransient, withRetries } from "./retry.ts";

/** Fails that many times with that error, then gives "done". */
function failing(times: number, error: unknown) {
  let calls = 0;
  const work = () =>
    Promise.resolve().then(() => {
      calls += 1;
      if (calls <= times) throw error;
      return "done";
    });
  return { work, calls: () => calls };
}

const withCode = (code: string) => Object.assign(new Error("words that mean nothing"), { code });

describe("withRetries", () => {
  test("goes on after five failures, with growing pauses of at most five seconds", async () => {
    const pauses: number[] = [];
    const { work } = failing(5, new ConnectionLost(null));
    const result = await withRetries(work, { pause: async (ms) => void pauses.push(ms), chance: () => 1 });
    expect(result).toBe("done");
    expect(pauses).toEqual([200, 400, 800, 1_600, 3_200]);
  });

  test("gives up after the sixth, with the error itself", async () => {
    const { work, calls } = failing(99, withCode("40001"));
    const tried = withRetries(work, { pause: () => Promise.resolve(), chance: () => 0 });
    await expect(tried).rejects.toMatchObject({ code: "40001" });
    expect(calls()).toBe(6);
  });

  test("an object store that is out of reach is waited for, one that refuses is not", async () => {
    for (const canRecover of [true, false]) {
      const error = new ObjectsUnavailable("it answered", { isTransient: canRecover });
      expect([isTransient(error), isPermanentRefusal(error)]).toEqual([canRecover, !canRecover]);
    }
    const { work, calls } = failing(2, noObjectStoreError());
    await expect(withRetries(work, { pause: () => Promise.resolve() })).rejects.toThrow("object store");
    expect(calls()).toBe(1);
    expect(isPermanentRefusal(withCode("40001"))).toBe(false);
  });

  test("does not repeat what will fail again", async () => {
    const { work, calls } = failing(1, withCode("23505"));
    await expect(withRetries(work)).rejects.toMatchObject({ code: "23505" });
    expect(calls()).toBe(1);
  });

  test("pauses are spread, so that those who failed together do not return together", async () => {
    const pauses: number[] = [];
    const { work } = failing(1, withCode("40P01"));
    await withRetries(work, { pause: async (ms) => void pauses.push(ms), chance: () => 0 });
    expect(pauses).toEqual([100]);
  });
});

test.each([
  ["40001", true],
  ["40P01", true],
  ["08006", true],
  ["57P01", true],
  ["57P03", true],
  ["53300", true],
  ["23514", false],
  ["42601", false],
  ["57014", false],
])("SQLSTATE %s passes by itself: %s", (code, passes) => {
  expect(isTransient(withCode(code))).toBe(passes);
  expect(isTransient(new Error(`connection lost ${code}`))).toBe(false);
});
