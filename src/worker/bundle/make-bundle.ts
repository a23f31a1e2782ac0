/** Makes the bundle of a project: a deterministic tar file, identified by the hash of its bytes. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { relative, sep } from "node:path";
import { AxisError } from "../../core/error.ts";
import { canonicalJson } from "../../core/json.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { CompetitionFolder } from "../../evaluate/compete/competition-record.ts";
import { type BundleManifest, manifestPath } from "./bundle-manifest.ts";
import { maxBytes, listProjectFiles } from "./project-files.ts";
import { padding, type TarEntry, tarEnd, tarHeader } from "./tar.ts";

/** A bundle as it is stored. */
export interface BundleContent {
  readonly sha256: Uint8Array;
  readonly bytes: number;
  readonly manifest: BundleManifest;
  /** Reads the files again. */
  content(): AsyncGenerator<Uint8Array>;
}

/** A bundle of the files of a project. */
export interface Bundle extends BundleContent {
  readonly files: number;
  /** Paths that look like secrets and were left out. */
  readonly leftOut: readonly string[];
}

/** Reads every file once to compute the hash. A file that changes later is detected when the bundle is sent. */
export async function makeBundle(root: string, manifest: BundleManifest): Promise<Bundle> {
  const { competition } = manifest;
  const base = competition && new CompetitionFolder(root, competition.id).baseFolder;
  const { files, leftOut } = await listProjectFiles(root, base && relative(root, base).split(sep).join("/"));
  const said = Buffer.from(`${canonicalJson(manifest)}\n`);
  const content = () => packTar(root, files, said);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content()) {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AxisError("bundle-refused", "The project's bundle is larger than 200 MiB");
  }
  return { sha256: hash.digest(), bytes, files: files.length, manifest, leftOut, content };
}

async function* packTar(root: string, files: readonly TarEntry[], manifest: Buffer): AsyncGenerator<Uint8Array> {
  yield tarHeader({ path: manifestPath, executable: false, bytes: manifest.length });
  yield manifest;
  yield padding(manifest.length);
  for (const file of files) {
    yield tarHeader(file);
    yield* readContent(root, file);
    yield padding(file.bytes);
  }
  yield tarEnd;
}

async function* readContent(root: string, { path, bytes }: TarEntry): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of createReadStream(joinInside(root, path)) as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read === bytes) return;
  throw new AxisError("bundle-refused", `${JSON.stringify(path)} changed while the bundle was made`, {
    hint: "Run the command again",
  });
}
