/** Reads files of the operator's logins: what is not there, or not readable, is no login. */
import { readFile } from "node:fs/promises";
import type { Env } from "../../core/agent.ts";

/** The operator's home; undefined where the environment does not tell. */
export function operatorHome(operator: Env): string | undefined {
  return operator["HOME"] ?? operator["USERPROFILE"];
}

/** Null where there is no such file, or nothing in it. */
export async function readText(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, "utf8");
    return text.trim() === "" ? null : text;
  } catch {
    return null; // Not there or not ours to read: nobody is signed in as far as this run can tell.
  }
}

export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>> | null> {
  const value = parsed((await readText(file)) ?? "");
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Shorter texts in such files are names and dates: replacing them would garble every text. */
const shortestToken = 20;

/** Every text in a JSON document, however deep, that is long enough for a token: none of them may be written down. */
export function tokensIn(json: string): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [parsed(json)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string" && value.length >= shortestToken) found.push(value);
    else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value as object));
  }
  return found;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // The program itself will say that its file is broken.
  }
}
