/** `axis run --queue`: a plan whose runs are executed by workers, and the connection to those workers. */
import { loadConfig } from "../../config/load-config.ts";
import type { Plan } from "../../core/plan.ts";
import type { RemoteRunner, RunDispatcher } from "../../core/run/remote-runner.ts";
import type { CompetitionRecord } from "../../evaluate/compete/competition-record.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { listServedAgents } from "../../store/sql/workers.ts";
import { createDatabaseDispatcher } from "../../worker/asking/database-dispatcher.ts";
import { RemoteRuns } from "../../worker/asking/remote-runs.ts";
import { storeBundle } from "../../worker/bundle/bundle-store.ts";
import type { BundlePlan } from "../../worker/bundle/describe-plan.ts";
import type { Bundle } from "../../worker/bundle/make-bundle.ts";
import { ChangeSignal } from "../../worker/change-signal.ts";
import { followEvents } from "../../worker/client/live-events.ts";
import { pushBundle } from "../../worker/client/push-bundle.ts";
import type { ServerAddress } from "../../worker/client/server-address.ts";
import { ServerClient } from "../../worker/client/server-client.ts";
import { createServerDispatcher } from "../../worker/client/server-dispatcher.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";
import type { RunFlags } from "../run-flags.ts";
import { formatBundleName, makeProjectBundle } from "./project-bundle.ts";
import { openSharedQueue } from "./queue-database.ts";
import { type QueueTarget, resolveQueueTarget, type SharedDatabase } from "./queue-target.ts";

export interface QueuedPlan extends AsyncDisposable {
  readonly plan: Plan;
  readonly remoteRunner: RemoteRunner;
}

interface QueuedRequest {
  readonly plan: Plan;
  readonly flags: RunFlags;
  readonly traceContext: string;
  /** The competition that the runs belong to; its base is on disk. */
  readonly competition?: CompetitionRecord;
}

/** Uploads the project as it is now and prepares to wait for its runs. */
export async function openQueuedPlan(
  project: Project,
  { plan, flags, traceContext, competition }: QueuedRequest,
  deps: CliDeps,
): Promise<QueuedPlan> {
  const { config } = await loadConfig(project.configFile);
  const command = competition === undefined ? "axis run --queue" : "axis compete --queue";
  const place = resolveQueueTarget(deps.env, config.settings?.store, command);
  const bundle = await makeProjectBundle(project, { plan, request: toBundleRequest(flags), competition }, deps);
  const agents = new Set(plan.jobs.map(({ agent }) => agent.name));
  const needs = { bundle, agents, traceContext, onUnserved: createUnservedWarning(deps) };
  const opened = await openDispatcher(place, needs, deps);
  deps.terminal.err(`Queued for workers of ${bundle.manifest.workspace}, with bundle ${formatBundleName(bundle)}`);
  const runs = new RemoteRuns(opened.dispatcher, opened.changeSignal);
  return {
    plan: adaptPlanForWorkers(plan),
    remoteRunner: runs.run,
    [Symbol.asyncDispose]: () => closeAll(runs, opened),
  };
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
      terminal.err(
        `No worker serves ${terminalLine(name)} yet: its runs wait until one does. Start one with: axis worker`,
      );
    }
  };
}

/** Opens the target where runs are queued: uploads the bundle and returns a dispatcher for runs. */
interface OpenDispatcher extends AsyncDisposable {
  readonly dispatcher: RunDispatcher;
  /** Fires when runs may have ended. */
  readonly changeSignal: ChangeSignal;
}

interface DispatcherOptions {
  readonly bundle: Bundle;
  /** Names of the agents that will be requested. */
  readonly agents: ReadonlySet<string>;
  /** W3C trace context in which the runs are executed. */
  readonly traceContext: string;
  readonly onUnserved: (agents: readonly string[]) => void;
}

async function openDispatcher(place: QueueTarget, needs: DispatcherOptions, deps: CliDeps): Promise<OpenDispatcher> {
  return place.kind === "server" ? await openAtServer(place.address, needs) : await openInDatabase(place, needs, deps);
}

async function openInDatabase(place: SharedDatabase, needs: DispatcherOptions, deps: CliDeps): Promise<OpenDispatcher> {
  const { bundle, agents, traceContext, onUnserved } = needs;
  const shared = await openSharedQueue(deps, place, "run");
  try {
    const { database, objects } = shared.store;
    const { workspaceId } = await storeBundle(shared.store, bundle, "run");
    const served = await listServedAgents(database);
    onUnserved([...agents].filter((name) => !served.has(name)));
    const { sha256: bundleSha256, manifest } = bundle;
    const desk = createDatabaseDispatcher({
      database,
      objects,
      queue: shared.queue,
      workspaceId,
      bundleSha256,
      manifest,
      traceContext,
    });
    const bell = await ChangeSignal.listen(shared.store);
    return { dispatcher: desk, changeSignal: bell, [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose]() };
  } catch (error) {
    await shared[Symbol.asyncDispose]();
    throw error;
  }
}

async function openAtServer(
  address: ServerAddress,
  { bundle, traceContext, onUnserved }: DispatcherOptions,
): Promise<OpenDispatcher> {
  const client = new ServerClient(address);
  const { workspace } = bundle.manifest;
  await pushBundle(client, { workspace, bytes: bundle.bytes, content: () => bundle.content(), purpose: "run" });
  const sha256 = Buffer.from(bundle.sha256).toString("hex");
  const bell = new ChangeSignal();
  const over = new AbortController();
  const listening = followEvents(client, { workspace, onEnded: () => bell.notify(), over: over.signal });
  return {
    dispatcher: createServerDispatcher(client, { workspace, bundle: sha256, traceContext, onUnserved }),
    changeSignal: bell,
    async [Symbol.asyncDispose]() {
      over.abort();
      await listening;
    },
  };
}
