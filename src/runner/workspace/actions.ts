/** Runs the actions of one lifecycle phase, one after the other; the first failure ends the phase. */
import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ProcessExit } from "../../core/agent.ts";
import { errorMessage } from "../../core/error.ts";
import type { Action } from "../../core/scenario/action.ts";
import { runProgram } from "../../process/run-program.ts";
import type { ProcessScope } from "../../process/scope.ts";
import { keepEnd } from "../keep-end.ts";
import { copyFiles } from "./copy-action.ts";
import { ensureFolder } from "./ensure-folder.ts";
import { openRegularFile, resolveFolder } from "./regular-file.ts";

/** 256 KB. */
const notesBytes = 262_144;
const cutLine = "[notes cut at 262,144 bytes]";

interface Notes extends AsyncDisposable {
  readonly file: string;
  /** Returns the file's content without trailing white space; undefined if it is empty. */
  read(): Promise<string | undefined>;
}

/** Creates an empty file for notes; disposing removes it. */
async function openNotes(folder: string, phase: string): Promise<Notes> {
  const file = join(folder, `notes-${phase}-${randomBytes(8).toString("hex")}.md`);
  await writeFile(file, "", { flag: "wx", mode: 0o600 });
  return {
    file,
    read: () => readNotes(file),
    [Symbol.asyncDispose]: () => rm(file, { recursive: true, force: true }),
  };
}

async function readNotes(file: string): Promise<string | undefined> {
  const folder = await resolveFolder(dirname(file));
  await using handle = folder === null ? null : await openRegularFile(folder, basename(file));
  if (handle === null) return undefined;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(notesBytes + 4), 0, notesBytes + 4, 0);
  const cut = bytesRead > notesBytes;
  const text = buffer.toString("utf8", 0, cut ? findCharacterEnd(buffer, notesBytes) : bytesRead).trimEnd();
  if (cut) return `${text}\n\n${cutLine}`;
  return text === "" ? undefined : text;
}

/** The greatest length up to `end` that does not cut through a UTF-8 character. */
function findCharacterEnd(buffer: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 4 && ((buffer[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

type Phase = "setup" | "teardown" | "beforeAll" | "afterAll";

export interface PhaseContext {
  readonly phase: Phase;
  /** The working folder: the workspace, or the config directory. */
  readonly cwd: string;
  /** The folder `copy` reads from. */
  readonly matchBase: string;
  /** The folder `copy` writes to. */
  readonly destinationBase: string;
  /** The environment except AXIS_PHASE, AXIS_WORKSPACE and AXIS_OUTPUT. */
  readonly env: Readonly<Record<string, string>>;
  readonly scope: ProcessScope;
  /** A folder outside the workspace. */
  readonly notesFolder: string;
  readonly abort?: AbortSignal;
  /** For each action; default 3 minutes. */
  readonly timeoutMs?: number;
  readonly debug?: (message: string) => void;
}

export interface PhaseResult {
  /** Why the phase failed; null if it did not. */
  readonly failure: string | null;
  /** What its scripts wrote to $AXIS_OUTPUT, even if the phase failed. */
  readonly notes: string | undefined;
}

const actionMs = 3 * 60_000;
const stderrCharacters = 2_000;

/** Runs a phase. A failing action becomes a sentence in the result, not an exception. */
export async function runActions(actions: readonly Action[], context: PhaseContext): Promise<PhaseResult> {
  if (actions.length === 0) return { failure: null, notes: undefined };
  // An agent may have removed its workspace or replaced it with a link; teardown then gets an empty folder.
  if (context.phase === "setup" || context.phase === "teardown") await ensureFolder(context.cwd);
  await using notes = await openNotes(context.notesFolder, context.phase);
  const failure = await runUntilFailure(actions, context, notes);
  return { failure, notes: await notes.read() };
}

async function runUntilFailure(
  actions: readonly Action[],
  context: PhaseContext,
  notes: Notes,
): Promise<string | null> {
  for (const action of actions) {
    if (context.abort?.aborted) return `${context.phase} was stopped: ${errorMessage(context.abort.reason)}`;
    const failure = action.action === "copy" ? await runCopy(action, context) : await runScript(action, context, notes);
    if (failure !== null) return failure;
  }
  return null;
}

async function runCopy(action: Extract<Action, { action: "copy" }>, context: PhaseContext): Promise<string | null> {
  const limit = AbortSignal.timeout(context.timeoutMs ?? actionMs);
  const abort = context.abort === undefined ? limit : AbortSignal.any([context.abort, limit]);
  try {
    await copyFiles(action, { ...context, abort });
    return null;
  } catch (error) {
    const why = limit.aborted && error === limit.reason ? describeTimeout(context) : errorMessage(error);
    return `copy of ${JSON.stringify(action.match)} to ${JSON.stringify(action.destination)} failed: ${why}`;
  }
}

async function runScript(
  { command }: Extract<Action, { action: "run_script" }>,
  context: PhaseContext,
  notes: Notes,
): Promise<string | null> {
  const { exit, timedOut, aborted } = await runProgram(context.scope, {
    program: command,
    args: [],
    shell: true,
    kept: true,
    cwd: context.cwd,
    env: { ...context.env, AXIS_PHASE: context.phase, AXIS_WORKSPACE: context.cwd, AXIS_OUTPUT: notes.file },
    timeoutMs: context.timeoutMs ?? actionMs,
    abort: context.abort,
  });
  const stopped = timedOut
    ? describeTimeout(context)
    : aborted
      ? `it was stopped: ${errorMessage(context.abort?.reason)}`
      : null;
  const why = stopped ?? describeExitProblem(exit);
  if (why === null) return null;
  const stderr = keepEnd(exit.stderr.trimEnd(), stderrCharacters);
  return `run_script ${JSON.stringify(command)} failed: ${why}${stderr === "" ? "" : `\n${stderr}`}`;
}

function describeExitProblem(exit: ProcessExit): string | null {
  if (exit.spawnError !== null) return `it could not be started (${exit.spawnError})`;
  if (exit.code === 0) return null;
  return exit.code === null ? `it was ended by ${exit.signal ?? "a signal"}` : `exit code ${exit.code}`;
}

function describeTimeout({ timeoutMs = actionMs }: PhaseContext): string {
  return `it did not finish within ${timeoutMs / 60_000} min and was stopped`;
}
