/** Writes a file of configuration into the home of a run: for this user alone, since it may hold secrets. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { joinInside } from "../../core/paths/inside.ts";

/** The absolute path of the file. */
export async function placeFile(home: string, path: string, content: string): Promise<string> {
  const file = joinInside(home, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

/** The same for a value that is written as JSON. */
export function placeJson(home: string, path: string, value: unknown): Promise<string> {
  return placeFile(home, path, `${JSON.stringify(value, null, 2)}\n`);
}
