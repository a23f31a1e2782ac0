/** JSON Lines: one item per line, read as a stream; blank lines are skipped. */
import { jsonFault } from "../data-files/json-scan.ts";
import { readLines } from "./lines.ts";
import type { DatasetRecord } from "./record.ts";

/** The records of a file, each with its line. */
export async function* readJsonl(path: string): AsyncGenerator<DatasetRecord> {
  let line = 0;
  for await (const batch of readLines(path)) {
    for (const text of batch) {
      line += 1;
      if (text === null || text.trim() !== "") yield lineRecord(text, line);
    }
  }
}

function lineRecord(text: string | null, line: number): DatasetRecord {
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
