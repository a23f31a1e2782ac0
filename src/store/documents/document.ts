/** Writes JSON documents: one line per top-level key and per row of a long list, in pieces, whole or not at all. */
import { createHash, randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { FileMark } from "../../core/store.ts";
import type { Disk } from "../disk/disk.ts";
import type { Folders } from "../disk/folders.ts";
import { redactedJson, redactedLines } from "./redacted.ts";
import type { Redact } from "./redacted.ts";

/** Lists that may be long: one element per line, so that they can be searched and never become one text. */
const rowLists = new Set(["transcript", "interactions", "results", "entries", "audits"]);
/** Objects further in are written in one go. */
const deepest = 3;

/** The text of a document, piece by piece. A piece never ends within a string, so nothing secret is cut in two. */
export function* documentPieces(document: object, redact: Redact): Generator<string> {
  yield* joined(members(document, 0, redact), { open: "{\n", between: ",\n", close: "\n}\n" });
}

function* members(object: object, depth: number, redact: Redact): Generator<Iterable<string>> {
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined) yield member(key, value, { depth: depth + 1, redact });
  }
}

interface Place {
  readonly depth: number;
  readonly redact: Redact;
}

function* member(key: string, value: unknown, { depth, redact }: Place): Generator<string> {
  yield `${redactedJson(key, redact)}:`;
  const rows = rowLists.has(key);
  if (typeof value !== "object" || value === null) yield redactedJson(value, redact);
  else if (Array.isArray(value)) yield* rows ? list(value, redact) : [redactedJson(value, redact)];
  else if (rows) yield* joined(members(value, deepest, redact), { open: "{\n", between: ",\n", close: "\n}" });
  else if (depth < deepest) yield* joined(members(value, depth, redact), { open: "{", between: ",", close: "}" });
  else yield redactedJson(value, redact);
}

function* list(rows: readonly unknown[], redact: Redact): Generator<string> {
  if (rows.length === 0) return yield "[]";
  yield "[\n";
  yield* redactedLines(rows, ",\n", redact);
  yield "\n]";
}

interface Marks {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

function* joined(parts: Iterable<Iterable<string>>, { open, between, close }: Marks): Generator<string> {
  let mark = open;
  for (const part of parts) {
    yield mark;
    yield* part;
    mark = between;
  }
  yield mark === open ? open.trim() + close.trimStart() : close;
}

/** Where a document goes. */
export interface Target {
  readonly disk: Disk;
  readonly folders: Folders;
  /** Absolute. */
  readonly path: string;
  /** As the mark names it. */
  readonly file: string;
}

/** Written beside under a temporary name, flushed, renamed: a reader sees the old one or the new one. */
export async function writeWhole(target: Target, pieces: Iterable<string>): Promise<FileMark> {
  const { disk, folders, path, file } = target;
  const folder = dirname(path);
  await folders.ensure(folder);
  const beside = join(folder, `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const mark = await writeBeside(disk, beside, pieces);
    await disk.rename(beside, path);
    await folders.sync(folder);
    return { file, ...mark };
  } catch (error) {
    await disk.remove(beside).catch(() => {}); // The first error says what is wrong; the leftover harms nobody.
    throw error;
  }
}

async function writeBeside(disk: Disk, path: string, pieces: Iterable<string>) {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await disk.open(path, "new");
  const waiting: Promise<void>[] = [];
  try {
    for (const chunk of chunksOf(pieces)) {
      hash.update(chunk);
      bytes += chunk.length;
      // The next chunks are made while these are on their way; others get their turn where there are too many.
      const written = file.write(chunk);
      written.catch(() => {}); // Heard where it is waited for.
      waiting.push(written);
      if (waiting.length >= mostWaiting) await waiting.shift();
    }
    await Promise.all(waiting);
    await file.sync();
  } finally {
    // What is still on its way must not arrive in a file that has this one's number next.
    await Promise.allSettled(waiting);
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

const chunkLength = 65_536;
/** Chunks that are on their way to the file at once. */
const mostWaiting = 8;

function* chunksOf(pieces: Iterable<string>): Generator<Buffer> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}
