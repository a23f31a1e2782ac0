import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  makeParent,
  createTemporaryFolder,
  removeAbandonedFolders,
  removeTemporaryFolder,
  removeTemporaryFoldersSync,
} from "./temporary-folders.ts";

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "axis-passing-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

test("a signal removes those that are still there, and none that has ended", async () => {
  await using place = await temporaryFolder();
  const ended = createTemporaryFolder(join(place.folder, "ended.new-"));
  await removeTemporaryFolder(ended);
  await mkdir(ended);
  const left = createTemporaryFolder(join(place.folder, "left.new-"));
  await writeFile(join(left, "half"), "");
  removeTemporaryFoldersSync();
  expect(await readdir(place.folder)).toEqual([ended.slice(place.folder.length + 1)]);
});

test("the folders made for one go with it, while nothing else is in them", async () => {
  await using place = await temporaryFolder();
  const open = (name: string) => {
    makeParent(join(place.folder, name));
    return createTemporaryFolder(join(place.folder, name));
  };
  await mkdir(join(place.folder, "there"));
  const [first, second] = [open("there/made/first.new-"), open("there/made/further/second.new-")];
  await removeTemporaryFolder(first);
  expect(await readdir(join(place.folder, "there/made"))).toEqual(["further"]);
  await removeTemporaryFolder(second);
  expect(await readdir(join(place.folder, "there"))).toEqual([]);
  open("there/again/third.new-");
  removeTemporaryFoldersSync();
  expect(await readdir(join(place.folder, "there"))).toEqual([]);
});

test("what a killed process left is removed once nobody can be at work in it", async () => {
  await using place = await temporaryFolder();
  for (const name of ["a.new-old", "a.new-young", "a", "b.new-old"]) await mkdir(join(place.folder, name));
  const now = Date.parse("2026-01-01T12:00:00Z");
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);
  for (const name of ["a.new-old", "a", "b.new-old"])
    await utimes(join(place.folder, name), minutesAgo(11), minutesAgo(11));
  await utimes(join(place.folder, "a.new-young"), minutesAgo(9), minutesAgo(9));
  await removeAbandonedFolders(join(place.folder, "a.new-"), now);
  expect((await readdir(place.folder)).toSorted()).toEqual(["a", "a.new-young", "b.new-old"]);
});
