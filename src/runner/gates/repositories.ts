/** Finds repositories inside a workspace, which setup may have cloned: git itself would see only the commit they are at. */
import type { TreeEntry } from "../workspace/tree-walk.ts";
import { callGit, type GitContext } from "./private-git.ts";

/** Each repository takes several git calls, and an agent could create thousands. */
const maxRepositories = 200;

/** Lists the repositories that are neither ignored nor inside another one. */
export async function listRepositories(git: GitContext, entries: readonly TreeEntry[]): Promise<string[]> {
  const found = new Set(entries.flatMap(({ path }) => (path.endsWith("/.git") ? [path.slice(0, -5)] : [])));
  const outer = [...found].filter((path) => findFolderAbove(path, found) === null);
  if (outer.length === 0) return [];
  const stdin = outer.map((path) => `${path}\0`).join("");
  // One call for all of them. If git fails, none counts as ignored.
  const { stdout } = await callGit(git, { args: ["check-ignore", "--stdin", "-z"], stdin });
  const ignored = new Set(stdout.split("\0"));
  return outer.filter((path) => !ignored.has(path));
}

/** Chooses the repositories to read, in order; if there are too many, those that had files before come first. */
export function chooseRepositories(repositories: readonly string[], before: Iterable<string>): readonly string[] {
  if (repositories.length <= maxRepositories) return repositories;
  const all = new Set(repositories);
  const known = new Set(Array.from(before, (path) => findFolderAbove(path, all)).filter((folder) => folder !== null));
  const rest = repositories.filter((path) => !known.has(path));
  return [...known, ...rest].slice(0, maxRepositories).toSorted();
}

/** Returns the topmost of these folders that contains the path; null if none does. */
export function findFolderAbove(path: string, folders: ReadonlySet<string>): string | null {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return null;
}
