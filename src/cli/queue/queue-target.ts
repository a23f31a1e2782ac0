/** Where a command uploads bundles and queues runs: a shared database, or a server in front of one. */
import { type ServerAddress, readServerAddress } from "../../worker/client/server-address.ts";
import { AxisError } from "../../core/error.ts";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import type { ObjectStoreAccess } from "../../store/sql/files/objects/object-store.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { readDatabaseUrl } from "../open-database.ts";

/** A shared Postgres, and the store of its large files. */
export interface SharedDatabase {
  readonly url: string;
  readonly objects?: ObjectStoreAccess | undefined;
}

export type QueueTarget =
  | ({ readonly kind: "database" } & SharedDatabase)
  | { readonly kind: "server"; readonly address: ServerAddress };

/** AXIS_DATABASE_URL, then AXIS_URL, then settings.store.url: the environment of this shell wins over the config. */
export function findQueueTarget(env: NodeJS.ProcessEnv, store: StoreSettings | undefined): QueueTarget | undefined {
  const given = readDatabaseUrl(env);
  if (given !== undefined) return { kind: "database", url: given, objects: readObjectStoreSettings(env, store) };
  const address = readServerAddress(env);
  if (address !== undefined) return { kind: "server", address };
  if (store?.url === undefined) return undefined;
  return { kind: "database", url: store.url, objects: readObjectStoreSettings(env, store) };
}

/** The same for a command that needs one. */
export function resolveQueueTarget(
  env: NodeJS.ProcessEnv,
  store: StoreSettings | undefined,
  command: string,
): QueueTarget {
  const found = findQueueTarget(env, store);
  if (found !== undefined) return found;
  throw new AxisError(
    "flag-invalid",
    `${command} has nowhere to queue runs: neither AXIS_DATABASE_URL nor AXIS_URL is set`,
    {
      hint: "Set AXIS_DATABASE_URL to a shared Postgres, or AXIS_URL to an AXIS server and AXIS_TOKEN to an admin token",
    },
  );
}
