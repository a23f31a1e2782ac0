/** What a scenario file is: its name, its content before validation, and whether it is a scenario at all. */
import { basename } from "node:path";
import type { Location } from "../validation/problem.ts";
import { isModule } from "../module.ts";

/** The content of a scenario file, before validation. */
export interface ScenarioFile {
  readonly path: string;
  readonly key: string;
  readonly place: Location;
  readonly value: unknown;
}

/** What to do about a file in a scenario folder that cannot be read. */
export const brokenFileHint = "Fix it, move it out of the scenario folder, or run without it: --skip-broken.";

/** Whether a file name can belong to a scenario. */
export function isScenarioName(file: string): boolean {
  return (isModule(file) || /\.(?:json|ya?ml)$/i.test(file)) && !/^axis\.config\./i.test(basename(file));
}

/** The file name without its extension. */
export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}

/** A value with none of these keys is a fixture, a helper or a config of something else. */
export function isScenarioLike(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return ["prompt", "judge", "rubric"].some((key) => Object.hasOwn(value, key));
}

/** Whether a text has the words of a scenario, even if it cannot be parsed or loaded. */
export function mentionsScenario(text: string): boolean {
  return /\bprompt\b/.test(text) && /\b(?:judge|rubric)\b/.test(text);
}
