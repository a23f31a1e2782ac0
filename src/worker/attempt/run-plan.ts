/** Loads the plan of one queued run from its bundle or from the project on this machine, limited to that run. */
import { join } from "node:path";
import { BundleManifest, manifestPath } from "../bundle/bundle-manifest.ts";
import { fetchBundle } from "../bundle/bundle-store.ts";
import { readFile } from "node:fs/promises";
import { loadPlan } from "../../config/load-plan.ts";
import type { PlanRequest } from "../../config/planning/plan-request.ts";
import type { Cell } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import { toRunEnvironment, type LocalProject, type WorkerDeps } from "../worker-deps.ts";

/** Throws an AxisError for a problem in the bundle; database errors are passed on unchanged. */
export async function loadRunPlan(run: RunRow, world: WorkerDeps): Promise<Plan> {
  const cell = { scenario: run.scenario_key, agent: run.agent, trial: run.trial };
  if (run.bundle_sha256 !== null) return await loadBundlePlan(run.bundle_sha256, world, [cell]);
  if (world.project === undefined) throw new AxisError("bundle-refused", "The run does not name a bundle");
  const plan = await loadProjectPlan(world.project, world, [cell]);
  if (plan.digests.scenarios[cell.scenario] !== run.scenario_hash)
    throw new AxisError("plan-changed", `The scenario ${cell.scenario} changed after the run was requested`, {
      hint: "Request the run again",
    });
  return plan;
}

type PlanningDeps = Pick<WorkerDeps, "env" | "say">;

/** Plans the whole project in its current state, or only these runs. */
export async function loadProjectPlan(
  { configDir, configFile }: LocalProject,
  world: PlanningDeps,
  cells?: readonly Cell[],
): Promise<Plan> {
  return await loadPlanWithLog({ folder: configDir, configFile, cells }, world);
}

/** Plans a whole bundle, or only these runs. */
export async function loadBundlePlan(sha256: Uint8Array, world: WorkerDeps, cells?: readonly Cell[]): Promise<Plan> {
  const folder = await fetchBundle(world, sha256, world.places.bundles);
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
  return await loadPlanWithLog(asked, world);
}

async function loadPlanWithLog(request: PlanRequest, { env, say }: PlanningDeps): Promise<Plan> {
  return await loadPlan(request, {
    env: toRunEnvironment(env),
    onNotice: say,
    onWarning: (message) => say(`Warning: ${message}`),
  });
}
