/** The detail of a run whose long lists stay in the file until they are read. Opening it scans the bytes once. */
import { stat } from "node:fs/promises";
import { z } from "zod";
import { errorMessage } from "../../core/error.ts";
import { RunDetail } from "../../core/report/run-detail.ts";
import { mapLists, type OpenedRun, openRunInMemory } from "../../core/run/opened-run.ts";
import { type ListName, listNames, readListRows, stripRows } from "../../core/run/run-lists.ts";
import { openStoredFile, readStoredText } from "../disk/stored-file.ts";
import { parseDetail, requireSchema, unreadableError } from "../documents/read-document.ts";
import { openRows, type RowText, toFileText, toMark, toMemoryText } from "./row-list.ts";
import { type RowPositions, RowScan } from "./row-scan.ts";

/** Matches the lists found in a file to their names: in a scanned document, each list contains its number, not its rows. */
const rows = z.array(z.unknown());
const dimension = z.object({ audits: rows });

/** The parts of a detail that must exist before its lists can be matched. */
const Shell = z.object({
  output: z.object({ transcript: rows }),
  interactions: rows,
  score: z.object({ environment: dimension, service: dimension, agent: dimension }).optional(),
});

/** A number is null for an empty list. Returns null if a list contains anything else, or if an unknown list was found. */
function readListNumbers(document: unknown, count: number): Record<ListName, number | null> | null {
  if (!Shell.safeParse(document).success) return null;
  const numbers = listNames.map((name) => [name, readNumber(readListRows(document as RunDetail, name))] as const);
  const used = numbers.map(([, number]) => number).filter((number) => number !== null);
  const isEachUsed = used.length === count && new Set(used).size === count;
  return isEachUsed && used.every((number) => number < count) ? (Object.fromEntries(numbers) as never) : null;
}

function readNumber(found: readonly unknown[]): number | null {
  if (found.length === 0) return null;
  // Infinity is not the number of any list, so the check above fails.
  return found.length === 1 && Number.isInteger(found[0]) && Number(found[0]) >= 0 ? Number(found[0]) : Infinity;
}

export interface LongDetail extends OpenedRun {
  /** Whether the file is unchanged: judging a run rewrites it. */
  readonly isCurrent: () => Promise<boolean>;
}

/** `file` is the name used in errors. A file that is not formatted as AXIS writes it is read completely. */
export async function openDetail(path: string, file: string): Promise<LongDetail> {
  const { scan, mark } = await scanFile(path).catch((error: unknown) => {
    throw unreadableError(file, errorMessage(error), error);
  });
  const found = openInText(scan, toFileText({ path, file, mark }));
  const opened = found ?? openRunInMemory(parseDetail(await readStoredText(path), file));
  return { ...opened, isCurrent: async () => (await readMark(path)) === mark };
}

/** Up to this size, a caller that needs the whole detail reads it at once. */
const shortBytes = 524_288;

/** For callers that read the whole detail part by part: of a long one, only one part is in memory at a time. */
export async function openForReading(path: string, file: string): Promise<OpenedRun> {
  const text = await readShortText(path).catch((error: unknown) => {
    throw unreadableError(file, errorMessage(error), error);
  });
  return text === null ? await openDetail(path, file) : openRunInMemory(parseDetail(text, file));
}

/** Null for a long file. */
async function readShortText(path: string): Promise<string | null> {
  await using handle = await openStoredFile(path);
  return (await handle.stat()).size > shortBytes ? null : await handle.readFile("utf8");
}

/** Opens a detail whose text arrives in pieces and stays in memory. Rows are located but not parsed. */
export async function openDetailPieces(pieces: AsyncIterable<Buffer>, file: string): Promise<OpenedRun> {
  const scan = new RowScan();
  const kept: Buffer[] = [];
  for await (const piece of pieces) {
    scan.take(piece);
    kept.push(piece);
  }
  const bytes = Buffer.concat(kept);
  return openInText(scan, toMemoryText(bytes, file)) ?? openRunInMemory(parseDetail(bytes.toString("utf8"), file));
}

/** Null for a missing file, which counts as changed. */
async function readMark(path: string): Promise<string | null> {
  return await stat(path).then(toMark, () => null);
}

const pieceBytes = 1_048_576;

/** Reads in pieces, so that other work can run between them. */
async function scanFile(path: string): Promise<{ scan: RowScan; mark: string }> {
  await using handle = await openStoredFile(path);
  const mark = toMark(await handle.stat());
  const scan = new RowScan();
  const piece = Buffer.alloc(pieceBytes);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, null);
    if (bytesRead === 0) return { scan, mark };
    scan.take(piece.subarray(0, bytesRead));
  }
}

/** Null if the lists found are not the lists of a run. */
function openInText(scan: RowScan, source: RowText): OpenedRun | null {
  const places = scan.lists;
  const document = parseHead(scan.head());
  const numbers = readListNumbers(document, places.length);
  if (numbers === null) return null;
  const head = stripRows(document as RunDetail);
  requireSchema(RunDetail, head, source.file);
  const none: RowPositions = { start: 0, ends: [] };
  return { head, lists: mapLists((name) => openRows(name, places[numbers[name] ?? -1] ?? none, source)) };
}

/** Null for invalid JSON: the code that reads the whole file reports the error. */
function parseHead(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
