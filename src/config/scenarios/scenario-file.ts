/** Reads one scenario file: data or module, and whether it is a scenario at all. */
import { basename } from "node:path";
import { readDataFile } from "../../core/data-files/json-file.ts";
import { isModule, loadOptionalDefault, loadDefault } from "../module.ts";

/** Whether a file name can belong to a scenario. */
export function isScenarioName(file: string): boolean {
  return (isModule(file) || /\.(?:json|ya?ml)$/i.test(file)) && !/^axis\.config\./i.test(basename(file));
}

/** The file name without its extension. */
export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}

/** The content of a scenario file. `shown` is the name used in messages. */
export function readScenarioFile(file: string, shown: string): Promise<unknown> {
  return isModule(file) ? loadDefault(file, { shown }) : readDataFile(file, shown);
}

/** The content of a file in a scenario folder; undefined for a module without a default export. */
export function readFolderFile(file: string, shown: string): Promise<unknown> {
  return isModule(file) ? loadOptionalDefault(file, { shown }) : readDataFile(file, shown);
}

/** A value with none of these keys is a fixture, a helper or a config of something else. */
export function isScenarioLike(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return ["prompt", "judge", "rubric"].some((key) => Object.hasOwn(value, key));
}
