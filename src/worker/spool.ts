/** The spool: results that the database could not take yet, one file per run, kept until it can. */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, systemCode } from "../core/error.ts";
import { joinInside } from "../core/paths/inside.ts";
import { isPassing } from "../store/sql/retry.ts";
import { AttemptResult, storeResult } from "./attempt/result.ts";
import type { WorkerWorld } from "./worker-world.ts";

type SpoolWorld = Pick<WorkerWorld, "database" | "objects" | "places" | "say" | "now" | "telemetry">;

/** With its captured files: the folder of the attempt is gone with the worker. */
export async function spoolResult(result: AttemptResult, { places }: SpoolWorld): Promise<string> {
  const file = joinInside(places.spool, `${result.runId}.json`);
  const { reportFolder } = result;
  const kept = joinInside(places.spool, result.runId);
  await mkdir(places.spool, { recursive: true });
  if (reportFolder !== null) await cp(reportFolder, kept, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify({ ...result, reportFolder: reportFolder === null ? null : kept }));
  await rename(`${file}.new`, file);
  return file;
}

export async function unspool(runId: string, { places }: Pick<SpoolWorld, "places">): Promise<void> {
  await rm(joinInside(places.spool, `${runId}.json`), { force: true });
  await rm(joinInside(places.spool, runId), { recursive: true, force: true });
}

/** Stores what waits, but for runs that are being taken care of. A foreign or torn file is set aside and named. */
export async function takeInSpool(world: SpoolWorld, isHeld: (runId: string) => boolean): Promise<void> {
  const names = await readdir(world.places.spool).catch(noneYet);
  for (const name of names.filter((each) => each.endsWith(".json"))) {
    if (isHeld(name.slice(0, -".json".length))) continue;
    await takeIn(join(world.places.spool, name), name, world);
  }
}

async function takeIn(file: string, name: string, world: SpoolWorld): Promise<void> {
  const result = await readResult(file).catch((error: unknown) => error);
  if (!(result instanceof Object && "facts" in result)) return await setAside(file, name, world);
  try {
    const { status } = await storeResult(result as AttemptResult, world);
    world.say(
      `${name}: ${status === "scored" ? "stored from the spool" : "another attempt owns the run; thrown away"}`,
    );
    await unspool(name.slice(0, -".json".length), world);
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

async function readResult(file: string): Promise<AttemptResult> {
  return AttemptResult.parse(JSON.parse(await readFile(file, "utf8")));
}

async function setAside(file: string, name: string, { places, say }: SpoolWorld): Promise<void> {
  await mkdir(join(places.spool, "bad"), { recursive: true });
  await rename(file, join(places.spool, "bad", name));
  say(`Warning: ${name} in the spool cannot be read; it was moved to ${join(places.spool, "bad")}`);
}

function noneYet(error: unknown): string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw new Error(`The spool cannot be read: ${messageOf(error)}`, { cause: error });
}
