/** Captures files an agent left in its workspace for the report, within limits it cannot exceed. */
import { isUtf8 } from "node:buffer";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { foldName } from "../../core/names/names.ts";
import { globsMatcher } from "../../core/paths/glob.ts";
import type { Artifact } from "../../core/report/artifact.ts";
import { isFileError, openRegularFile, readAtMost, resolveFolder } from "./regular-file.ts";
import { walkTree } from "./tree-walk.ts";

/** Bytes at an offset that identify a format. */
const signatures: readonly { readonly type: string; readonly at?: number; readonly bytes: string }[] = [
  { type: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", bytes: "\xff\xd8\xff" },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/webp", at: 8, bytes: "WEBP" },
  { type: "audio/wav", at: 8, bytes: "WAVE" },
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "video/webm", bytes: "\x1a\x45\xdf\xa3" },
  { type: "audio/mpeg", bytes: "ID3" },
  { type: "audio/ogg", bytes: "OggS" },
  { type: "application/pdf", bytes: "%PDF-" },
  { type: "application/zip", bytes: "PK\x03\x04" },
  { type: "application/gzip", bytes: "\x1f\x8b" },
  { type: "application/zstd", bytes: "\x28\xb5\x2f\xfd" },
  { type: "application/wasm", bytes: "\0asm" },
  { type: "application/vnd.sqlite3", bytes: "SQLite format 3\0" },
  { type: "application/x-executable", bytes: "\x7fELF" },
];

/** Text whose beginning identifies its type, whatever the file is called. */
const markups: readonly { readonly type: string; readonly start: RegExp }[] = [
  { type: "text/html", start: /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|script)\b/i },
  { type: "image/svg+xml", start: /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<svg\b/i },
  { type: "application/xml", start: /^\s*<\?xml\b/i },
];

const textTypes: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mjs: "text/javascript",
  svg: "image/svg+xml",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** How many bytes of a file are read to detect its type. */
const headBytes = 1024;

/** Text is UTF-8 without a zero byte. */
export function isText(content: Uint8Array): boolean {
  return isUtf8(content) && !content.includes(0);
}

/** Detects the type of a whole file. */
export function detectMediaType(path: string, content: Uint8Array): string {
  const found = detectBinaryType(content);
  if (found !== undefined) return found;
  if (!isText(content)) return "application/octet-stream";
  const start = Buffer.from(content.subarray(0, headBytes)).toString("utf8");
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined;
  return markups.find((markup) => markup.start.test(start))?.type ?? named ?? "text/plain";
}

/** Detects the type from the first bytes of a file, if they identify one. */
function detectBinaryType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, headBytes)).toString("latin1");
  return signatures.find(({ at = 0, bytes }) => text.startsWith(bytes, at))?.type;
}

/** Gives each path a unique name that differs in more than case: of two that collide, the later one gets a suffix. */
export class ArtifactNames {
  /** By case-folded name: the path, or the part of a path, that owns it. */
  readonly #owners = new Map<string, string>();

  /** Returns the name of a path; always the same for the same path. */
  assign(path: string): string {
    let original = "";
    let name = "";
    for (const segment of path.split("/")) {
      original += `/${segment}`;
      name = this.#claim(name, segment, original);
    }
    return name;
  }

  #claim(folder: string, segment: string, original: string): string {
    for (let count = 1; ; count += 1) {
      const candidate = (folder === "" ? "" : `${folder}/`) + (count === 1 ? segment : addSuffix(segment, count));
      const owner = this.#owners.get(foldName(candidate));
      if (owner !== undefined && owner !== original) continue;
      this.#owners.set(foldName(candidate), original);
      return candidate;
    }
  }
}

function addSuffix(segment: string, count: number): string {
  const dot = segment.lastIndexOf(".");
  return dot > 0 ? `${segment.slice(0, dot)}~${count}${segment.slice(dot)}` : `${segment}~${count}`;
}

/** How much of one run is stored. */
export interface ArtifactLimits {
  readonly fileBytes: number;
  readonly runBytes: number;
  readonly files: number;
  readonly pathBytes: number;
}

/** The limits of the specification: 25 MB for a file, 500 MB and 10,000 files for a run. */
export const artifactLimits: ArtifactLimits = {
  fileBytes: 25 * 1024 ** 2,
  runBytes: 500 * 1024 ** 2,
  files: 10_000,
  pathBytes: 200,
};

/** Where captured files are stored. */
export interface ArtifactSink {
  /** Stores a file (text without its secrets) and returns its path relative to the report folder. */
  add(path: string, content: Uint8Array): Promise<string>;
  holdsSecret(content: Uint8Array): boolean;
  /** Replaces the limits of the specification. */
  readonly limits?: ArtifactLimits;
}

/** Captures files of `work` that match any pattern, in code-unit order; files that are not stored are listed with a reason. */
export async function captureArtifacts(
  work: string,
  patterns: readonly string[],
  sink: ArtifactSink,
): Promise<Artifact[]> {
  const root = patterns.length === 0 ? null : await resolveFolder(work);
  if (root === null) return [];
  const matches = globsMatcher(patterns);
  const wanted = (await walkTree(root)).filter(({ path, kind }) => kind === "file" && matches(path));
  const capture = new Capture(root, sink);
  const artifacts: Artifact[] = [];
  for (const { path } of wanted) artifacts.push(await capture.take(path));
  return artifacts;
}

/** The capture of one run: what it has stored so far decides what still fits. */
class Capture {
  #files = 0;
  #bytes = 0;
  readonly #names = new ArtifactNames();
  readonly #limits: ArtifactLimits;
  constructor(
    readonly root: string,
    readonly sink: ArtifactSink,
  ) {
    this.#limits = sink.limits ?? artifactLimits;
  }

  async take(path: string): Promise<Artifact> {
    if (Buffer.byteLength(path.normalize("NFC")) > this.#limits.pathBytes) return this.#skip(path, "path too long");
    if (this.sink.holdsSecret(Buffer.from(path))) return this.#skip(path, "its name holds a secret");
    if (this.#files >= this.#limits.files) return this.#skip(path, "too many");
    if (this.#bytes >= this.#limits.runBytes) return this.#skip(path, "too much in all");
    await using handle = await openRegularFile(this.root, path);
    if (handle === null) return await this.#skip(path, "cannot be read");
    const content = await readAtMost(handle, this.#limits.fileBytes);
    if (content !== null) return await this.#keep(path, content);
    const { buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const { size } = await handle.stat();
    return { path, size, mimeType: detectBinaryType(buffer) ?? "application/octet-stream", skipped: "too large" };
  }

  async #keep(path: string, content: Uint8Array): Promise<Artifact> {
    const artifact = { path, size: content.length, mimeType: detectMediaType(path, content) };
    if (this.#bytes + content.length > this.#limits.runBytes) return { ...artifact, skipped: "too much in all" };
    if (!isText(content) && this.sink.holdsSecret(content)) return { ...artifact, skipped: "holds a secret" };
    this.#files += 1;
    this.#bytes += content.length;
    return { ...artifact, file: await this.sink.add(this.#names.assign(path), content) };
  }

  async #skip(path: string, skipped: string): Promise<Artifact> {
    let size = 0;
    try {
      size = (await lstat(join(this.root, path))).size;
    } catch (error) {
      if (!isFileError(error)) throw error;
      // It disappeared in the meantime and is listed anyway.
    }
    return { path, size, mimeType: "application/octet-stream", skipped };
  }
}
