/** Reads what a running agent does right now from the end of the file with what it said so far. */
import { open } from "node:fs/promises";
import { systemCode } from "../../core/error.ts";
import { Entry } from "../../core/entry.ts";
import { describeStep, findCurrentEntry } from "../../core/run/current-step.ts";

/** Enough for the last entries; a single one may be longer, and is then not shown. */
const lastBytes = 65_536;

/** Null if the agent has said nothing yet, or the run is over. */
export async function readDoing(path: string): Promise<string | null> {
  const text = await readEnd(path);
  // The first line may be cut off, the last one unfinished.
  const lines = text.split("\n").slice(0, -1);
  const current = findCurrentEntry(lines.flatMap(parseLine));
  return current === undefined ? null : describeStep(current);
}

async function readEnd(path: string): Promise<string> {
  try {
    await using handle = await open(path);
    const { size } = await handle.stat();
    const from = Math.max(0, size - lastBytes);
    const bytes = Buffer.alloc(size - from);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.toString("utf8", 0, bytesRead);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}

/** Lines that are no entry are skipped. */
function parseLine(line: string): Entry[] {
  try {
    const { success, data } = Entry.safeParse(JSON.parse(line));
    return success ? [data] : [];
  } catch {
    return [];
  }
}
