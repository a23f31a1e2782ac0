/** Writes a transcript for the programs that check or judge a run: one JSON line per entry. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Entry } from "../core/entry.ts";

/** `mode`: the permissions of the new file. */
export async function writeEntries(file: string, entries: readonly Entry[], mode?: number): Promise<void> {
  const lines = function* () {
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  };
  await pipeline(lines, createWriteStream(file, mode === undefined ? {} : { mode }));
}
