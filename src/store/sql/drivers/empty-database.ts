/** Creates a new database by unpacking an empty one, which was added to the package when it was built. */
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { systemCode } from "../../../core/error.ts";
import { joinInside } from "../../../core/paths/inside.ts";
import { packageFolder } from "../../../core/paths/package-root.ts";

const archiveName = "empty-database.tar.gz";
const blockBytes = 512;
const folderType = "5";

/** The archive of the folder; undefined if the package has not been built: then the engine creates a database itself. */
export async function readEmptyDatabase(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(joinInside(packageFolder("dist"), archiveName)));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Unpacks an empty database if the folder does not exist: completely or not at all. */
export async function unpackDatabase(archive: Uint8Array, folder: string): Promise<void> {
  if (await pathExists(folder)) return;
  const beside = `${folder}.new`;
  await rm(beside, { recursive: true, force: true });
  for (const { path, isFolder, content } of readTarEntries(gunzipSync(archive))) {
    const place = joinInside(beside, path);
    await mkdir(isFolder ? place : dirname(place), { recursive: true });
    if (!isFolder) await writeFile(place, content);
  }
  await rename(beside, folder);
}

function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

interface TarEntry {
  /** Relative to the root of the archive, without a leading slash. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly content: Uint8Array;
}

/** The engine packs only files and folders with short names, so nothing else is supported. */
function* readTarEntries(tar: Buffer): Generator<TarEntry> {
  for (let at = 0; at + blockBytes <= tar.length;) {
    const field = (start: number, length: number) => readTextField(tar.subarray(at + start, at + start + length));
    const path = field(0, 100);
    if (path === "") return;
    const bytes = Number.parseInt(field(124, 12), 8);
    const first = at + blockBytes;
    const isFolder = field(156, 1) === folderType;
    yield { path: path.replace(/^\/+/, ""), isFolder, content: tar.subarray(first, first + bytes) };
    at = first + Math.ceil(bytes / blockBytes) * blockBytes;
  }
}

function readTextField(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? field.length : end).trim();
}
