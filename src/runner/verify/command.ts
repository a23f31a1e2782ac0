/** Verifies with a command: in its own copy of the frozen workspace, with its own HOME and its own processes. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario } from "../../core/scenario.ts";
import type { CommandVerify } from "../../core/scenario/check.ts";
import { type FinishedProgram, runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { OpenSandbox } from "../sandbox/run-sandbox.ts";
import { keepEnd } from "../keep-end.ts";
import { FrozenTreeAltered } from "../workspace/freeze.ts";
import { removeFolder } from "../workspace/remove-folder.ts";
import { type CheckFile, listTamperedFiles, placeCheckFiles } from "./check-files.ts";
import { broken, type CheckVerdict, decided, type VerifiedWork } from "./check-verdict.ts";

/** Reads the output of a check's command: its score line, the expected line, and the end of the output for people. */
const shownLines = 20;
const shownCharacters = 2_000;

const scoreLine = /^score:\s*(\S+)$/iu;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/u;
/** Words meant as a number, such as 8/10, 80% or NaN: they are no valid score, but they are not skipped either. */
const numberLike = /^[+-]?(?:\d|\.\d|nan|inf)/iu;

/** Reads the last line `score: N`: as written, and as a number from 0 to 10, or null if it is not one. */
export function readScore(stdout: string): { readonly written: string; readonly value: number | null } | null {
  for (const line of splitLines(stdout).toReversed()) {
    const written = scoreLine.exec(line.trim())?.[1];
    if (written === undefined || !numberLike.test(written)) continue;
    const value = decimal.test(written) ? Number(written) : Number.NaN;
    return { written, value: value >= 0 && value <= 10 ? Math.abs(value) : null };
  }
  return null;
}

/** Whether one line is exactly this text. */
export function hasLine(stdout: string, line: string): boolean {
  return splitLines(stdout).includes(line);
}

/** The last 20 lines, at most 2,000 characters; if both streams have output, stderr gets at least ten lines. */
export function formatOutputEnd(stdout: string, stderr: string): string {
  const [said, errors] = [splitLines(stdout.trimEnd()), splitLines(stderr.trimEnd())];
  const fromErrors = Math.min(errors.length, Math.max(shownLines / 2, shownLines - said.length));
  const lines = [...takeLast(said, shownLines - fromErrors), ...takeLast(errors, fromErrors)];
  return keepEnd(lines.join("\n"), shownCharacters);
}

function shortenScore(written: string): string {
  return written.length <= 40 ? written : `${written.slice(0, 39)}…`;
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/u);
}

function takeLast(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}

const defaultMinutes = 3;
/** More than any check needs to print; longer output counts as a failure. */
const stdoutMegabytes = 32;

/** What checks are verified against, and where their commands run. */
export interface VerifyDeps extends VerifiedWork {
  readonly scenario: Scenario;
  readonly runId: string;
  /** Writes the entries as NDJSON into a file; called only when a command may need them. */
  writeTranscript(file: string): Promise<void>;
  /** A folder outside the workspace, for copies and homes; recreated if the agent's code removed it in an earlier check. */
  scratch(): Promise<string>;
  /** The environment of a check except TMPDIR, AXIS_RESULT_FILE and AXIS_TRANSCRIPT_FILE. */
  env(home: string, copy: string): Record<string, string>;
  /** What the commands run in; absent: no sandbox. */
  readonly sandbox?: Pick<OpenSandbox, "wrapScope">;
}

/** Runs a command check; only problems that AXIS itself can establish make it broken. */
export async function verifyCommand(verify: CommandVerify, deps: VerifyDeps): Promise<CheckVerdict> {
  await using place = await openCheckFolders(deps);
  try {
    await deps.frozen.copy(place.copy);
  } catch (error) {
    if (error instanceof FrozenTreeAltered) return decided(0, error.message);
    throw error;
  }
  const files = verify.files === undefined ? [] : await placeCheckFiles(verify.files, deps.scenario, place.copy);
  if (!Array.isArray(files)) return broken(`The check could not run: ${files.problem}`);
  const nonce = randomBytes(16).toString("hex");
  const finished = await runCommand(verify, deps, { ...place, nonce });
  if (finished.aborted) return broken("The check was stopped before it finished");
  return await applyTampering(files, place.copy, toCommandVerdict(verify, finished, nonce));
}

