/** Reads documents: parses them, upgrades them to the current version, and checks them against their schemas. */
import type { z } from "zod";
import { Baseline, baselineVersion } from "../../core/report/baseline.ts";
import { AxisError, messageOf, systemCode } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import { Report, reportVersion } from "../../core/report.ts";
import { RunDetail } from "../../core/report/run-detail.ts";
import { storedText } from "../disk/stored-file.ts";
import { withoutAudits } from "./without-audits.ts";
import { upgraded } from "./upgrade.ts";

/** A report from its text. */
export function parseReport(text: string, file: string): Report {
  return checked(Report, upgraded(parseJson(text, file), file, reportVersion), file).document;
}

/** A report without the audits of its runs: they make up most of a report of long runs, and the details have them too. */
export function parseReportHead(text: string, file: string): Report {
  const document = upgraded(parseJson(text, file), file, reportVersion);
  return checked(Report, withoutAudits(document), file).document;
}

/** A baseline from its text. */
export function parseBaseline(text: string, file: string): Baseline {
  return checked(Baseline, upgraded(parseJson(text, file), file, baselineVersion), file).document;
}

/** The detail of a run from its text. Fills in optional fields of entries. */
export function parseDetail(text: string, file: string): RunDetail {
  const { document, parsed } = checked(RunDetail, parseJson(text, file), file);
  return { ...document, output: { ...document.output, transcript: parsed.output.transcript } };
}

/** The detail of a run from its file in the folder of a report. */
export async function readDetailIn(folder: string, file: string): Promise<RunDetail> {
  const path = await resolveInside(folder, file);
  const text = await storedText(path).catch((error: unknown) => {
    throw unreadable(file, messageOf(error), error);
  });
  return parseDetail(text, file);
}

/** The text of a file, or undefined if it does not exist. */
export async function textIfThere(path: string): Promise<string | undefined> {
  try {
    return await storedText(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadable(path, messageOf(error), error);
  }
}

/** Error handler for listing a folder: a missing folder counts as empty; any other error is thrown. */
export function noneYet(folder: string): (error: unknown) => never[] {
  return (error) => {
    if (systemCode(error) === "ENOENT") return [];
    throw unreadable(folder, messageOf(error), error);
  };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(file, "it is not valid JSON", error);
  }
}

/** Returns the document itself besides zod's copy: the copy loses every key `__proto__`, which is only a name here. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, file: string): { document: T; parsed: T } {
  const result = schema.safeParse(value);
  if (result.success) return { document: value as T, parsed: result.data };
  const [issue] = result.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  throw unreadable(file, `${place}${issue?.message ?? "it does not have the expected shape"}`);
}

/** The error for a file that exists but cannot be used. */
export function unreadable(file: string, why: string, cause?: unknown): AxisError {
  return new AxisError("report-unreadable", `${file} could not be read: ${why}`, { cause });
}
