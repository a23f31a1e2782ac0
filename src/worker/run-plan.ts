/** The plan of one queued run: its bundle on this machine, and in it the one cell that was asked for. */
import { join } from "node:path";
import { BundleManifest, manifestPath } from "../bundle/bundle-manifest.ts";
import { fetchBundle } from "../bundle/bundle-shelf.ts";
import { readFile } from "node:fs/promises";
import { loadPlan, type PlanRequest } from "../config/plan.ts";
import type { Cell } from "../core/cell.ts";
import { AxisError } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import type { RunRow } from "../store/sql/runs/runs.ts";
import { environmentOfRuns, type WorkerWorld } from "./worker-world.ts";

/** Throws a mistake in the bundle; a database that does not answer passes through. */
export async function planOfRun(run: RunRow, world: WorkerWorld): Promise<Plan> {
  if (run.bundle_sha256 === null)
    throw new AxisError("bundle-refused", "The run names no bundle to be carried out from");
  const cell = { scenario: run.scenario_key, agent: run.agent, trial: run.trial };
  return await planOfBundle(run.bundle_sha256, world, [cell]);
}

/** Everything in a bundle, or these cells of it. */
export async function planOfBundle(sha256: Uint8Array, world: WorkerWorld, cells?: readonly Cell[]): Promise<Plan> {
  const folder = await fetchBundle(world.database, sha256, world.places.bundles);
  const text = await readFile(join(folder, manifestPath), "utf8");
  const { config, request } = BundleManifest.parse(JSON.parse(text));
  const { noScore, judge, cache, dataOnly, install } = request;
  const asked: PlanRequest = {
    folder,
    configFile: config,
    ...(noScore && { noScore }),
    ...(judge !== undefined && { judge }),
    ...(cache !== undefined && { cache }),
    ...(dataOnly && { dataOnly }),
    ...(install !== undefined && { install }),
    ...(cells && { cells }),
  };
  return await loadPlan(asked, {
    env: environmentOfRuns(world.env),
    onNotice: world.say,
    onWarning: (message) => world.say(`Warning: ${message}`),
  });
}