/** A check whose own files changed while it ran says nothing good about the agent, whatever it printed. */
async function applyTampering(files: readonly CheckFile[], copy: string, verdict: CheckVerdict): Promise<CheckVerdict> {
  const tampered = verdict.status === "broken" ? [] : await listTamperedFiles(files, copy);
  if (tampered.length === 0) return verdict;
  const names = tampered.map(({ path, change }) => `${path} was ${change}`).join(", ");
  return { ...decided(0, `tampered: ${names} while the check ran\n${verdict.rationale}`), tampered };
}

/** The folders and files of one check. */
interface CheckFolders extends AsyncDisposable {
  /** The folder that holds the others. */
  readonly root: string;
  readonly copy: string;
  readonly home: string;
  readonly tmp: string;
  readonly result: string;
  readonly transcript: string;
}

async function openCheckFolders(deps: VerifyDeps): Promise<CheckFolders> {
  const root = await mkdtemp(join(await deps.scratch(), "check-"));
  const [copy, home, tmp] = [join(root, "work"), join(root, "home"), join(root, "tmp")];
  const [result, transcript] = [join(root, "result.txt"), join(root, "transcript.ndjson")];
  // Each check gets its own transcript, written from memory, so that none can alter what the next one reads.
  const written = [writeFile(result, deps.finalAnswer ?? ""), deps.writeTranscript(transcript)];
  await Promise.all([mkdir(home), mkdir(tmp), ...written]);
  return { root, copy, home, tmp, result, transcript, [Symbol.asyncDispose]: () => removeQuietly(root) };
}

async function removeQuietly(folder: string): Promise<void> {
  await removeFolder(folder).catch(() => {
    // If it cannot be removed, removing the job's scratch folder reports the error.
  });
}

async function runCommand(
  verify: CommandVerify,
  deps: VerifyDeps,
  place: CheckFolders & { readonly nonce: string },
): Promise<FinishedProgram> {
  await using scope = await openScope({ runId: deps.runId, home: place.home, folder: place.root });
  return await runProgram(deps.sandbox?.wrapScope(scope, "check", [place.root]) ?? scope, {
    program: verify.command,
    args: [],
    shell: true,
    kept: true,
    cwd: place.copy,
    env: {
      ...deps.env(place.home, place.copy),
      TMPDIR: place.tmp,
      AXIS_RESULT_FILE: place.result,
      AXIS_TRANSCRIPT_FILE: place.transcript,
    },
    ...(verify.expect_output === undefined ? {} : { stdin: { text: `${place.nonce}\n` } }),
    abort: deps.abort,
    timeoutMs: (verify.timeout_minutes ?? defaultMinutes) * 60_000,
    outputLimitBytes: stdoutMegabytes * 1024 ** 2,
  });
}

function describeExit({ code, signal }: FinishedProgram["exit"]): string {
  return code === null ? `ended by ${signal ?? "a signal"}` : `exit code ${code}`;
}

function toCommandVerdict(
  verify: CommandVerify,
  { exit, stdout, stdoutCut, timedOut }: FinishedProgram,
  nonce: string,
): CheckVerdict {
  if (exit.spawnError !== null) return broken(`The command could not be started (${exit.spawnError})`);
  const end = formatOutputEnd(stdout, exit.stderr);
  const say = (score: number, reason: string) => decided(score, end === "" ? reason : `${reason}\n${end}`);
  if (timedOut) return say(0, `did not finish within ${verify.timeout_minutes ?? defaultMinutes} min and was stopped`);
  if (stdoutCut) return say(0, `printed more than ${stdoutMegabytes} MB; only the end was kept`);
  const ending = describeExit(exit);
  if (verify.expect_output !== undefined) {
    const expected = verify.expect_output.replaceAll("{nonce}", () => nonce);
    if (exit.code !== 0) return say(0, ending);
    return hasLine(stdout, expected) ? say(10, ending) : say(0, `${ending}, but the expected line was not printed`);
  }
  const score = readScore(stdout);
  if (score === null) return say(exit.code === 0 ? 10 : 0, ending);
  if (score.value === null)
    return say(0, `${ending}; the score ${shortenScore(score.written)} is not a number from 0 to 10`);
  return say(score.value, `${ending}; score ${score.value}`);
}
