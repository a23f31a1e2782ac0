/** Bundles in the database. They are received completely or not at all, and fetched by hash. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AxisError } from "../../core/error.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { type NewBlob, putBlob, readBlob } from "../../store/sql/files/blobs.ts";
import {
  findDocument,
  listDocuments,
  putDocument,
  removeDocument,
  type StoredDocument,
} from "../../store/sql/files/documents.ts";
import { saveRetention } from "../../store/sql/retention/rules.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { BundleManifest } from "./bundle-manifest.ts";
import type { BundleContent } from "./make-bundle.ts";
import { maxBytes } from "./project-files.ts";
import { inspectBundle, unpackOnce } from "./unpack.ts";

const mediaType = "application/x-tar";

/** `pushed`: POST /v1/runs takes its scenarios from this bundle. `run`: only the runs that name it use it. */
export type BundlePurpose = "pushed" | "run";

/** Stores a bundle for the workspace it names and returns that workspace's id. Identical bytes are stored once. */
export async function storeBundle(
  store: BlobStore,
  bundle: BundleContent,
  purpose: BundlePurpose,
): Promise<{ workspaceId: string }> {
  const { database } = store;
  const { sha256, bytes, manifest } = bundle;
  const { id: workspaceId } = await ensureWorkspace(database, { slug: manifest.workspace, name: manifest.title });
  const blob: NewBlob = { sha256, bytes, mediaType };
  await putBlob(store, blob, () => bundle.content());
  await saveRetention(database, manifest.workspace, manifest.retention);
  const name = { kind: "bundle", workspaceId, id: toHex(sha256) } as const;
  if (purpose === "run" && (await findDocument(database, name)) !== undefined) return { workspaceId };
  // A bundle that is pushed again becomes the newest.
  await removeDocument(database, name);
  await putDocument(database, { ...name, title: manifest.title, sha256, summary: { purpose, manifest } });
  return { workspaceId };
}

/** A bundle as listed in the index. */
export interface ListedBundle {
  readonly sha256: Uint8Array;
  readonly purpose: BundlePurpose;
  readonly manifest: BundleManifest;
}

/** The newest bundles, of one workspace or of all. Skips manifests that another version wrote and this one cannot read. */
export async function listNewestBundles(
  database: Database,
  { workspaceId, limit }: { readonly workspaceId?: string; readonly limit: number },
): Promise<ListedBundle[]> {
  const filter = { kind: "bundle", workspaceId } as const;
  const { data } = await listDocuments(database, filter, { limit });
  return data.flatMap(toListedBundles);
}

function toListedBundles({ summary, blob_sha256 }: StoredDocument): ListedBundle[] {
  const said = typeof summary === "object" && summary !== null ? (summary as Record<string, unknown>) : {};
  const manifest = BundleManifest.safeParse(said["manifest"]);
  if (!manifest.success || blob_sha256 === null) return [];
  return [{ sha256: blob_sha256, purpose: said["purpose"] === "pushed" ? "pushed" : "run", manifest: manifest.data }];
}

/** The bundle with that hash in a workspace, if it exists and can be read. */
export async function findBundle(
  database: Database,
  { workspaceId, sha256 }: { readonly workspaceId: string; readonly sha256: string },
): Promise<ListedBundle | undefined> {
  const found = await findDocument(database, { kind: "bundle", workspaceId, id: sha256 });
  return found === undefined ? undefined : toListedBundles(found)[0];
}

/** The folder of a bundle on this machine. Fetches the bundle if it is missing. */
export async function fetchBundle(store: BlobStore, sha256: Uint8Array, shelf: string): Promise<string> {
  return await unpackOnce(shelf, sha256, () => readBlob(store, sha256));
}

/** The result of receiving a bundle. */
export type ReceivedBundle =
  | { readonly status: "stored"; readonly sha256: string }
  | { readonly status: "refused"; readonly why: string };

/** Receives an uploaded bundle for a workspace. The whole bundle is checked before any of it is stored. */
export async function receiveBundle(
  store: BlobStore,
  { workspace, purpose }: { readonly workspace: string; readonly purpose: BundlePurpose },
  content: AsyncIterable<Uint8Array>,
): Promise<ReceivedBundle> {
  const folder = await mkdtemp(join(tmpdir(), "axis-bundle-"));
  const file = join(folder, randomUUID());
  try {
    const { sha256, bytes } = await saveToFile(content, file);
    const manifest = await inspectBundle(createReadStream(file));
    if (manifest.workspace !== workspace) return { status: "refused", why: "The bundle belongs to another workspace" };
    await storeBundle(store, { sha256, bytes, manifest, content: () => readFileChunks(file) }, purpose);
    return { status: "stored", sha256: toHex(sha256) };
  } catch (error) {
    if (!(error instanceof AxisError && error.code === "bundle-refused")) throw error;
    return { status: "refused", why: error.message };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function saveToFile(
  content: AsyncIterable<Uint8Array>,
  file: string,
): Promise<{ sha256: Buffer; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(async function* () {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AxisError("bundle-refused", "The bundle is larger than 200 MiB");
      hash.update(chunk);
      yield chunk;
    }
  }, createWriteStream(file));
  return { sha256: hash.digest(), bytes };
}

async function* readFileChunks(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}

function toHex(sha256: Uint8Array): string {
  return Buffer.from(sha256).toString("hex");
}
