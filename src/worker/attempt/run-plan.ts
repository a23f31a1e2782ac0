/** Loads the plan of one queued run from its bundle, limited to that run. */
import { fetchBundle } from "../bundle/bundle-store.ts";
import type { BundleManifest } from "../bundle/bundle-manifest.ts";
import { readManifest } from "../bundle/unpack.ts";
import { loadPlan } from "../../config/load-plan.ts";
import type { PlanRequest } from "../../config/planning/plan-request.ts";
import type { Cell } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import type { CloneStart, Plan } from "../../core/plan.ts";
import { CompetitionFolder } from "../../evaluate/compete/competition-record.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import { toRunEnvironment, type WorkerDeps } from "../worker-deps.ts";

/** Throws an AxisError for a problem in the bundle; database errors are passed on unchanged. */
export async function loadRunPlan(run: RunRow, deps: WorkerDeps): Promise<Plan> {
  const cell = { scenario: run.scenario_key, agent: run.agent, trial: run.trial };
  if (run.bundle_sha256 === null) throw new AxisError("bundle-refused", "The run does not name a bundle");
  return await loadBundlePlan(run.bundle_sha256, deps, [cell]);
}

/** Plans a whole bundle, or only these runs. */
export async function loadBundlePlan(sha256: Uint8Array, deps: WorkerDeps, cells?: readonly Cell[]): Promise<Plan> {
  const folder = await fetchBundle(deps, sha256, deps.folders.bundles);
  const { config, request, competition } = await readManifest(folder);
  const { noScore, judge, cache, dataOnly, install } = request;
  const planRequest: PlanRequest = { folder, configFile: config, noScore, judge, cache, dataOnly, install, cells };
  const plan = await loadPlanWithLog(planRequest, deps);
  return competition === undefined ? plan : { ...plan, start: describeStart(competition, folder) };
}

/** The base came with the bundle. Nobody on this machine has work to hide. */
function describeStart({ id, base }: NonNullable<BundleManifest["competition"]>, folder: string): CloneStart {
  const source = new CompetitionFolder(folder, id).baseFolder;
  return { competition: id, commit: base.commit, source, hidden: [] };
}

/** Plans with the environment of runs, and logs what the planner reports. */
async function loadPlanWithLog(request: PlanRequest, { env, log, sandbox }: WorkerDeps): Promise<Plan> {
  return await loadPlan(
    { ...request, sandbox },
    {
      env: toRunEnvironment(env),
      onNotice: log,
      onWarning: (message) => log(`Warning: ${message}`),
    },
  );
}
