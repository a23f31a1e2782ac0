/** Writes a configuration file into the home of a run: readable by this user only, because it may contain secrets. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { joinInside } from "../../core/paths/inside.ts";

/** Returns the absolute path of the file. */
export async function writeHomeFile(home: string, path: string, content: string): Promise<string> {
  const file = joinInside(home, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

/** The same for a value to write as JSON. */
export function writeHomeJson(home: string, path: string, value: unknown): Promise<string> {
  return writeHomeFile(home, path, `${JSON.stringify(value, null, 2)}\n`);
}
