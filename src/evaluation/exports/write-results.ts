/** Writes results in the format that is asked for. All but JSON are made row by row; HTML keeps a few thousand. */
import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { AxisError } from "../../core/error.ts";
import { writePieces } from "../../datasets/write.ts";
import type { EvaluationResult } from "../results/result.ts";
import { writeError } from "../results/results-file.ts";
import { verdictOf } from "../summary/verdict.ts";
import { writtenRow } from "../results/written-row.ts";
import { csvPieces } from "./csv.ts";
import { type ExportRows, rowsOfFile, rowsOfResults } from "./export-rows.ts";
import { htmlPieces } from "./html/html.ts";
import { writtenResult } from "./json.ts";
import { junitPieces } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { worstRows } from "./worst-rows.ts";

export const resultFormats = ["json", "jsonl", "csv", "junit", "markdown", "html"] as const;
export type ResultFormat = (typeof resultFormats)[number];

const endings: Readonly<Record<string, ResultFormat>> = {
  ".json": "json",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
  ".xml": "junit",
  ".md": "markdown",
  ".html": "html",
};

/** The format a path's ending says. */
export function resultFormatOf(path: string): ResultFormat {
  const format = endings[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new AxisError("flag-invalid", `${path}: cannot tell by its ending how results are to be written`, {
    hint: `Name it ${Object.keys(endings).join(", ")}`,
  });
}

/** The pieces of an export. */
export async function* exportPieces(result: EvaluationResult, format: ResultFormat): AsyncGenerator<string> {
  const rows = rowsOf(result);
  if (format === "json") yield `${JSON.stringify(writtenResult(result), null, 2)}\n`;
  else if (format === "csv") yield* csvPieces(rows);
  else if (format === "junit") yield* junitPieces(result.evaluationName, rows);
  else if (format === "markdown")
    yield renderMarkdown({ result, verdict: verdictOf(result), worst: await worstRows(rows) });
  else if (format === "html") yield* htmlPieces(result, rows);
  else for await (const { row } of rows()) yield `${JSON.stringify(writtenRow(row))}\n`;
}

/** Writes an export to a file. */
export async function writeResults(
  result: EvaluationResult,
  path: string,
  { format = resultFormatOf(path) }: { readonly format?: ResultFormat } = {},
): Promise<void> {
  const pieces = exportPieces(result, format);
  try {
    await (format === "html" ? writeBeside(path, pieces) : writePieces(path, pieces));
  } catch (cause) {
    throw writeError(path, cause);
  }
}

/** Renamed when it is whole: half a page could not be opened, and the one before it could. */
async function writeBeside(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writePieces(beside, pieces);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}); // The first error says what is wrong.
    throw error;
  }
}

function rowsOf(result: EvaluationResult): ExportRows {
  if (result.collected) return rowsOfResults(result.results);
  if (result.out !== undefined) return rowsOfFile(result.out);
  throw new AxisError("not-writable", "The rows were not kept: there were too many, and no results file", {
    hint: "Give a results file (out), or ask for all rows (collect: true)",
  });
}
