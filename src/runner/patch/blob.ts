/** Reads and writes git objects without git, and verifies their hash, so that no other process can substitute others. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { openRegularFile, readAtMost, resolveFolder } from "../workspace/regular-file.ts";

const unpack = promisify(inflate);
const pack = promisify(deflate);
/** Room for the header of a blob, and for content that does not compress. */
const extraBytes = 65_536;

/** Returns the content with that id; null if it is missing, larger than `limit`, or does not match its id. */
export async function readGitBlob(objects: string, id: string, limit: number): Promise<Buffer | null> {
  const root = await resolveFolder(objects);
  if (root === null || !/^[0-9a-f]{40}$/.test(id)) return null;
  await using handle = await openRegularFile(root, `${id.slice(0, 2)}/${id.slice(2)}`);
  const packed = handle === null ? null : await readAtMost(handle, limit + extraBytes);
  if (packed === null) return null;
  const whole = await tryUnpack(packed, limit + extraBytes);
  if (whole === null || createHash("sha1").update(whole).digest("hex") !== id) return null;
  const content = whole.subarray(whole.indexOf(0) + 1);
  return content.length > limit ? null : content;
}

/** Returns null if the bytes are not compressed data or would grow beyond the limit. */
async function tryUnpack(packed: Uint8Array, maxOutputLength: number): Promise<Buffer | null> {
  try {
    return await unpack(packed, { maxOutputLength });
  } catch {
    return null; // The file was planted there, and its id would not match either.
  }
}

/** Writes a blob and returns its id. */
export async function writeBlob(objects: string, content: Uint8Array): Promise<string> {
  const whole = Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]);
  const id = createHash("sha1").update(whole).digest("hex");
  await mkdir(join(objects, id.slice(0, 2)), { recursive: true });
  await writeFile(join(objects, id.slice(0, 2), id.slice(2)), await pack(whole, { level: 1 }));
  return id;
}
