/** Reads the end of a file that an agent's program wrote. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Enough for the lines that end a session. */
const maxEndBytes = 256 * 1024;

/** The lines at the end, the first of which may be cut. The agent controls the folder, so only a plain file is read. */
export async function readLastLines(file: string): Promise<string[]> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stat = await handle.stat();
  if (!stat.isFile()) return [];
  const length = Math.min(stat.size, maxEndBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, stat.size - length);
  return buffer.toString("utf8", 0, bytesRead).trimEnd().split("\n");
}
