/** Reads documents: parses them, upgrades them to the current version, and checks them against their schemas. */
import type { z } from "zod";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { type Report, reportVersion, StoredReport } from "../../core/report.ts";
import { completeReport } from "../../core/report/complete-report.ts";
import { Baseline, baselineVersion } from "../../core/report/baseline.ts";
import { RunDetail } from "../../core/report/run-detail.ts";
import { Category } from "../../core/score/category.ts";
import { readStoredText } from "../disk/stored-file.ts";

/** Documents of other versions: older ones are upgraded once, when they are read; newer ones are refused. */
type Upgrade = (document: object) => object;

/** Upgrades from each version to the next. Version 1 is the first, so there is nothing to upgrade yet. */
const upgrades: Readonly<Record<string, Upgrade>> = {};

/** The document in the current version. */
function upgradeDocument(document: unknown, file: string, current: string): object {
  const version = readVersion(document);
  if (typeof document !== "object" || document === null || version === null)
    throw new AxisError("report-unreadable", `${file} has no valid version`);
  if (version > Number(current))
    throw new AxisError(
      "report-newer",
      `${file} was written by a newer version of AXIS (document version ${version}; this AXIS reads up to ${current})`,
      { hint: "Update AXIS to read it" },
    );
  let result: object = document;
  for (let from = version; from < Number(current); from += 1) result = upgrades[from]?.(result) ?? result;
  return result;
}

function readVersion(document: unknown): number | null {
  if (typeof document !== "object" || document === null || !("version" in document)) return null;
  const { version } = document;
  return typeof version === "string" && /^[1-9]\d{0,5}$/.test(version) ? Number(version) : null;
}

/** A report from its text. */
export function parseReport(text: string, file: string): Report {
  return completeReport(
    requireSchema(StoredReport, upgradeDocument(parseJson(text, file), file, reportVersion), file).document,
  );
}

/** A report without the audits of its runs: they make up most of a report of long runs, and the details have them too. */
export function parseReportHead(text: string, file: string): Report {
  const document = upgradeDocument(parseJson(text, file), file, reportVersion);
  return completeReport(requireSchema(StoredReport, stripAudits(document), file).document);
}

/** A baseline from its text. */
export function parseBaseline(text: string, file: string): Baseline {
  return requireSchema(Baseline, upgradeDocument(parseJson(text, file), file, baselineVersion), file).document;
}

/** The detail of a run from its text. Fills in optional fields of entries. */
export function parseDetail(text: string, file: string): RunDetail {
  const { document, parsed } = requireSchema(RunDetail, parseJson(text, file), file);
  return { ...document, output: { ...document.output, transcript: parsed.output.transcript } };
}

/** The detail of a run from its file in the folder of a report. */
export async function readDetailFile(folder: string, file: string): Promise<RunDetail> {
  const path = await resolveInside(folder, file);
  const text = await readStoredText(path).catch((error: unknown) => {
    throw unreadableError(file, errorMessage(error), error);
  });
  return parseDetail(text, file);
}

/** The text of a file, or undefined if it does not exist. */
export async function readTextIfExists(path: string): Promise<string | undefined> {
  try {
    return await readStoredText(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadableError(path, errorMessage(error), error);
  }
}

/** Error handler for listing a folder: a missing folder counts as empty; any other error is thrown. */
export function emptyIfMissing(folder: string): (error: unknown) => never[] {
  return (error) => {
    if (systemCode(error) === "ENOENT") return [];
    throw unreadableError(folder, errorMessage(error), error);
  };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadableError(file, "it is not valid JSON", error);
  }
}

/** Returns the document itself besides zod's copy: the copy loses every key `__proto__`, which is only a name here. */
export function requireSchema<T>(schema: z.ZodType<T>, value: unknown, file: string): { document: T; parsed: T } {
  const result = schema.safeParse(value);
  if (result.success) return { document: value as T, parsed: result.data };
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  throw unreadableError(file, `${place}${issue?.message ?? "it does not have the expected shape"}`);
}

/** The error for a file that exists but cannot be used. */
export function unreadableError(file: string, why: string, cause?: unknown): AxisError {
  return new AxisError("report-unreadable", `${file} could not be read: ${why}`, { cause });
}

/** A result without a detail file keeps its audits, because they are stored nowhere else. */
function stripAudits(report: object): object {
  const results: unknown = "results" in report ? report.results : undefined;
  return Array.isArray(results) ? { ...report, results: results.map(stripResult) } : report;
}

function stripResult(result: unknown): unknown {
  if (!isObject(result) || !isObject(result.score) || result.file === "") return result;
  const score = { ...result.score };
  for (const category of Category.options) {
    const dimension = score[category];
    if (isObject(dimension) && Array.isArray(dimension.audits)) score[category] = { ...dimension, audits: [] };
  }
  return { ...result, score };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
