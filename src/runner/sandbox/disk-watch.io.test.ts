import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DiskWatch, measureFolders } from "./disk-watch.ts";

const kilobyte = 1024;

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), "axis-disk-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

test("folders are added up with everything below them, without following links", async () => {
  using place = openFolder();
  mkdirSync(join(place.folder, "a/b"), { recursive: true });
  writeFileSync(join(place.folder, "a/b/large"), Buffer.alloc(64 * kilobyte, 1));
  symlinkSync("/usr", join(place.folder, "link"));
  const bytes = await measureFolders([place.folder, join(place.folder, "missing")]);
  expect(bytes).toBeGreaterThanOrEqual(64 * kilobyte);
  expect(bytes).toBeLessThan(128 * kilobyte);
});

test("what was there before does not count; the first look beyond the limit is reported once", async () => {
  using place = openFolder();
  writeFileSync(join(place.folder, "fixture"), Buffer.alloc(512 * kilobyte, 1));
  let calls = 0;
  let report = () => {};
  const exceeded = new Promise<void>((resolve) => (report = resolve));
  const onExceeded = () => {
    calls += 1;
    report();
  };
  const watch = await DiskWatch.open({ folders: [place.folder], limitBytes: 100 * kilobyte, everyMs: 5, onExceeded });
  writeFileSync(join(place.folder, "large"), Buffer.alloc(200 * kilobyte, 1));
  await exceeded;
  writeFileSync(join(place.folder, "larger"), Buffer.alloc(200 * kilobyte, 1));
  expect(await watch.finish()).toBe(true);
  expect(calls).toBe(1);
});

test("a run that stays below its limit is not reported", async () => {
  using place = openFolder();
  const watch = await DiskWatch.open({ folders: [place.folder], limitBytes: 100 * kilobyte, onExceeded: () => {} });
  writeFileSync(join(place.folder, "small"), "x");
  expect(await watch.finish()).toBe(false);
});

test("what was written too fast to be seen is found at the end", async () => {
  using place = openFolder();
  const watch = await DiskWatch.open({ folders: [place.folder], limitBytes: kilobyte, onExceeded: () => {} });
  writeFileSync(join(place.folder, "large"), Buffer.alloc(64 * kilobyte, 1));
  expect(await watch.finish()).toBe(true);
});
