/** Reads a file line by line in constant memory. It splits bytes at line feeds before decoding, so no character breaks. */
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { errorMessage, systemCode } from "../../core/error.ts";
import { datasetError } from "./record.ts";

/** A longer line means a file of another kind, and would fill the memory. */
const maxLineBytes = 64_000_000;
const chunkBytes = 262_144;
const lineFeed = 0x0a;

/** The lines of one chunk; null for a line that is not UTF-8 text. */
export type LineBatch = readonly (string | null)[];

/** All lines without their line breaks, in batches; a byte order mark is dropped. */
export async function* readLines(path: string): AsyncGenerator<LineBatch> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let first = true;
  for await (const chunk of readDatasetBytes(path)) {
    const end = chunk.lastIndexOf(lineFeed);
    if (end === -1) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes > maxLineBytes) throw datasetError(path, `a line is longer than ${maxLineBytes} bytes`);
      continue;
    }
    yield decodeLines(Buffer.concat([...held, chunk.subarray(0, end)]), first);
    first = false;
    held = [chunk.subarray(end + 1)];
    heldBytes = chunk.length - end - 1;
  }
  if (heldBytes > 0) yield decodeLines(Buffer.concat(held), first);
}

/** Counts the lines of a file; the last needs no line break. It counts bytes without decoding them. */
export async function countLines(path: string): Promise<number> {
  let lines = 0;
  let last = lineFeed;
  for await (const chunk of readDatasetBytes(path)) {
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  return last === lineFeed ? lines : lines + 1;
}

/** Yields the bytes of a file; errors name the file. */
export async function* readDatasetBytes(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>;
  } catch (cause) {
    if (systemCode(cause) === undefined) throw cause;
    const why =
      systemCode(cause) === "ENOENT" ? "the file does not exist" : `could not be read (${errorMessage(cause)})`;
    throw datasetError(path, why, { cause });
  }
}

function decodeLines(bytes: Buffer, atStart: boolean): LineBatch {
  if (isUtf8(bytes)) {
    const text = bytes.toString("utf8");
    return (atStart && text.startsWith("\uFEFF") ? text.slice(1) : text).split("\n").map(stripCarriageReturn);
  }
  const lines: (string | null)[] = [];
  for (let start = 0; start <= bytes.length;) {
    const end = bytes.indexOf(lineFeed, start);
    const line = bytes.subarray(start, end === -1 ? bytes.length : end);
    lines.push(isUtf8(line) ? stripCarriageReturn(line.toString("utf8")) : null);
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

function stripCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
