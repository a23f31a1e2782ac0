/** Opens the target where runs are queued: uploads the bundle and returns a dispatcher for runs. */
import { storeBundle } from "../../bundle/bundle-shelf.ts";
import type { Bundle } from "../../bundle/make-bundle.ts";
import { followEvents } from "../../client/live-events.ts";
import { pushBundle } from "../../client/push-bundle.ts";
import { ServerClient } from "../../client/server-client.ts";
import type { ServerAddress } from "../../client/server-address.ts";
import { serverDesk } from "../../client/server-desk.ts";
import type { RunDesk } from "../../core/run/elsewhere.ts";
import { servedAgents } from "../../store/sql/workers.ts";
import { databaseDesk } from "../../worker/asking/database-desk.ts";
import { Doorbell } from "../../worker/doorbell.ts";
import type { CliWorld } from "../command.ts";
import { openSharedQueue } from "./queue-database.ts";
import type { QueuePlace, SharedDatabase } from "./queue-place.ts";

export interface OpenDesk extends AsyncDisposable {
  readonly desk: RunDesk;
  /** Fires when runs may have ended. */
  readonly bell: Doorbell;
}

export interface DeskNeeds {
  readonly bundle: Bundle;
  /** Names of the agents that will be requested. */
  readonly agents: ReadonlySet<string>;
  /** W3C trace context in which the runs are executed. */
  readonly traceContext: string;
  readonly onUnserved: (agents: readonly string[]) => void;
}

export async function openDesk(place: QueuePlace, needs: DeskNeeds, world: CliWorld): Promise<OpenDesk> {
  return place.kind === "server" ? await atServer(place.address, needs) : await inDatabase(place, needs, world);
}

async function inDatabase(place: SharedDatabase, needs: DeskNeeds, world: CliWorld): Promise<OpenDesk> {
  const { bundle, agents, traceContext, onUnserved } = needs;
  const shared = await openSharedQueue(world, place, "run");
  try {
    const { database, objects } = shared.store;
    const { workspaceId } = await storeBundle(shared.store, bundle, "run");
    const served = await servedAgents(database);
    onUnserved([...agents].filter((name) => !served.has(name)));
    const { sha256: bundleSha256, manifest } = bundle;
    const desk = databaseDesk({
      database,
      objects,
      queue: shared.queue,
      workspaceId,
      bundleSha256,
      manifest,
      traceContext,
    });
    const bell = await Doorbell.listen(shared.store);
    return { desk, bell, [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose]() };
  } catch (error) {
    await shared[Symbol.asyncDispose]();
    throw error;
  }
}

async function atServer(address: ServerAddress, { bundle, traceContext, onUnserved }: DeskNeeds): Promise<OpenDesk> {
  const client = new ServerClient(address);
  const { workspace } = bundle.manifest;
  await pushBundle(client, { workspace, bytes: bundle.bytes, content: () => bundle.content(), purpose: "run" });
  const sha256 = Buffer.from(bundle.sha256).toString("hex");
  const bell = new Doorbell();
  const over = new AbortController();
  const listening = followEvents(client, { workspace, onEnded: () => bell.ring(), over: over.signal });
  return {
    desk: serverDesk(client, { workspace, bundle: sha256, traceContext, onUnserved }),
    bell,
    async [Symbol.asyncDispose]() {
      over.abort();
      await listening;
    },
  };
}
