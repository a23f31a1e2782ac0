/** Repairs the end of a results file whose writer was killed in the middle of a line. */
import { open } from "node:fs/promises";

const blockBytes = 65_536;
const lineFeed = 0x0a;

/** Completes a last line without newline if it is valid JSON, otherwise removes it. */
export async function repairLastLine(path: string): Promise<void> {
  await using file = await open(path, "r+");
  const { size } = await file.stat();
  const start = await findLastLineStart(file, size);
  if (start === size) return;
  const bytes = Buffer.alloc(size - start);
  await file.read(bytes, 0, bytes.length, start);
  if (isJson(bytes.toString("utf8"))) await file.write("\n", size);
  else await file.truncate(start);
  await file.datasync();
}

type File = Awaited<ReturnType<typeof open>>;

/** Returns the offset after the last line feed. */
async function findLastLineStart(file: File, size: number): Promise<number> {
  const block = Buffer.alloc(blockBytes);
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - blockBytes);
    await file.read(block, 0, end - from, from);
    const at = block.subarray(0, end - from).lastIndexOf(lineFeed);
    if (at !== -1) return from + at + 1;
    end = from;
  }
  return 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The line is incomplete: the writer was killed.
  }
}
