/** A remote repository as this project has pinned it: the same commit and the same bytes every time. */
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AxisError } from "../../core/error.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import { makeAxisFolder } from "./axis-folder.ts";
import { fetchCommit } from "./fetch.ts";
import { Git } from "./git.ts";
import {
  makeParent,
  createTemporaryFolder,
  removeAbandonedFolders,
  removeTemporaryFolder,
} from "./temporary-folders.ts";
import { type LockedSource, readLock, writeLocked } from "./lock.ts";
import { hashTree, type LibraryTree } from "./tree.ts";
import type { RemoteUrl } from "./url.ts";

const firstLimitMs = 60_000;
const laterLimitMs = 30_000;

/** What opening may use. */
export interface RemoteDeps {
  readonly configDir: string;
  readonly env: NodeJS.ProcessEnv;
  onNotice(message: string): void;
}

export interface RepositoryRequest {
  readonly source: RemoteUrl;
  /** Absolute folder of the clone. */
  readonly folder: string;
  /** Fetch the current HEAD, and move the pin. */
  readonly refresh?: boolean;
  readonly limitMs?: number;
}

export interface Repository {
  readonly url: string;
  readonly folder: string;
  readonly commit: string;
  readonly tree: LibraryTree;
  /** Whether exactly these bytes were trusted with more than data. */
  readonly trusted: boolean;
}

/** The clone as pinned; fetched if it is missing. The first fetch pins it. */
export async function openRepository(request: RepositoryRequest, deps: RemoteDeps): Promise<Repository> {
  const { source, folder } = request;
  const locked = (await readLock(deps.configDir)).sources[source.url];
  const pinned = request.refresh ? undefined : locked;
  if (pinned !== undefined) {
    const here = await existingClone(request, pinned);
    if (here !== undefined) return toRepository(request, pinned, here);
  }
  deps.onNotice(`Fetching ${source.url}`); // It may take a minute.
  const { commit, tree } = await freshClone(request, pinned, deps);
  const isNew = locked?.commit !== commit || locked.tree !== tree.hash;
  const entry = { ...(request.refresh ? locked : pinned), commit, tree: tree.hash };
  if (isNew) {
    await writeLocked(deps.configDir, source.url, entry);
    deps.onNotice(`Fetched ${source.url} at ${commit}; pinned in .axis/axis.lock`);
  }
  return toRepository({ ...request, folder }, entry, tree);
}

/** Whether the clone is at its pin, so that it can be read without the network. */
export async function isAtPin({ source, folder }: RepositoryRequest, configDir: string): Promise<boolean> {
  const pinned = (await readLock(configDir)).sources[source.url];
  return pinned !== undefined && (await readHead(folder)) === pinned.commit;
}

/** Marks packages in a clone as installed by AXIS, so that they do not count as part of it. */
export const installedMark = join(".git", "axis-installed");

function toRepository({ source, folder }: RepositoryRequest, entry: LockedSource, tree: LibraryTree): Repository {
  return { url: source.url, folder, commit: entry.commit, tree, trusted: entry.trusted === tree.hash };
}

/** The tree of a clone that matches its pin; undefined if it must be fetched. */
async function existingClone(
  { source, folder }: RepositoryRequest,
  pinned: LockedSource,
): Promise<LibraryTree | undefined> {
  const head = await readHead(folder);
  if (head === undefined) return undefined;
  const tree = await hashTree(folder, { installed: await pathExists(join(folder, installedMark)) });
  if (tree.hash === pinned.tree) return tree;
  if (head !== pinned.commit) return undefined;
  throw otherTree(source, pinned, tree);
}

/** The commit of a clone, whose HEAD is detached; undefined if there is no clone. */
function readHead(folder: string): Promise<string | undefined> {
  return readFile(join(folder, ".git", "HEAD"), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** Fetches into a new folder and then renames it: a clone is complete or does not exist. */
async function freshClone(request: RepositoryRequest, pinned: LockedSource | undefined, deps: RemoteDeps) {
  const { source, folder } = request;
  makeParent(folder);
  const beside = createTemporaryFolder(`${folder}.new-`);
  try {
    await removeAbandonedFolders(`${folder}.new-`, Date.now());
    await using git = await Git.open(source, deps.env);
    const timeoutMs = request.limitMs ?? (pinned === undefined ? firstLimitMs : laterLimitMs);
    const commit = await fetchCommit(git, { source, commit: pinned?.commit, folder: beside, timeoutMs });
    const tree = await hashTree(beside, { installed: false });
    if (pinned !== undefined && tree.hash !== pinned.tree) throw otherTree(source, pinned, tree);
    await makeAxisFolder(deps.configDir);
    await rm(folder, { recursive: true, force: true });
    await rename(beside, folder);
    return { commit, tree };
  } finally {
    await removeTemporaryFolder(beside);
  }
}

function otherTree({ url }: RemoteUrl, pinned: LockedSource, found: LibraryTree): AxisError {
  const message = `${url} is not what .axis/axis.lock pins: expected the tree ${pinned.tree}, found ${found.hash}`;
  return new AxisError("remote-failed", message, {
    hint: "Delete the clone to fetch the pinned commit again, or move the pin to the current HEAD with: axis remotes update",
  });
}
