/** Trusts a library: from then on, exactly these bytes may do more than provide data. */
import { AxisError } from "../../core/error.ts";
import { remoteFolder } from "./remotes.ts";
import { libraryParts } from "./library.ts";
import { readLock, writeLocked } from "./lock.ts";
import { partText } from "./parts.ts";
import { openRepository, type RemoteDeps } from "./repository.ts";
import { parseRemoteUrl, redactUrl } from "./url.ts";

export interface Trust {
  readonly url: string;
  readonly commit: string;
  /** SHA-256 of the tree; any other tree is untrusted. */
  readonly tree: string;
  /** What it may do from now on, one line each. */
  readonly parts: readonly string[];
}

/** What trusting a library would allow. Executes nothing, and writes only the pin of a first fetch. */
export async function inspectRemote(url: string, deps: RemoteDeps): Promise<Trust> {
  const source = parseRemoteUrl(url, { fromProject: true });
  if ("problem" in source) throw new AxisError("remote-failed", `${redactUrl(url)}: ${source.problem}`);
  const repository = await openRepository({ source, folder: remoteFolder(deps.configDir, source) }, deps);
  const parts = await libraryParts(repository, deps.configDir);
  return { url: repository.url, commit: repository.commit, tree: repository.tree.hash, parts: parts.map(partText) };
}

/** Trusts what is pinned now, and returns what that allows. */
export async function trustRemote(url: string, deps: RemoteDeps): Promise<Trust> {
  const trust = await inspectRemote(url, deps);
  const locked = (await readLock(deps.configDir)).sources[trust.url];
  if (locked === undefined) throw new AxisError("remote-failed", `${url} is not in .axis/axis.lock`);
  await writeLocked(deps.configDir, trust.url, { ...locked, trusted: trust.tree });
  return trust;
}
