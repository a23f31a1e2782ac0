/** The transcripts named on a command line, as runs that can be judged. */
import type { Cell } from "../../core/cell.ts";
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import { AxisError } from "../../core/error.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { GatheredDetail } from "../../rescore.ts";
import { createRedactor, type Redactor, secretsIn } from "../../runner/secrets/redact.ts";
import type { ReadTranscript } from "../../transcript/read-result.ts";
import type { ReadOptions } from "../../transcript/read-transcript.ts";
import type { CliWorld } from "../command.ts";
import { reportRuns } from "./report-runs.ts";
import type { ScoringFrame } from "./scoring-frame.ts";
import { digestOf, problemLine, readTranscript, type TranscriptFile } from "./transcript-file.ts";
import { cellsOf, runOf } from "./transcript-run.ts";
import { unverified, verifyIn } from "./workspace-checks.ts";

const shownProblems = 20;

/** The files that can be scored, and how many of those named cannot. */
export interface GivenFiles {
  readonly files: readonly TranscriptFile[];
  readonly unreadable: number;
}

/** Reads all files before anything is scored; secrets go first, as they do in any run. One that cannot be scored is named. */
export async function readAll(
  paths: readonly string[],
  { terminal, cwd }: CliWorld,
  { redactor, ...options }: ReadOptions & { readonly redactor: Redactor },
): Promise<GivenFiles> {
  const files: TranscriptFile[] = [];
  const refused: AxisError[] = [];
  for (const { path, format } of await expanded(paths, cwd, options)) {
    const found = await readTranscript(path, cwd, format === undefined ? {} : { format }).catch(refusal);
    if (found instanceof AxisError) {
      refused.push(found);
      continue;
    }
    const { written, read, digest } = found;
    for (const line of notesOn(written, read)) terminal.err(terminalLine(line));
    const kept = redactor.value(read);
    // With the digest of bytes that hold a secret, guesses at it could be tried.
    files.push({ written, read: kept, digest: kept === read ? digest : digestOf(kept.entries) });
  }
  const [first, ...others] = refused;
  const isMistake = first !== undefined && files.length === 0;
  for (const { message } of isMistake ? others : refused)
    terminal.err(terminalLine(redactor.text(`Not scored: ${message}`)));
  if (isMistake) throw first;
  return { files, unreadable: refused.length };
}

/** What is wrong with one file says nothing about the others. */
function refusal(error: unknown): AxisError {
  if (error instanceof AxisError && error.code === "transcript-unreadable") return error;
  throw error;
}

/** Each report in place of its runs; those are in our own format, whatever the others are said to be in. */
async function expanded(
  paths: readonly string[],
  cwd: string,
  { format }: ReadOptions,
): Promise<{ path: string; format: ReadOptions["format"] }[]> {
  const found = paths.map(async (path) => {
    const runs = await reportRuns(path, cwd);
    return runs?.map((run) => ({ path: run, format: "axis" as const })) ?? [{ path, format }];
  });
  return (await Promise.all(found)).flat();
}

/** What of a file is not scored. */
function notesOn(written: string, { problems, problemCount, unknownEvents }: ReadTranscript): string[] {
  const unknown = unknownEvents.map(({ event, count }) => `${event} (${count})`).join(", ");
  return [
    ...problems.slice(0, shownProblems).map((problem) => `Left out: ${problemLine(written, problem)}`),
    ...(problemCount > shownProblems ? [`Left out: ${problemCount - shownProblems} more of ${written}`] : []),
    ...(unknown === "" ? [] : [`Passed over in ${written}, of types that AXIS does not know: ${unknown}`]),
  ];
}

interface Surroundings {
  readonly frame: ScoringFrame;
  readonly world: CliWorld;
}

/** The runs, each with its checks verified; not yet judged. */
export async function* givenRuns(
  files: readonly TranscriptFile[],
  frame: ScoringFrame,
  world: CliWorld,
): AsyncGenerator<GatheredDetail, void, undefined> {
  const { scenario, task } = frame;
  const cells = cellsOf(files, scenario);
  const redactor = createRedactor(secretsIn(world.env, frame.checkNames));
  for (const [index, file] of files.entries()) {
    const cell = cells[index];
    if (cell === undefined) continue;
    const verified = redactor.value(await verifiedFor(file, cell, { frame, world }));
    yield runOf(file, { cell, scenario, task, verified });
  }
}

/** A program of a check is run only if it stands in a scenario of the user's; what a file claims is not believed. */
async function verifiedFor(
  { read }: TranscriptFile,
  cell: Cell,
  { frame, world }: Surroundings,
): Promise<VerifiedCheck[]> {
  const { scenario, workspace } = frame;
  const { outcome, entries } = read;
  if (outcome.status !== "completed") return [];
  if (scenario === undefined) {
    const checks = Array.isArray(read.judge) ? read.judge : [];
    return unverified(
      checks,
      "checks of a transcript are not run: name their scenario with --scenario and --workspace",
    );
  }
  if (workspace === undefined) return unverified(scenario.checks, "no workspace to look at: name it with --workspace");
  const { checkNames, settings } = frame;
  if (settings.weights.goal_achievement <= 0) return [];
  return verifyIn({ folder: workspace, scenario, cell, outcome, entries }, world, {
    checkNames,
    abort: settings.abort,
  });
}
