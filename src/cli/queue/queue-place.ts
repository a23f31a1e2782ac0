/** Where a command puts bundles and runs: into a shared database, or to a server in front of one. */
import { type ServerAddress, serverAddress } from "../../client/server-address.ts";
import { AxisError } from "../../core/error.ts";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import type { ObjectPlace } from "../../store/sql/files/objects/object-store.ts";
import { objectPlace } from "../object-place.ts";
import { databaseUrl } from "../open-database.ts";

/** A Postgres that several share, and where its large files lie. */
export interface SharedDatabase {
  readonly url: string;
  readonly objects?: ObjectPlace | undefined;
}

export type QueuePlace =
  | ({ readonly kind: "database" } & SharedDatabase)
  | { readonly kind: "server"; readonly address: ServerAddress };

/** AXIS_DATABASE_URL, then AXIS_URL, then settings.store.url: what is set for this shell beats what is written down. */
export function queuePlace(env: NodeJS.ProcessEnv, store: StoreSettings | undefined, command: string): QueuePlace {
  const given = databaseUrl(env);
  if (given !== undefined) return { kind: "database", url: given, objects: objectPlace(env, store) };
  const address = serverAddress(env);
  if (address !== undefined) return { kind: "server", address };
  if (store?.url !== undefined) return { kind: "database", url: store.url, objects: objectPlace(env, store) };
  throw new AxisError(
    "flag-invalid",
    `${command} needs a place for runs: neither AXIS_DATABASE_URL nor AXIS_URL is set`,
    {
      hint: "AXIS_DATABASE_URL is a shared Postgres; AXIS_URL a server of AXIS, and goes with AXIS_TOKEN, an admin token",
    },
  );
}
