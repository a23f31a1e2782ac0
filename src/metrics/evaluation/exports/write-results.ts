/** Writes results in the requested format. All formats except JSON are generated row by row; HTML keeps a few thousand rows. */
import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { AxisError } from "../../../core/error.ts";
import { writePieces } from "../../datasets/write.ts";
import type { EvaluationResult } from "../results/result.ts";
import { toWriteError } from "../results/results-file.ts";
import { verdictOf } from "../summary/verdict.ts";
import { toFileRow } from "../results/file-row.ts";
import { generateCsv } from "./csv.ts";
import { type ExportRows, readRowsFromFile, readRowsFromResults } from "./export-rows.ts";
import { generateHtml } from "./html/html.ts";
import { toResultDocument } from "./json.ts";
import { generateJunit } from "./junit.ts";
import { renderEvaluationMarkdown } from "./markdown.ts";
import { findWorstRows } from "./worst-rows.ts";

export const resultFormats = ["json", "jsonl", "csv", "junit", "markdown", "html"] as const;
export type ResultFormat = (typeof resultFormats)[number];

const formatsByExtension: Readonly<Record<string, ResultFormat>> = {
  ".json": "json",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
  ".xml": "junit",
  ".md": "markdown",
  ".html": "html",
};

/** Detects the format from the file extension. */
export function detectResultFormat(path: string): ResultFormat {
  const format = formatsByExtension[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new AxisError("flag-invalid", `${path}: the file extension is not a known result format`, {
    hint: `Use one of these extensions: ${Object.keys(formatsByExtension).join(", ")}`,
  });
}

/** Generates an export piece by piece. */
export async function* generateExport(result: EvaluationResult, format: ResultFormat): AsyncGenerator<string> {
  const rows = findExportRows(result);
  if (format === "json") yield `${JSON.stringify(toResultDocument(result), null, 2)}\n`;
  else if (format === "csv") yield* generateCsv(rows);
  else if (format === "junit") yield* generateJunit(result.evaluationName, rows);
  else if (format === "markdown")
    yield renderEvaluationMarkdown({ result, verdict: verdictOf(result), worst: await findWorstRows(rows) });
  else if (format === "html") yield* generateHtml(result, rows);
  else for await (const { row } of rows()) yield `${JSON.stringify(toFileRow(row))}\n`;
}

/** Writes an export to a file. */
export async function writeResults(
  result: EvaluationResult,
  path: string,
  { format = detectResultFormat(path) }: { readonly format?: ResultFormat } = {},
): Promise<void> {
  const pieces = generateExport(result, format);
  try {
    await (format === "html" ? replaceFile(path, pieces) : writePieces(path, pieces));
  } catch (cause) {
    throw toWriteError(path, cause);
  }
}

/** Writes to a temporary file and renames it, because a partial page could not be opened and must not replace a complete one. */
async function replaceFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await writePieces(beside, pieces);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}); // The first error is the one to report.
    throw error;
  }
}

function findExportRows(result: EvaluationResult): ExportRows {
  if (result.collected) return readRowsFromResults(result.results);
  if (result.out !== undefined) return readRowsFromFile(result.out);
  throw new AxisError("not-writable", "The rows were not kept, because there were too many and there is no results file", {
    hint: "Set a results file (out), or keep all rows (collect: true)",
  });
}
