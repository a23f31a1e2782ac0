/** Finds the folder of this package, both from source and from the bundle: it contains the samples and skills. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageName } from "../version.ts";

/** Absolute path of a folder in the package, such as `examples/hello`. */
export function packageFolder(name: string): string {
  return join(packageRoot(dirname(fileURLToPath(import.meta.url))), name);
}

function packageRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isOurs(join(folder, "package.json"))) return folder;
    if (dirname(folder) === folder) throw new Error(`no package.json of ${packageName} was found above ${start}`);
  }
}

function isOurs(file: string): boolean {
  if (!existsSync(file)) return false;
  return (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name === packageName;
}
