/** Repositories inside a workspace, as setup may have cloned some: git would see only which commit they are at. */
import type { TreeEntry } from "../../workspace/tree-walk.ts";
import { callGit, type GitPlace } from "./private-git.ts";

/** Each takes git some calls, and nothing keeps an agent from making thousands. */
const mostLookedInto = 200;

/** Those that are not ignored and in no other one. */
export async function repositoriesIn(git: GitPlace, entries: readonly TreeEntry[]): Promise<string[]> {
  const found = new Set(entries.flatMap(({ path }) => (path.endsWith("/.git") ? [path.slice(0, -5)] : [])));
  const outer = [...found].filter((path) => folderAbove(path, found) === null);
  if (outer.length === 0) return [];
  const stdin = outer.map((path) => `${path}\0`).join("");
  // One call for all of them. Where git cannot tell, none counts as ignored.
  const { stdout } = await callGit(git, { args: ["check-ignore", "--stdin", "-z"], stdin });
  const ignored = new Set(stdout.split("\0"));
  return outer.filter((path) => !ignored.has(path));
}

/** Those that are read, in order: where there are too many, the ones that had files before come first. */
export function lookedInto(repositories: readonly string[], before: Iterable<string>): readonly string[] {
  if (repositories.length <= mostLookedInto) return repositories;
  const all = new Set(repositories);
  const known = new Set(Array.from(before, (path) => folderAbove(path, all)).filter((folder) => folder !== null));
  const rest = repositories.filter((path) => !known.has(path));
  return [...known, ...rest].slice(0, mostLookedInto).toSorted();
}

/** The topmost of these folders that is above the path; null where none is. */
export function folderAbove(path: string, folders: ReadonlySet<string>): string | null {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return folder;
  }
  return null;
}
