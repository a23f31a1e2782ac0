import { expect, test } from "vitest";
import { waitUntilAborted } from "./until-aborted.ts";

const forever = new Promise<never>(() => {});

test("work that ends is what comes back, and what it throws too", async () => {
  const { signal } = new AbortController();
  expect(await waitUntilAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(waitUntilAborted(Promise.reject(new Error("mine")), signal)).rejects.toThrow("mine");
});

test("an abort ends all who wait on it, with its reason", async () => {
  const abort = new AbortController();
  const ends = Array.from({ length: 100 }, () =>
    waitUntilAborted(forever, abort.signal).catch((reason: unknown) => reason),
  );
  const reason = new Error("enough");
  abort.abort(reason);
  expect(new Set(await Promise.all(ends))).toEqual(new Set([reason]));
});

test("a hundred who wait make no noise about listeners", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on("warning", hear);
  const { signal } = new AbortController();
  await Promise.all(
    Array.from({ length: 100 }, () => waitUntilAborted(new Promise((done) => setImmediate(done)), signal)),
  );
  await new Promise((done) => setImmediate(done));
  process.off("warning", hear);
  expect(warnings).toEqual([]);
});
