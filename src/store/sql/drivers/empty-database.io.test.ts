import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unpackDatabase } from "./pglite.ts";

let place = "";
beforeAll(async () => void (place = await mkdtemp(join(tmpdir(), "axis-empty-"))));
afterAll(() => rm(place, { recursive: true }));

/** One entry as tar has it: a block of facts, then the content in whole blocks. */
function packed(path: string, content: string | null): Buffer {
  const bytes = Buffer.from(content ?? "");
  const head = Buffer.alloc(512);
  head.write(path, 0);
  head.write(bytes.length.toString(8).padStart(11, "0"), 124);
  head.write(content === null ? "5" : "0", 156);
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

function archive(...entries: Buffer[]): Uint8Array {
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
}

const database = archive(
  packed("/PG_VERSION", "17\n"),
  packed("/base", null),
  packed("/base/1/112", "x".repeat(8192)),
  packed("/empty", ""),
);

test("files and folders are laid out as they were packed", async () => {
  const folder = join(place, "one");
  await unpackDatabase(database, folder);
  expect((await readdir(folder)).toSorted()).toEqual(["PG_VERSION", "base", "empty"]);
  expect(await readFile(join(folder, "PG_VERSION"), "utf8")).toBe("17\n");
  expect((await readFile(join(folder, "base", "1", "112"))).length).toBe(8192);
  expect(await readFile(join(folder, "empty"), "utf8")).toBe("");
});

test("a database that is there is left alone", async () => {
  const folder = join(place, "two");
  await mkdir(folder);
  await writeFile(join(folder, "PG_VERSION"), "16\n");
  await unpackDatabase(database, folder);
  expect(await readdir(folder)).toEqual(["PG_VERSION"]);
  expect(await readFile(join(folder, "PG_VERSION"), "utf8")).toBe("16\n");
});

test("what an interrupted process left half laid out is not taken for a database", async () => {
  const folder = join(place, "three");
  await mkdir(`${folder}.new`);
  await writeFile(join(`${folder}.new`, "half"), "");
  await unpackDatabase(database, folder);
  expect((await readdir(folder)).toSorted()).toEqual(["PG_VERSION", "base", "empty"]);
});

test("an entry that leads out of the folder is refused, and no database is left", async () => {
  const folder = join(place, "four");
  await expect(unpackDatabase(archive(packed("../../evil", "x")), folder)).rejects.toMatchObject({
    code: "path-outside",
  });
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
});
