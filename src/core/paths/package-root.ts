/** Finds the folder of this package, from source and from the bundle alike: its samples and skills lie there. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageName } from "../version.ts";

/** Absolute path of a folder that the package carries, such as `examples/hello`. */
export function packageFolder(name: string): string {
  return join(packageRoot(dirname(fileURLToPath(import.meta.url))), name);
}

function packageRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isOurs(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) throw new Error(`the package.json of ${packageName} is not above ${start}`);
  }
}

function isOurs(file: string): boolean {
  if (!existsSync(file)) return false;
  return (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name === packageName;
}
