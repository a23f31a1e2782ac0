/** Finds what prevents files from being written, before any of them is written. */
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import type { TemplateFile } from "../file-tree.ts";

/** Checks every file before any is written. With `same`, a file with identical content is not an obstacle. */
export async function refuseObstacles(
  files: readonly TemplateFile[],
  folder: string,
  { overwrite, same, hint }: { readonly overwrite: boolean; readonly same?: "is fine"; readonly hint: string },
): Promise<void> {
  const there: string[] = [];
  for (const file of files) if ((await isObstacle(file, folder, same)) && !overwrite) there.push(file.path);
  if (there.length === 0) return;
  throw new AxisError("file-exists", `Already exists: ${there.join(", ")}. Nothing was written`, {
    hint,
  });
}

async function isObstacle({ path, content }: TemplateFile, folder: string, same?: "is fine"): Promise<boolean> {
  await refuseFileAsFolder(dirname(path), folder);
  try {
    const entry = await stat(join(folder, path));
    if (entry.isDirectory()) throw obstacleError(path, "a folder");
    return same === undefined || (await readFile(join(folder, path), "utf8")) !== content;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function refuseFileAsFolder(parent: string, folder: string): Promise<void> {
  const parts = parent.split("/");
  for (const [index] of parts.entries()) {
    const path = parts.slice(0, index + 1).join("/");
    const entry = await stat(join(folder, path)).catch(() => undefined); // The folder does not exist yet and will be created.
    if (entry === undefined) return;
    if (!entry.isDirectory()) throw obstacleError(path, "not a folder");
  }
}

function obstacleError(path: string, what: string): AxisError {
  return new AxisError("file-exists", `${path} is ${what}, so the files cannot be created. Nothing was written`, {
    hint: "Move it away or rename it first",
  });
}
