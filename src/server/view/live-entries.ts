/** Reads entries of an unfinished run from the file its process writes for viewers: from one byte to the last full line. */
import { open } from "node:fs/promises";
import { systemCode } from "../../core/error.ts";

/** Longer than any line, so that a part of this length always contains the end of one. */
const maxLiveBytes = 16 * 1_048_576;

export interface LiveEntries {
  readonly entries: readonly unknown[];
  /** The offset after the last entry. */
  readonly next: number;
}

export async function readLiveEntries(path: string, from: number): Promise<LiveEntries> {
  const bytes = await readBytesFrom(path, from);
  const end = bytes.lastIndexOf("\n") + 1;
  const lines = bytes.toString("utf8", 0, end).split("\n");
  return { entries: lines.filter((line) => line !== "").map(parseEntry), next: from + end };
}

/** Empty if the file is missing: the run is too short, has printed nothing yet, or is over. */
async function readBytesFrom(path: string, from: number): Promise<Buffer> {
  try {
    await using handle = await open(path);
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, Math.min(size - from, maxLiveBytes)));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** A line that is not JSON is shown as it is. */
function parseEntry(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
