/** `axis run --queue`: the plan whose runs are made by workers, and the way to have them made. */
import { storeBundle } from "../../bundle/bundle-shelf.ts";
import type { PlanOfBundle } from "../../bundle/describe-plan.ts";
import type { Elsewhere } from "../../core/elsewhere.ts";
import type { Plan } from "../../core/plan.ts";
import { terminalLine } from "../../report/terminal-safe.ts";
import { servedAgents } from "../../store/sql/workers.ts";
import { Doorbell } from "../../worker/doorbell.ts";
import { QueuedRuns } from "../../worker/queued-runs.ts";
import type { CliWorld } from "../command.ts";
import type { Project } from "../project.ts";
import type { RunFlags } from "../run-flags.ts";
import { bundleName, bundleOf } from "./project-bundle.ts";
import { openSharedQueue, type SharedQueue } from "./queue-database.ts";

export interface QueuedPlan extends AsyncDisposable {
  readonly plan: Plan;
  readonly elsewhere: Elsewhere;
}

/** Pushes the project as it lies there and gets ready to wait. */
export async function openQueuedPlan(
  project: Project,
  { plan, flags, traceContext }: { readonly plan: Plan; readonly flags: RunFlags; readonly traceContext: string },
  world: CliWorld,
): Promise<QueuedPlan> {
  const bundle = await bundleOf(project, { plan, request: requestOf(flags) }, world);
  const shared = await openSharedQueue(world, "axis run --queue", "run");
  try {
    const { database } = shared.store;
    const { workspaceId } = await storeBundle(database, bundle, "run");
    const { sha256: bundleSha256, manifest } = bundle;
    world.terminal.err(`Queued for workers of ${manifest.workspace}, from bundle ${bundleName(bundle)}`);
    await sayUnserved(plan, shared, world);
    const bell = await Doorbell.listen(shared.store);
    const asked = { workspaceId, bundleSha256, manifest, traceContext };
    const runs = new QueuedRuns({ ...shared, database, now: world.now, ...asked }, bell);
    return { plan: forWorkers(plan), elsewhere: runs.run, [Symbol.asyncDispose]: () => closeAll(runs, shared) };
  } catch (error) {
    await shared[Symbol.asyncDispose]();
    throw error;
  }
}

async function closeAll(runs: QueuedRuns, shared: SharedQueue): Promise<void> {
  await runs[Symbol.asyncDispose]();
  await shared[Symbol.asyncDispose]();
}

/** What the flags change about how each run is judged. */
function requestOf({ score, judge, cache, dataOnly, install }: RunFlags): PlanOfBundle["request"] {
  return {
    ...(!score && { noScore: true as const }),
    ...(judge !== undefined && { judge }),
    ...(cache === false && { cache }),
    ...(dataOnly && { dataOnly }),
    ...(install === false && { install }),
  };
}

/** All cells wait in the queue at once; hooks and repeated attempts are the workers'. */
function forWorkers(plan: Plan): Plan {
  return { ...plan, concurrency: Math.max(1, plan.jobs.length), beforeAll: [], afterAll: [], retries: 0 };
}

async function sayUnserved(plan: Plan, { store }: SharedQueue, { terminal }: CliWorld): Promise<void> {
  const served = await servedAgents(store.database);
  const names = new Set(plan.jobs.map(({ agent }) => agent.name).filter((name) => !served.has(name)));
  for (const name of names)
    terminal.err(`No worker serves ${terminalLine(name)} yet: its runs wait until one does (axis worker)`);
}
