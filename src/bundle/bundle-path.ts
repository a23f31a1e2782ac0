/** Which paths a bundle may hold, and which files of a project stay out of it. */

/** What is wrong with the path of an entry, or null. */
export function entryPathProblem(path: string): string | null {
  if (path === "" || Buffer.byteLength(path) > 1_000) return "is empty or longer than 1,000 bytes";
  if (!path.isWellFormed() || /[\\\p{Cc}]/u.test(path))
    return "holds a backslash, a control character or half a character";
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    return "is not a plain path below the project";
  return null;
}

/** Folders that are never part of a project's bundle. */
const leftOutFolders = new Set([".git", "node_modules", ".axis"]);

export function isLeftOutFolder(name: string): boolean {
  return leftOutFolders.has(name);
}

/** Names that usually mean a secret. Keys come from the worker's own environment. */
export function isSecretName(name: string): boolean {
  return /^\.env|\.pem$|^id_/i.test(name);
}
