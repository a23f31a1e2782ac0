/** Reads the operator's login files: a missing or unreadable file means that there is no login. */
import { readFile } from "node:fs/promises";
import type { Env } from "../../core/agent.ts";

/** The operator's home; undefined if the environment does not set it. */
export function operatorHome(operator: Env): string | undefined {
  return operator["HOME"] ?? operator["USERPROFILE"];
}

/** Null if the file is missing or empty. */
export async function readLoginText(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, "utf8");
    return text.trim() === "" ? null : text;
  } catch {
    return null; // Missing or not readable: as far as this run can tell, no one is signed in.
  }
}

export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>> | null> {
  const value = parseLoginJson((await readLoginText(file)) ?? "");
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Shorter texts in such files are names and dates: masking them would garble every output. */
const minTokenLength = 20;

/** Every text in a JSON document, at any depth, that is long enough to be a token: none of them may be written to a file. */
export function collectLoginTokens(json: string): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [parseLoginJson(json)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string" && value.length >= minTokenLength) found.push(value);
    else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value as object));
  }
  return found;
}

function parseLoginJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // The program itself will report that its file is broken.
  }
}
