/** Turns the transcripts given on the command line into runs that can be judged. */
import { open, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { ReadTranscript } from "../../agents/transcript/read-result.ts";
import type { TranscriptReadOptions } from "../../agents/transcript/read-transcript.ts";
import type { Cell } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import type { GatheredDetail } from "../../evaluate/rescore.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { collectSecrets, createRedactor, type Redactor } from "../../runner/secrets/redact.ts";
import type { CliDeps } from "../command.ts";
import type { ScoringContext } from "./scoring-context.ts";
import { digestEntries, formatProblem, readTranscriptFile, type TranscriptFile } from "./transcript-file.ts";
import { assignCells, buildRun } from "./transcript-run.ts";
import { markUnverified, verifyInFolder } from "./workspace-checks.ts";

/** The parts of a report that are needed to find its runs; the rest may be of any version. */
const RunList = z.object({
  results: z.array(z.object({ file: z.string(), trials: z.array(z.object({ file: z.string() })).optional() })),
});

/** A report starts with its version and its id. */
const beginning = /^\s*\{\s*"version"\s*:\s*"[^"]*"\s*,\s*"reportId"\s*:/;
const beginningBytes = 256;

/** Lists the detail files of a report as command-line paths; returns null if the file is not a report. */
async function listReportRuns(written: string, folder: string): Promise<string[] | null> {
  const path = resolve(folder, written);
  if (!beginning.test(await readBeginning(path))) return null;
  const files = readRunFiles(await readFile(path, "utf8"), written);
  const reportFolder = dirname(path);
  // A report is untrusted input: it may not name files outside its folder.
  for (const file of files) await resolveInside(reportFolder, file);
  return files.map((file) => join(dirname(written), file));
}

function readRunFiles(text: string, written: string): string[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new AxisError("transcript-unreadable", `${written} starts like a report but is not valid JSON`, {
      cause: error,
    });
  }
  const list = RunList.safeParse(document);
  if (!list.success) throw new AxisError("transcript-unreadable", `${written} starts like a report but lists no runs`);
  const files = list.data.results.flatMap(({ file, trials }) => (trials ?? [{ file }]).map((trial) => trial.file));
  // A run that never took place has no file.
  const stored = files.filter((file) => file !== "");
  if (stored.length === 0)
    throw new AxisError("transcript-unreadable", `None of the runs of ${written} has a detail file`);
  return stored;
}

/** Returns an empty string if nothing can be read: the error is reported when the file itself is read. */
async function readBeginning(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return ""; // The path is a folder, for example.
  } finally {
    await file.close();
  }
}

const maxProblemsShown = 20;

/** The files that can be scored, and how many of the given ones cannot. */
export interface ReadTranscripts {
  readonly files: readonly TranscriptFile[];
  readonly unreadable: number;
}

/** Reads all files before anything is scored; secrets are redacted first, as in any run. Reports unusable files by name. */
export async function readTranscripts(
  paths: readonly string[],
  { terminal, cwd }: CliDeps,
  { redactor, ...options }: TranscriptReadOptions & { readonly redactor: Redactor },
): Promise<ReadTranscripts> {
  const files: TranscriptFile[] = [];
  const refused: AxisError[] = [];
  for (const { path, format } of await expandReports(paths, cwd, options)) {
    const found = await readTranscriptFile(path, cwd, format === undefined ? {} : { format }).catch(asUnreadable);
    if (found instanceof AxisError) {
      refused.push(found);
      continue;
    }
    const { written, read, digest } = found;
    for (const line of describeSkipped(written, read)) terminal.err(terminalLine(line));
    const kept = redactor.value(read);
    // A digest of bytes that contain a secret could be used to test guesses at the secret.
    files.push({ written, read: kept, digest: kept === read ? digest : digestEntries(kept.entries) });
  }
  const [first, ...others] = refused;
  const isMistake = first !== undefined && files.length === 0;
  for (const { message } of isMistake ? others : refused)
    terminal.err(terminalLine(redactor.text(`Not scored: ${message}`)));
  if (isMistake) throw first;
  return { files, unreadable: refused.length };
}

/** An unreadable file does not affect the others. */
function asUnreadable(error: unknown): AxisError {
  if (error instanceof AxisError && error.code === "transcript-unreadable") return error;
  throw error;
}

/** Replaces each report by its runs, which are always in the axis format, whatever --format says. */
async function expandReports(
  paths: readonly string[],
  cwd: string,
  { format }: TranscriptReadOptions,
): Promise<{ path: string; format: TranscriptReadOptions["format"] }[]> {
  const found = paths.map(async (path) => {
    const runs = await listReportRuns(path, cwd);
    return runs?.map((run) => ({ path: run, format: "axis" as const })) ?? [{ path, format }];
  });
  return (await Promise.all(found)).flat();
}

/** Lists the parts of a file that are not scored. */
function describeSkipped(written: string, { problems, problemCount, unknownEvents }: ReadTranscript): string[] {
  const unknown = unknownEvents.map(({ event, count }) => `${event} (${count})`).join(", ");
  return [
    ...problems.slice(0, maxProblemsShown).map((problem) => `Skipped: ${formatProblem(written, problem)}`),
    ...(problemCount > maxProblemsShown ? [`Skipped: ${problemCount - maxProblemsShown} more in ${written}`] : []),
    ...(unknown === "" ? [] : [`Skipped in ${written}, unknown event types: ${unknown}`]),
  ];
}

interface VerificationContext {
  readonly frame: ScoringContext;
  readonly deps: CliDeps;
}

/** Yields the runs with their checks verified, but not yet judged. */
export async function* prepareRuns(
  files: readonly TranscriptFile[],
  frame: ScoringContext,
  deps: CliDeps,
): AsyncGenerator<GatheredDetail, void, undefined> {
  const { scenario, agent, task, services } = frame;
  const cells = assignCells(files, { scenario, agent });
  const redactor = createRedactor(collectSecrets(deps.env, frame.checkNames));
  for (const [index, file] of files.entries()) {
    const cell = cells[index];
    if (cell === undefined) continue;
    const verified = redactor.value(await verifyTranscriptChecks(file, cell, { frame, deps }));
    yield buildRun(file, { cell, scenario, task, verified, services });
  }
}

/** A check's program runs only if it comes from a scenario of the user; what a transcript claims is not trusted. */
async function verifyTranscriptChecks(
  { read }: TranscriptFile,
  cell: Cell,
  { frame, deps }: VerificationContext,
): Promise<VerifiedCheck[]> {
  const { scenario, workspace } = frame;
  const { outcome, entries } = read;
  if (outcome.status !== "completed") return [];
  if (scenario === undefined) {
    const checks = Array.isArray(read.judge) ? read.judge : [];
    return markUnverified(
      checks,
      "checks of a transcript are not run: give their scenario with --scenario and --workspace",
    );
  }
  if (workspace === undefined)
    return markUnverified(scenario.checks, "no workspace to check: give it with --workspace");
  const { checkNames, settings } = frame;
  if (settings.weights.goal_achievement <= 0) return [];
  return verifyInFolder({ folder: workspace, scenario, cell, outcome, entries }, deps, {
    checkNames,
    abort: settings.abort,
  });
}
