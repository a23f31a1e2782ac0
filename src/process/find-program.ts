/** Finds the file of a program as the system would, but never in a folder that depends on the current folder. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { systemCode } from "../core/error.ts";

/** Where POSIX systems look if PATH is not set. */
const defaultPath = "/usr/bin:/bin";

export type FoundProgram = { readonly path: string } | { readonly error: string };

/** Returns the absolute path of an executable regular file, or null. */
export async function findProgram(name: string, env: { readonly PATH?: string }, cwd: string): Promise<string | null> {
  const found = locateProgram(name, env, cwd);
  return "path" in found ? found.path : null;
}

/**
 * The synchronous variant, with the system's error code if there is no such program. Empty and relative folders in PATH
 * are skipped: in a workspace they would let an agent put its own `git` first.
 */
export function locateProgram(name: string, env: { readonly PATH?: string }, cwd: string): FoundProgram {
  let error = "ENOENT";
  for (const path of listCandidates(name, env, cwd)) {
    const refusal = findExecutionProblem(path);
    if (refusal === null) return { path };
    if (refusal !== "ENOENT") error = refusal;
  }
  return { error };
}

function listCandidates(name: string, env: { readonly PATH?: string }, cwd: string): string[] {
  if (name === "" || name.includes("\0")) return [];
  if (name.includes("/") || (process.platform === "win32" && name.includes("\\"))) {
    return addExtensions(resolve(cwd, name));
  }
  const folders = (env.PATH ?? defaultPath).split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => addExtensions(join(folder, name)));
}

function addExtensions(path: string): string[] {
  if (process.platform !== "win32") return [path];
  const extensions = (process.env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((end) => end !== "");
  const complete = extensions.some((end) => path.toLowerCase().endsWith(end.toLowerCase()));
  return complete ? [path] : extensions.map((end) => path + end);
}

function findExecutionProblem(path: string): string | null {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return "ENOENT";
    if (!entry.isFile()) return "EACCES";
    accessSync(path, constants.X_OK);
    return null;
  } catch (error) {
    return systemCode(error) ?? "ENOENT";
  }
}
