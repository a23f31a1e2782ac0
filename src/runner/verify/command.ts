/** Verifies with a command: in its own copy of the frozen workspace, with its own HOME and its own processes. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandVerify } from "../../core/scenario/check.ts";
import type { Scenario } from "../../core/scenario.ts";
import { type FinishedProgram, runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { type FrozenTree, FrozenTreeAltered } from "../workspace/freeze.ts";
import { removeFolder } from "../workspace/remove-folder.ts";
import { hasLine, formatOutputEnd, readScore } from "./output.ts";
import { overlayFiles } from "./overlay.ts";
import { broken, decided, type CheckVerdict } from "./check-verdict.ts";

const defaultMinutes = 3;
/** More than any check needs to print; longer output counts as a failure. */
const stdoutMegabytes = 32;

/** What a command is verified against. */
export interface CommandDeps {
  readonly scenario: Scenario;
  readonly runId: string;
  readonly frozen: FrozenTree;
  readonly finalAnswer: string | null;
  /** Writes the entries as NDJSON into a file; called only when a command may need them. */
  writeTranscript(file: string): Promise<void>;
  /** A folder outside the workspace, for copies and homes; recreated if the agent's code removed it in an earlier check. */
  scratch(): Promise<string>;
  /** The environment of a check except TMPDIR, AXIS_RESULT_FILE and AXIS_TRANSCRIPT_FILE. */
  env(home: string, copy: string): Record<string, string>;
  readonly abort: AbortSignal;
}

/** Runs a command check; only problems that AXIS itself can establish make it broken. */
export async function verifyCommand(verify: CommandVerify, world: CommandDeps): Promise<CheckVerdict> {
  await using place = await openCheckFolders(world);
  try {
    await world.frozen.copy(place.copy);
  } catch (error) {
    if (error instanceof FrozenTreeAltered) return decided(0, error.message);
    throw error;
  }
  const problem = verify.files === undefined ? null : await overlayFiles(verify.files, world.scenario, place.copy);
  if (problem !== null) return broken(`The check could not run: ${problem}`);
  const nonce = randomBytes(16).toString("hex");
  const finished = await runCommand(verify, world, { ...place, nonce });
  if (finished.aborted) return broken("The check was stopped before it finished");
  return toCommandVerdict(verify, finished, nonce);
}

/** The folders and files of one check. */
interface CheckFolders extends AsyncDisposable {
  readonly copy: string;
  readonly home: string;
  readonly tmp: string;
  readonly result: string;
  readonly transcript: string;
}

async function openCheckFolders(world: CommandDeps): Promise<CheckFolders> {
  const root = await mkdtemp(join(await world.scratch(), "check-"));
  const [copy, home, tmp] = [join(root, "work"), join(root, "home"), join(root, "tmp")];
  const [result, transcript] = [join(root, "result.txt"), join(root, "transcript.ndjson")];
  // Each check gets its own transcript, written from memory, so that none can alter what the next one reads.
  const written = [writeFile(result, world.finalAnswer ?? ""), world.writeTranscript(transcript)];
  await Promise.all([mkdir(home), mkdir(tmp), ...written]);
  return { copy, home, tmp, result, transcript, [Symbol.asyncDispose]: () => removeQuietly(root) };
}

async function removeQuietly(folder: string): Promise<void> {
  await removeFolder(folder).catch(() => {
    // If it cannot be removed, removing the job's scratch folder reports the error.
  });
}

async function runCommand(
  verify: CommandVerify,
  world: CommandDeps,
  place: CheckFolders & { readonly nonce: string },
): Promise<FinishedProgram> {
  await using scope = await openScope({ runId: world.runId, home: place.home });
  return await runProgram(scope, {
    program: verify.command,
    args: [],
    shell: true,
    kept: true,
    cwd: place.copy,
    env: {
      ...world.env(place.home, place.copy),
      TMPDIR: place.tmp,
      AXIS_RESULT_FILE: place.result,
      AXIS_TRANSCRIPT_FILE: place.transcript,
    },
    ...(verify.expect_output === undefined ? {} : { stdin: { text: `${place.nonce}\n` } }),
    abort: world.abort,
    timeoutMs: (verify.timeout_minutes ?? defaultMinutes) * 60_000,
    outputLimitBytes: stdoutMegabytes * 1024 ** 2,
  });
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
  const ending = exit.code === null ? `ended by ${exit.signal ?? "a signal"}` : `exit code ${exit.code}`;
  if (verify.expect_output !== undefined) {
    const expected = verify.expect_output.replaceAll("{nonce}", () => nonce);
    if (exit.code !== 0) return say(0, ending);
    return hasLine(stdout, expected) ? say(10, ending) : say(0, `${ending}, but the expected line was not printed`);
  }
  const score = readScore(stdout);
  if (score === null) return say(exit.code === 0 ? 10 : 0, ending);
  if (score.value === null)
    return say(0, `${ending}; the score ${score.written.slice(0, 40)} is not a number from 0 to 10`);
  return say(score.value, `${ending}; score ${score.value}`);
}
