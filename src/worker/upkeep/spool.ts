/** The spool: results that could not be stored in the database yet, one file per run. */
import { cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { replaceFile } from "../../core/files/write-file.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { isPermanentRefusal, isTransient } from "../../store/sql/retry.ts";
import type { FinishResult } from "../../store/sql/runs/scoring.ts";
import { AttemptResult, storeResult } from "../attempt/store-result.ts";
import { limitsWithoutObjects } from "../stored/stored-files.ts";
import type { WorkerDeps } from "../worker-deps.ts";

/** Copies the captured files too, because the attempt's folder is deleted with the worker. */
export async function spoolResult(result: AttemptResult, { folders }: WorkerDeps): Promise<string> {
  const file = joinInside(folders.spool, `${result.runId}.json`);
  const { reportFolder } = result;
  const kept = joinInside(folders.spool, result.runId);
  await mkdir(folders.spool, { recursive: true });
  if (reportFolder !== null) await cp(reportFolder, kept, { recursive: true });
  await replaceFile(file, JSON.stringify({ ...result, reportFolder: reportFolder === null ? null : kept }));
  return file;
}

export async function removeSpooled(runId: string, { folders }: WorkerDeps): Promise<void> {
  await rm(joinInside(folders.spool, `${runId}.json`), { force: true });
  await rm(joinInside(folders.spool, runId), { recursive: true, force: true });
}

/** Stores the waiting results, except those of runs in progress. Moves unreadable files aside and logs their names. */
export async function drainSpool(deps: WorkerDeps, isHeld: (runId: string) => boolean): Promise<void> {
  for (const name of await listSpooled(deps)) {
    if (isHeld(name.slice(0, -".json".length))) continue;
    await drainSpoolFile(join(deps.folders.spool, name), name, deps);
  }
}

/** The files of the results that wait to be stored. */
export async function listSpooled({ folders }: Pick<WorkerDeps, "folders">): Promise<string[]> {
  const names = await readdir(folders.spool).catch(emptyIfNoSpool);
  return names.filter((each) => each.endsWith(".json"));
}

async function drainSpoolFile(file: string, name: string, deps: WorkerDeps): Promise<void> {
  const result = await readResult(file).catch((error: unknown) => error);
  if (!(result instanceof Object && "facts" in result)) return await moveToBadFolder(file, "cannot be read", deps);
  const { mtime } = await stat(file);
  try {
    const { status } = await storePendingResult(result as AttemptResult, mtime, deps);
    deps.log(`${name}: ${status === "scored" ? "stored from the spool" : "another attempt owns the run; discarded"}`);
    await removeSpooled(name.slice(0, -".json".length), deps);
  } catch (error) {
    if (isPermanentRefusal(error)) deps.log(`Warning: ${name} is waiting in the spool: ${describeRefusal(error)}`);
    // A result that will fail again must not block the others.
    else if (!isTransient(error)) await moveToBadFolder(file, `cannot be stored (${errorMessage(error)})`, deps);
  }
}

/** Gives the operator of the object store time to notice the problem. Tokens are kept for longer than this. */
const refusalPatienceMs = 5 * 60_000;

/** Stores a result that has been waiting since then. Files that the object store keeps refusing are left out and listed. */
export async function storePendingResult(result: AttemptResult, since: Date, deps: WorkerDeps): Promise<FinishResult> {
  try {
    return await storeResult(result, deps);
  } catch (error) {
    const waitedMs = deps.now().getTime() - since.getTime();
    if (!isPermanentRefusal(error) || waitedMs < refusalPatienceMs) throw error;
    deps.log(`Warning: ${result.runId} was stored without its large files: ${describeRefusal(error)}`);
    return await storeResult(result, { ...deps, objects: undefined, limits: limitsWithoutObjects });
  }
}

/** The message of a refusal, with its hint. */
export function describeRefusal({ message, hint }: AxisError): string {
  return hint === undefined ? message : `${message}. ${hint}`;
}

async function readResult(file: string): Promise<AttemptResult> {
  return AttemptResult.parse(JSON.parse(await readFile(file, "utf8")));
}

/** Moves a result to the folder for bad files, along with its captured files if it has any. */
async function moveToBadFolder(file: string, why: string, { folders, log }: WorkerDeps): Promise<void> {
  const name = basename(file);
  const bad = join(folders.spool, "bad");
  const folder = basename(name, ".json");
  await mkdir(bad, { recursive: true });
  await rm(join(bad, folder), { recursive: true, force: true });
  await rename(file, join(bad, name));
  await rename(join(folders.spool, folder), join(bad, folder)).catch(ignoreMissing);
  log(`Warning: ${name} in the spool ${why} and was moved to ${bad}`);
}

function ignoreMissing(error: unknown): void {
  if (systemCode(error) !== "ENOENT") throw error;
}

function emptyIfNoSpool(error: unknown): string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw new Error(`The spool cannot be read: ${errorMessage(error)}`, { cause: error });
}
