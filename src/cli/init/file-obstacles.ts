/** What stands in the way of files that are to be written: found before any of them is. */
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import type { LaidFile } from "../file-tree.ts";

/** Looks at every file before any is written. `same` content is in nobody's way where the caller says so. */
export async function refuseObstacles(
  files: readonly LaidFile[],
  folder: string,
  { overwrite, same, hint }: { readonly overwrite: boolean; readonly same?: "is fine"; readonly hint: string },
): Promise<void> {
  const there: string[] = [];
  for (const file of files) if ((await isInTheWay(file, folder, same)) && !overwrite) there.push(file.path);
  if (there.length === 0) return;
  throw new AxisError("file-exists", `There already: ${there.join(", ")}. Nothing was written`, {
    hint,
  });
}

async function isInTheWay({ path, content }: LaidFile, folder: string, same?: "is fine"): Promise<boolean> {
  await refuseFileAsFolder(dirname(path), folder);
  try {
    const entry = await stat(join(folder, path));
    if (entry.isDirectory()) throw obstacle(path, "a folder");
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
    const entry = await stat(join(folder, path)).catch(() => undefined); // Not there yet: it will be made.
    if (entry === undefined) return;
    if (!entry.isDirectory()) throw obstacle(path, "no folder");
  }
}

function obstacle(path: string, what: string): AxisError {
  return new AxisError("file-exists", `${path} is ${what}: it stands in the way. Nothing was written`, {
    hint: "Move it away first",
  });
}
