/** Moves the pins of libraries and skills to the current HEAD, and reports what that changes. */
import { pathExists } from "../../core/files/path-kind.ts";
import { remoteFolder } from "./remotes.ts";
import { isUrl } from "../scenarios.ts";
import { skillFolder } from "../skills/remote.ts";
import { parseSource } from "../skills/source.ts";
import type { CheckedConfig } from "../validation/validate.ts";
import { readLock } from "./lock.ts";
import { openRepository, type RemoteDeps } from "./repository.ts";
import { hashTree, type LibraryTree, treeChanges } from "./tree.ts";
import { parseRemoteUrl, type RemoteUrl } from "./url.ts";

/** Moves every source to its current HEAD and returns what changed, as sentences. */
export async function updateRemotes(checked: CheckedConfig, deps: RemoteDeps): Promise<string[]> {
  const { configDir } = deps;
  const { sources } = await readLock(configDir);
  const named = checked.scenarios
    .map(({ entry }) => entry)
    .filter(isUrl)
    .map((url) => url.replace(/\/+$/, ""));
  const said: string[] = [];
  for (const url of new Set([...named, ...Object.keys(sources)])) {
    const source = parseRemoteUrl(url, { fromProject: true });
    if ("problem" in source) continue;
    for (const folder of await listClones(source, named.includes(url), configDir)) {
      said.push(...(await updateOne({ source, folder }, sources[url]?.commit, deps)));
    }
  }
  return said;
}

/** A source may be used as a library, as skills, or as both. */
async function listClones(source: RemoteUrl, named: boolean, configDir: string): Promise<string[]> {
  const library = remoteFolder(configDir, source);
  const skill = parseSource(source.url);
  const folders =
    skill?.kind === "github" ? [library, skillFolder(configDir, skill.owner, skill.repository)] : [library];
  const there = await Promise.all(folders.map((folder) => pathExists(folder)));
  return folders.filter((folder, index) => there[index] || (named && folder === library));
}

async function updateOne(
  { source, folder }: { source: RemoteUrl; folder: string },
  was: string | undefined,
  deps: RemoteDeps,
): Promise<string[]> {
  const before: LibraryTree = (await pathExists(folder))
    ? await hashTree(folder, { installed: true })
    : { hash: "", files: new Map() };
  deps.onNotice(`Fetching ${source.url}`);
  // Its final notice is suppressed: the lines below report the same, with the changes.
  const repository = await openRepository({ source, folder, refresh: true }, { ...deps, onNotice: () => {} });
  if (was === repository.commit) return [`${source.url} is unchanged at ${repository.commit}`];
  const moved =
    was === undefined
      ? `${source.url} is now at ${repository.commit}`
      : `${source.url} moved from ${was} to ${repository.commit}`;
  return [moved, ...treeChanges(before, repository.tree).map((change) => `  ${change}`)];
}
