/** JSON Lines: one item per line, read as a stream; blank lines are skipped. */
import { jsonFault } from "../../core/data-files/json-scan.ts";
import { type LineBatch, readLines } from "./lines.ts";
import type { DatasetRecord } from "./record.ts";

const openBrace = 0x7b;

/** The records of a file in batches, each with its line number. */
export async function* readJsonl(path: string): AsyncGenerator<Iterable<DatasetRecord>> {
  let line = 0;
  for await (const batch of readLines(path)) {
    yield parseLines(batch, line);
    line += batch.length;
  }
}

/** Parses records on demand. */
function* parseLines(batch: LineBatch, before: number): Generator<DatasetRecord> {
  for (const [position, text] of batch.entries())
    if (text === null || !isBlank(text)) yield parseLine(text, before + position + 1);
}

function isBlank(text: string): boolean {
  return text.charCodeAt(0) !== openBrace && text.trim() === "";
}

function parseLine(text: string | null, line: number): DatasetRecord {
  const place = `line ${line}`;
  if (text === null) return { place, line, value: undefined, fault: "is not UTF-8 text" };
  try {
    return { place, line, value: JSON.parse(text) as unknown, text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const fault = jsonFault(text);
    const at = fault === null ? "" : `, column ${fault.position + 1}: ${fault.message}`;
    return { place, line, value: undefined, fault: `is not valid JSON${at}` };
  }
}
