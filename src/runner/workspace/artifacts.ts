/** Captures files an agent left in its workspace for the report, within limits it cannot exceed. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { globsMatcher } from "../../core/paths/glob.ts";
import type { Artifact } from "../../core/report/artifact.ts";
import { ArtifactNames } from "./artifact-names.ts";
import { detectBinaryType, headBytes, isText, detectMediaType } from "./media-type.ts";
import { isFileError, openRegularFile, readAtMost, resolveFolder } from "./regular-file.ts";
import { walkTree } from "./tree-walk.ts";

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
