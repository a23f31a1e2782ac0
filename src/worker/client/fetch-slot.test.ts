import pLimit from "p-limit";
import { expect, test } from "vitest";
import { openInSlot } from "./server-dispatcher.ts";

async function* numbers() {
  yield 1;
  yield 2;
}

async function all<T>(lines: AsyncIterable<T> | undefined): Promise<T[] | undefined> {
  if (lines === undefined) return undefined;
  const read: T[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

test("a place is free again when all was read, when reading ended early, and when there was nothing", async () => {
  const limit = pLimit(1);
  expect(await all(await openInSlot(limit, async () => numbers()))).toEqual([1, 2]);
  for await (const number of (await openInSlot(limit, async () => numbers())) ?? []) if (number === 1) break;
  expect(await openInSlot(limit, async () => undefined)).toBeUndefined();
  await expect(openInSlot(limit, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await limit(() => "free")).toBe("free");
});

test("nobody else gets the place while lines are read", async () => {
  const limit = pLimit(1);
  const first = await openInSlot(limit, async () => numbers());
  let isIn = false;
  const second = openInSlot(limit, async () => numbers()).then((lines) => {
    isIn = true;
    return lines;
  });
  const read: number[] = [];
  for await (const number of first ?? []) {
    expect(isIn).toBe(false);
    read.push(number);
  }
  expect(read).toEqual([1, 2]);
  expect(await all(await second)).toEqual([1, 2]);
});
