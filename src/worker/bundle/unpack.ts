/** Unpacks a bundle into a folder named after its hash: completely or not at all, and only once. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { BundleManifest, manifestPath } from "./bundle-manifest.ts";
import { findPathProblem } from "./bundle-path.ts";
import { maxBytes, maxFiles } from "./project-files.ts";
import { readTar, type TarFile, TarProblem } from "./tar.ts";

/** The folder of an unpacked bundle. Unpacks the bundle if the folder is missing. */
export async function unpackOnce(
  shelf: string,
  sha256: Uint8Array,
  content: () => AsyncIterable<Uint8Array>,
): Promise<string> {
  const folder = join(shelf, Buffer.from(sha256).toString("hex"));
  if (await pathExists(folder)) return folder;
  const draft = join(shelf, `.${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    await unpack(draft, verifyHash(content(), sha256));
    await rename(draft, folder).catch((error: unknown) => ignoreExisting(error));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Checks every entry without writing any, and returns the manifest. */
export async function inspectBundle(content: AsyncIterable<Uint8Array>): Promise<BundleManifest> {
  const entries = readCheckedEntries(content);
  for (;;) {
    const { done, value } = await entries.next();
    if (done === true) return value;
  }
}

/** The manifest of an unpacked bundle. */
export async function readManifest(folder: string): Promise<BundleManifest> {
  return parseManifest(await readFile(join(folder, manifestPath)));
}

async function unpack(folder: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const file of readCheckedEntries(content)) {
    const place = joinInside(folder, file.path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, file.content, { mode: file.executable ? 0o755 : 0o644, flag: "wx" });
  }
}

/** Yields the entries and returns the manifest. What a bundle executes must lie in the bundle itself. */
async function* readCheckedEntries(content: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile, BundleManifest> {
  const seen = new Set<string>();
  const folders = new Set<string>();
  let manifest: BundleManifest | undefined;
  try {
    for await (const file of readTar(limitBytes(content))) {
      const problem = findPathProblem(file.path);
      if (problem !== null)
        throw damagedBundleError(`contains the path ${JSON.stringify(file.path)}, which ${problem}`);
      if (seen.has(file.path)) throw damagedBundleError(`contains ${JSON.stringify(file.path)} twice`);
      const parents = listParents(file.path);
      for (const parent of parents) folders.add(parent);
      const twin = [file.path, ...parents].find((path) => folders.has(path) && (path === file.path || seen.has(path)));
      if (twin !== undefined) throw damagedBundleError(`contains ${JSON.stringify(twin)} as a file and as a folder`);
      seen.add(file.path);
      if (file.path === manifestPath) manifest = parseManifest(file.content);
      if (seen.size > maxFiles + 1) throw damagedBundleError("contains more than 20,000 files");
      yield file;
    }
  } catch (error) {
    throw error instanceof TarProblem ? damagedBundleError(errorMessage(error)) : error;
  }
  return requireConfig(manifest, seen);
}

function requireConfig(manifest: BundleManifest | undefined, files: ReadonlySet<string>): BundleManifest {
  if (manifest === undefined) throw damagedBundleError("has no manifest");
  if (files.has(manifest.config)) return manifest;
  throw damagedBundleError(`does not contain its config file ${JSON.stringify(manifest.config)}`);
}

/** The folders that a path lies in, relative to the bundle. */
function listParents(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, depth) => segments.slice(0, depth + 1).join("/"));
}

async function* limitBytes(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw damagedBundleError("is larger than 200 MiB");
    yield chunk;
  }
}

/** Throws after the last byte if the hash differs; the caller then keeps nothing. */
async function* verifyHash(content: AsyncIterable<Uint8Array>, sha256: Uint8Array): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (!hash.digest().equals(sha256)) throw damagedBundleError("does not match its hash");
}

function parseManifest(content: Buffer): BundleManifest {
  const parsed = BundleManifest.safeParse(parseJson(content));
  if (parsed.success) return parsed.data;
  throw damagedBundleError(`has an invalid manifest (${parsed.error.issues[0]?.path.join(".") ?? "as a whole"})`);
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch {
    return undefined; // The schema check reports the problem.
  }
}

function damagedBundleError(problem: string): AxisError {
  return new AxisError("bundle-refused", `The bundle ${problem}`, { hint: "Create a new one with: axis push" });
}

/** Another slot may have unpacked the same bundle in the meantime. */
function ignoreExisting(error: unknown): void {
  if (!["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
}
