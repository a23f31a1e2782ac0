/** Which paths a bundle may contain, and which project files it leaves out. */

/** What is wrong with an entry's path, or null if it is valid. */
export function findPathProblem(path: string): string | null {
  if (path === "" || Buffer.byteLength(path) > 1_000) return "is empty or longer than 1,000 bytes";
  if (!path.isWellFormed() || /[\\\p{Cc}]/u.test(path))
    return "contains a backslash, a control character or an unpaired surrogate";
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    return "is not a plain path inside the project";
  return null;
}

/** Folders that are never part of a project's bundle. */
const excludedFolders = new Set([".git", "node_modules", ".axis"]);

export function isExcludedFolder(name: string): boolean {
  return excludedFolders.has(name);
}

/** Whether a file name suggests a secret. Workers take keys from their own environment. */
export function isSecretName(name: string): boolean {
  return /^\.env|\.pem$|^id_/i.test(name);
}
