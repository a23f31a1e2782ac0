/** Opens the target where runs are queued: uploads the bundle and returns a dispatcher for runs. */
import { storeBundle } from "../../worker/bundle/bundle-store.ts";
import type { Bundle } from "../../worker/bundle/make-bundle.ts";
import { followEvents } from "../../worker/client/live-events.ts";
import { pushBundle } from "../../worker/client/push-bundle.ts";
import { ServerClient } from "../../worker/client/server-client.ts";
import type { ServerAddress } from "../../worker/client/server-address.ts";
import { createServerDispatcher } from "../../worker/client/server-dispatcher.ts";
import type { RunDispatcher } from "../../core/run/remote-runner.ts";
import { listServedAgents } from "../../store/sql/workers.ts";
import { createDatabaseDispatcher } from "../../worker/asking/database-dispatcher.ts";
import { ChangeSignal } from "../../worker/change-signal.ts";
import type { CliDeps } from "../command.ts";
import { openSharedQueue } from "./queue-database.ts";
import type { QueueTarget, SharedDatabase } from "./queue-target.ts";

export interface OpenDispatcher extends AsyncDisposable {
  readonly dispatcher: RunDispatcher;
  /** Fires when runs may have ended. */
  readonly changeSignal: ChangeSignal;
}

export interface DispatcherOptions {
  readonly bundle: Bundle;
  /** Names of the agents that will be requested. */
  readonly agents: ReadonlySet<string>;
  /** W3C trace context in which the runs are executed. */
  readonly traceContext: string;
  readonly onUnserved: (agents: readonly string[]) => void;
}

export async function openDispatcher(place: QueueTarget, needs: DispatcherOptions, world: CliDeps): Promise<OpenDispatcher> {
  return place.kind === "server" ? await openAtServer(place.address, needs) : await openInDatabase(place, needs, world);
}

async function openInDatabase(place: SharedDatabase, needs: DispatcherOptions, world: CliDeps): Promise<OpenDispatcher> {
  const { bundle, agents, traceContext, onUnserved } = needs;
  const shared = await openSharedQueue(world, place, "run");
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

async function openAtServer(address: ServerAddress, { bundle, traceContext, onUnserved }: DispatcherOptions): Promise<OpenDispatcher> {
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
