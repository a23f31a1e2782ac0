/** Opens the store for a command: Postgres if a URL is set, otherwise the project's embedded database. */
import { AxisError, errorMessage } from "../../core/error.ts";
import type { ObjectStoreAccess, ObjectStore } from "./files/objects/object-store.ts";
import type { SqlStore } from "./sql-store.ts";
import { missingMigrations, migrate } from "./schema/migrate.ts";

export interface StoreChoice {
  /** The folder of the config. */
  readonly configDir: string;
  /** The URL of Postgres, from `AXIS_DATABASE_URL` or else `settings.store.url`. */
  readonly url?: string;
  /** The object store for large files; used only with a URL. */
  readonly objects?: ObjectStoreAccess | undefined;
  /** A worker never migrates: it requires a database that is up to date. */
  readonly migrations: "run" | "require";
  readonly onWarning: (message: string) => void;
}

/** Opens the store, then migrates or checks it. Loads the drivers on demand, so that other commands do not need them. */
export async function openSqlStore(choice: StoreChoice): Promise<SqlStore> {
  if (choice.url === undefined) {
    const { openEmbedded } = await import("./drivers/pglite.ts");
    return await openEmbedded(choice.configDir, choice);
  }
  const { openPostgres } = await import("./drivers/postgres.ts");
  const store = openPostgres(choice.url);
  try {
    await (choice.migrations === "run" ? migrate(store.database) : requireMigrated(store));
    return choice.objects === undefined ? store : { ...store, objects: await openObjects(choice.objects) };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw toStoreError(error);
  }
}

async function openObjects(place: ObjectStoreAccess): Promise<ObjectStore> {
  const { openObjectStore } = await import("./files/objects/object-store.ts");
  return openObjectStore(place);
}

async function requireMigrated({ database }: SqlStore): Promise<void> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return;
  throw new AxisError("store-mismatch", `The database is missing ${missing.length} migration(s) that this AXIS needs`, {
    hint: "Run: axis db migrate",
  });
}

/** The URL may contain a password, so it is not part of the message. */
function toStoreError(cause: unknown): unknown {
  if (cause instanceof AxisError) return cause;
  return new AxisError("store-unavailable", `The database could not be opened: ${describeReason(cause)}`, {
    hint: "Check AXIS_DATABASE_URL, and that Postgres 15 or later is running there",
    cause,
  });
}

function describeReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return errorMessage(cause ?? error);
}
