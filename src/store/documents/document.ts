/** Writes JSON documents atomically and in pieces, with one line per top-level key and per row of a long list. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { replaceWith } from "../../core/files/write-file.ts";
import type { FileMark } from "../../core/store.ts";
import type { Disk } from "../disk/disk.ts";
import type { Folders } from "../disk/folders.ts";
import { toRedactedJson, toRedactedLines } from "./redact.ts";
import type { Redact } from "./redact.ts";

/** Lists that may be long: one element per line, so that they can be searched and are never held as one string. */
const rowLists = new Set(["transcript", "interactions", "results", "entries", "audits"]);
/** Objects at this depth are written in one piece. */
const maxDepth = 3;

/** The text of a document in pieces. A piece never ends within a string, so no secret is split between two pieces. */
export function* serializeDocument(document: object, redact: Redact): Generator<string> {
  yield* joinPieces(serializeMembers(document, 0, redact), { open: "{\n", between: ",\n", close: "\n}\n" });
}

function* serializeMembers(object: object, depth: number, redact: Redact): Generator<Iterable<string>> {
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined) yield serializeMember(key, value, { depth: depth + 1, redact });
  }
}

interface MemberContext {
  readonly depth: number;
  readonly redact: Redact;
}

function* serializeMember(key: string, value: unknown, { depth, redact }: MemberContext): Generator<string> {
  yield `${toRedactedJson(key, redact)}:`;
  const rows = rowLists.has(key);
  if (typeof value !== "object" || value === null) yield toRedactedJson(value, redact);
  else if (Array.isArray(value)) yield* rows ? serializeList(value, redact) : [toRedactedJson(value, redact)];
  else if (rows)
    yield* joinPieces(serializeMembers(value, maxDepth, redact), { open: "{\n", between: ",\n", close: "\n}" });
  else if (depth < maxDepth)
    yield* joinPieces(serializeMembers(value, depth, redact), { open: "{", between: ",", close: "}" });
  else yield toRedactedJson(value, redact);
}

function* serializeList(rows: readonly unknown[], redact: Redact): Generator<string> {
  if (rows.length === 0) return yield "[]";
  yield "[\n";
  yield* toRedactedLines(rows, ",\n", redact);
  yield "\n]";
}

interface Marks {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

function* joinPieces(parts: Iterable<Iterable<string>>, { open, between, close }: Marks): Generator<string> {
  let mark = open;
  for (const part of parts) {
    yield mark;
    yield* part;
    mark = between;
  }
  yield mark === open ? open.trim() + close.trimStart() : close;
}

/** Where a document is written. */
export interface DocumentTarget {
  readonly disk: Disk;
  readonly folders: Folders;
  /** Absolute. */
  readonly path: string;
  /** The name of the file in its mark. */
  readonly file: string;
}

/** Readers see the old file or the new one, which is on disk when this resolves. */
export async function writeAtomically(target: DocumentTarget, pieces: Iterable<string>): Promise<FileMark> {
  const { disk, folders, path, file } = target;
  const folder = dirname(path);
  await folders.ensure(folder);
  const mark = await replaceWith(path, (temporary) => writeTemporaryFile(disk, temporary, pieces), disk);
  await folders.sync(folder);
  return { file, ...mark };
}

async function writeTemporaryFile(disk: Disk, path: string, pieces: Iterable<string>) {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await disk.open(path, "new");
  const waiting: Promise<void>[] = [];
  try {
    for (const chunk of toChunks(pieces)) {
      hash.update(chunk);
      bytes += chunk.length;
      // The next chunks are prepared while these are being written; beyond the limit, other work gets its turn.
      const written = file.write(chunk);
      written.catch(() => {}); // The error is thrown where the write is awaited.
      waiting.push(written);
      if (waiting.length >= maxPendingWrites) await waiting.shift();
    }
    await Promise.all(waiting);
    await file.sync();
  } finally {
    // A pending write must not reach another file that reuses this descriptor.
    await Promise.allSettled(waiting);
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

const chunkLength = 65_536;
/** The maximum number of chunks that are written at the same time. */
const maxPendingWrites = 8;

function* toChunks(pieces: Iterable<string>): Generator<Buffer> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}
