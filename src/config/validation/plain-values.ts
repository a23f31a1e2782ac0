/** What is refused in any file, whatever its schema: deep nesting, keys that reach the prototype, secrets. */
import { maxNesting } from "../../core/data-files/json-scan.ts";
import { appendPath, createProblem, type Location, type Problem } from "./problem.ts";

/** Patterns that are secrets wherever they occur. */
const secretShapes = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/,
  /\bglpat-[A-Za-z0-9_-]{20,}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\bAIza[A-Za-z0-9_-]{35}/,
  /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@$]{1,100}:[^\s/@$]{3,200}@/,
];

/** Whether a text holds something shaped like a secret. */
export function isSecretLike(text: string): boolean {
  return secretShapes.some((shape) => shape.test(text));
}

const usualSuggestion = "Put the value into the environment and write its name: in env, or as ${NAME} in mcp_servers.";

/** Settings whose value belongs in a variable of AXIS. */
const suggestions: Readonly<Record<string, string>> = {
  "settings.store.url": "Put the whole URL into AXIS_DATABASE_URL, or the password alone into PGPASSWORD.",
};

/** The problem of a secret at a location; its value is never shown. */
function secretProblem(place: Location): Problem {
  const suggestion = suggestions[place.path.join(".")] ?? usualSuggestion;
  return {
    ...createProblem(place, "This looks like a secret. Do not write secrets into files.", suggestion),
    alone: true,
  };
}

/** Finds a value that is nested too deeply or refers back to itself; nothing more can be checked then. */
export function nestingProblem(value: unknown, place: Location, above: readonly object[] = []): Problem | undefined {
  if (!isPlain(value)) return undefined;
  if (above.includes(value)) return createProblem(place, "This refers back to an object that contains it.");
  if (above.length >= maxNesting) {
    return createProblem({ ...place, path: place.path.slice(0, 4) }, `Nested deeper than ${maxNesting} levels.`);
  }
  for (const [key, part] of listEntries(value)) {
    const problem = nestingProblem(part, appendPath(place, key), [...above, value]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Secrets, and keys that reach the prototype, anywhere in a value. */
export function plainValueProblems(value: unknown, place: Location): Problem[] {
  if (typeof value === "string") return isSecretLike(value) ? [secretProblem(place)] : [];
  if (!isPlain(value)) return [];
  return listEntries(value).flatMap(([key, part]) => {
    if (key === "__proto__") return [createProblem(appendPath(place, key), 'Unknown key "__proto__".')];
    return plainValueProblems(part, appendPath(place, key));
  });
}

function listEntries(value: object): [PropertyKey, unknown][] {
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
}

/** Judges and other objects that contain code are not data. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object literal of another realm has a prototype of its own that ends the chain.
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}
