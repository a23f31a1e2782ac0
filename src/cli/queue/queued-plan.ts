/** `axis run --queue`: a plan whose runs are executed by workers, and the connection to those workers. */
import type { BundlePlan } from "../../worker/bundle/describe-plan.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { RemoteRunner } from "../../core/run/remote-runner.ts";
import type { Plan } from "../../core/plan.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { RemoteRuns } from "../../worker/asking/remote-runs.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";
import type { RunFlags } from "../run-flags.ts";
import { type OpenDispatcher, openDispatcher } from "./open-dispatcher.ts";
import { formatBundleName, makeProjectBundle } from "./project-bundle.ts";
import { resolveQueueTarget } from "./queue-target.ts";

export interface QueuedPlan extends AsyncDisposable {
  readonly plan: Plan;
  readonly remoteRunner: RemoteRunner;
}

/** Uploads the project as it is now and prepares to wait for its runs. */
export async function openQueuedPlan(
  project: Project,
  { plan, flags, traceContext }: { readonly plan: Plan; readonly flags: RunFlags; readonly traceContext: string },
  world: CliDeps,
): Promise<QueuedPlan> {
  const { config } = await loadConfig(project.configFile);
  const place = resolveQueueTarget(world.env, config.settings?.store, "axis run --queue");
  const bundle = await makeProjectBundle(project, { plan, request: toBundleRequest(flags) }, world);
  const agents = new Set(plan.jobs.map(({ agent }) => agent.name));
  const needs = { bundle, agents, traceContext, onUnserved: createUnservedWarning(world) };
  const opened = await openDispatcher(place, needs, world);
  world.terminal.err(`Queued for workers of ${bundle.manifest.workspace}, with bundle ${formatBundleName(bundle)}`);
  const runs = new RemoteRuns(opened.dispatcher, opened.changeSignal);
  return { plan: adaptPlanForWorkers(plan), remoteRunner: runs.run, [Symbol.asyncDispose]: () => closeAll(runs, opened) };
}

async function closeAll(runs: RemoteRuns, opened: OpenDispatcher): Promise<void> {
  await runs[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
}

/** The flags that change how each run is judged. */
function toBundleRequest({ score, judge, cache, dataOnly, install }: RunFlags): BundlePlan["request"] {
  return {
    ...(!score && { noScore: true as const }),
    ...(judge !== undefined && { judge }),
    ...(cache === false && { cache }),
    ...(dataOnly && { dataOnly }),
    ...(install === false && { install }),
  };
}

/** Queues all runs at once; hooks and retries are left to the workers. */
function adaptPlanForWorkers(plan: Plan): Plan {
  return { ...plan, concurrency: Math.max(1, plan.jobs.length), beforeAll: [], afterAll: [], retries: 0 };
}

/** Warns once per agent. */
function createUnservedWarning({ terminal }: CliDeps): (agents: readonly string[]) => void {
  const said = new Set<string>();
  return (agents) => {
    for (const name of agents.filter((each) => !said.has(each))) {
      said.add(name);
      terminal.err(`No worker serves ${terminalLine(name)} yet: its runs wait until one does. Start one with: axis worker`);
    }
  };
}
