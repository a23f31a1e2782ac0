/** Whether Node reads a `.js` file as an ES module, according to the nearest package.json above it. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../core/error.ts";

/** True if the nearest package.json has `"type": "module"`. */
export function isInModulePackage(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const text = readIfPresent(join(folder, "package.json"));
    if (text !== undefined) return parsePackageType(text) === "module";
    if (dirname(folder) === folder) return false;
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

function parsePackageType(text: string): unknown {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type;
  } catch {
    // Not ours to judge: code that reads it as a package reports it, and a config next to it may still be fine.
    return undefined;
  }
}
