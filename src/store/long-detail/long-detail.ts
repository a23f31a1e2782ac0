/** The detail of a run whose long lists stay in its file until they are asked for: opening it costs one look at its bytes. */
import { stat } from "node:fs/promises";
import { messageOf } from "../../core/error.ts";
import { RunDetail } from "../../core/report/run-detail.ts";
import { eachList, type OpenedRun, wholeRun } from "../../core/run/opened-run.ts";
import { withoutRows } from "../../core/run/run-lists.ts";
import { openStored, storedText } from "../disk/stored-file.ts";
import { checked, parseDetail, unreadable } from "../documents/stored-document.ts";
import { listNumbers } from "./list-numbers.ts";
import { markOf, rowsInText, type RowText, textInBytes, textInFile } from "./row-list.ts";
import { type RowPlaces, RowScan } from "./row-scan.ts";

export interface LongDetail extends OpenedRun {
  /** Whether its file is still the same: a run that is judged is written anew. */
  readonly isCurrent: () => Promise<boolean>;
}

/** `file` is what mistakes name it. A file whose lines are not as we write them is read whole. */
export async function openDetail(path: string, file: string): Promise<LongDetail> {
  const { scan, mark } = await scanFile(path).catch((error: unknown) => {
    throw unreadable(file, messageOf(error), error);
  });
  const found = inText(scan, textInFile({ path, file, mark }));
  const opened = found ?? wholeRun(parseDetail(await storedText(path), file));
  return { ...opened, isCurrent: async () => (await markAt(path)) === mark };
}

/** Bytes up to which a detail is read at once by whoever needs all of it. */
const shortBytes = 524_288;

/** For whoever goes through all of it, part by part: of a long one no more than a part is in memory. */
export async function openToRead(path: string, file: string): Promise<OpenedRun> {
  const text = await shortText(path).catch((error: unknown) => {
    throw unreadable(file, messageOf(error), error);
  });
  return text === null ? await openDetail(path, file) : wholeRun(parseDetail(text, file));
}

/** Null for a long one. */
async function shortText(path: string): Promise<string | null> {
  await using handle = await openStored(path);
  return (await handle.stat()).size > shortBytes ? null : await handle.readFile("utf8");
}

/** One whose text is kept in memory as it comes: of its rows no more is looked at than where they end. */
export async function detailInPieces(pieces: AsyncIterable<Buffer>, file: string): Promise<OpenedRun> {
  const scan = new RowScan();
  const kept: Buffer[] = [];
  for await (const piece of pieces) {
    scan.take(piece);
    kept.push(piece);
  }
  const bytes = Buffer.concat(kept);
  return inText(scan, textInBytes(bytes, file)) ?? wholeRun(parseDetail(bytes.toString("utf8"), file));
}

/** A file that is gone is not the same any more. */
async function markAt(path: string): Promise<string | null> {
  return await stat(path).then(markOf, () => null);
}

const pieceBytes = 1_048_576;

/** Other work goes on between two pieces. */
async function scanFile(path: string): Promise<{ scan: RowScan; mark: string }> {
  await using handle = await openStored(path);
  const mark = markOf(await handle.stat());
  const scan = new RowScan();
  const piece = Buffer.alloc(pieceBytes);
  for (;;) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, null);
    if (bytesRead === 0) return { scan, mark };
    scan.take(piece.subarray(0, bytesRead));
  }
}

/** Null where the lists that were found are not those of a run. */
function inText(scan: RowScan, source: RowText): OpenedRun | null {
  const places = scan.lists;
  const document = parsedHead(scan.head());
  const numbers = listNumbers(document, places.length);
  if (numbers === null) return null;
  const head = withoutRows(document as RunDetail);
  checked(RunDetail, head, source.file);
  const none: RowPlaces = { start: 0, ends: [] };
  return { head, lists: eachList((name) => rowsInText(name, places[numbers[name] ?? -1] ?? none, source)) };
}

/** Null for what is no document: whoever reads the whole file says what is wrong with it. */
function parsedHead(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
