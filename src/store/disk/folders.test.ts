import { expect, test } from "vitest";
import type { Disk } from "./disk.ts";
import { openFolders } from "./folders.ts";

/** A disk whose flushes end when the test says so. */
function slowDisk() {
  const flushes: { end(): void; fail(): void }[] = [];
  const refuse = () => Promise.reject(new Error("not used here"));
  const disk: Disk = {
    open: refuse,
    makeFolder: refuse,
    rename: refuse,
    remove: refuse,
    truncate: refuse,
    syncFolder: () =>
      new Promise((resolve, reject) => flushes.push({ end: resolve, fail: () => reject(new Error("EIO")) })),
  };
  return { disk, flushes };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

test("those who come while a folder is flushed share the flush after it", async () => {
  const { disk, flushes } = slowDisk();
  const { sync } = openFolders(disk, "/r");
  const all = Promise.all([sync("/r/a"), sync("/r/a"), sync("/r/a"), sync("/r/b")]);
  expect(flushes).toHaveLength(2);
  flushes.forEach(({ end }) => end());
  await turns();
  expect(flushes).toHaveLength(3);
  flushes[2]?.end();
  await all;
});

test("a name that somebody else's later flush took along is not flushed again", async () => {
  const { disk, flushes } = slowDisk();
  const { sync, syncLater } = openFolders(disk, "/r");
  const named = syncLater("/r/a");
  const other = sync("/r/a");
  flushes[0]?.end();
  await other;
  await named();
  expect(flushes).toHaveLength(1);
});

test("a flush that had begun before the name was there does not count, nor one that failed, nor another folder's", async () => {
  const { disk, flushes } = slowDisk();
  const { sync, syncLater } = openFolders(disk, "/r");
  const early = sync("/r/a");
  const named = syncLater("/r/a");
  flushes[0]?.end();
  await early;
  const failing = sync("/r/a");
  flushes[1]?.fail();
  await expect(failing).rejects.toThrow("EIO");
  const elsewhere = sync("/r/b");
  flushes[2]?.end();
  await elsewhere;
  const done = named();
  expect(flushes).toHaveLength(4);
  flushes[3]?.end();
  await done;
});
