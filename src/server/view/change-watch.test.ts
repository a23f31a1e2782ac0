import { expect, test } from "vitest";
import { ChangeWatch } from "./change-watch.ts";

test("what could not be looked at when a page came is news as soon as it can", async () => {
  let looks = 0;
  const version = () => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error("it is being moved")) : Promise.resolve("there");
  };
  const watch = new ChangeWatch({ version, folder: import.meta.dirname, lookEveryMs: 5 });
  let told = 0;
  using _watching = await watch.subscribe(() => void (told += 1));
  await expect.poll(() => told).toBe(1);
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 2);
  expect(told).toBe(1);
});
