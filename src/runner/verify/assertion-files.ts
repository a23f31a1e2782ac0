/** Finds the files an assertion names in a frozen workspace. */
import { globBase, globMatcher, isGlob } from "../../core/paths/glob.ts";
import type { FrozenFile } from "../workspace/frozen-parts.ts";
import type { FrozenTree } from "../workspace/freeze.ts";

export interface FoundFile {
  /** The path in the agent's tree; for a link, the link's own path. */
  readonly path: string;
  readonly file: FrozenFile;
}

/** Finds the files that match a path or glob, in code-unit order; a link that stays inside counts as its target. */
export function findFiles(tree: FrozenTree, pattern: string): FoundFile[] {
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const plain = pattern.replace(/^(?:\.\/)+/, "");
  if (!isGlob(plain)) {
    const file = files.get(resolveLinkedPath(tree, plain));
    return file === undefined ? [] : [{ path: plain, file }];
  }
  const matches = globMatcher(plain);
  const found = tree.files.filter(({ path }) => matches(path)).map((file) => ({ path: file.path, file }));
  for (const { path, target } of tree.links) {
    const file = files.get(target);
    if (file !== undefined && matches(path)) found.push({ path, file });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Describes what is at the place a pattern names if it is not a file of the tree; null if nothing is. */
export function findObstacle(tree: FrozenTree, pattern: string): string | null {
  const plain = pattern.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  return isGlob(plain) ? globObstacle(tree, plain) : plainObstacle(tree, plain);
}

function plainObstacle(tree: FrozenTree, plain: string): string | null {
  const out = tree.leftOut.find(({ path }) => path === plain || plain.startsWith(`${path}/`));
  if (out !== undefined) return `${out.path} could not be examined: ${out.why}`;
  return tree.folders.includes(resolveLinkedPath(tree, plain)) ? `${plain} is a folder` : null;
}

function globObstacle(tree: FrozenTree, glob: string): string | null {
  const matches = globMatcher(glob);
  const base = globBase(glob);
  const mayHide = (folder: string) =>
    base === "" || `${folder}/`.startsWith(`${base}/`) || `${base}/`.startsWith(`${folder}/`);
  const out = tree.leftOut.find(({ path, isFolder }) => matches(path) || (isFolder && mayHide(path)));
  return out === undefined ? null : `${out.path} could not be examined: ${out.why}`;
}

/** Resolves links in the path: at most one part of it is a link, and that points straight to its real path. */
function resolveLinkedPath(tree: FrozenTree, path: string): string {
  const link = tree.links.find((candidate) => path === candidate.path || path.startsWith(`${candidate.path}/`));
  if (link === undefined) return path;
  const rest = path.slice(link.path.length);
  return link.target === "" ? rest.slice(1) : link.target + rest;
}
