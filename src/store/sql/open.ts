/** Opens the store a command was told to use: Postgres by its URL, else the one embedded in the project. */
import { AxisError, messageOf } from "../../core/error.ts";
import type { ObjectPlace, ObjectStore } from "./files/objects/object-store.ts";
import type { SqlStore } from "./sql-store.ts";
import { missingMigrations, migrate } from "./schema/migrate.ts";

export interface StoreChoice {
  /** Folder of the config. */
  readonly configDir: string;
  /** Of Postgres: `AXIS_DATABASE_URL`, else `settings.store.url`. */
  readonly url?: string;
  /** Where large files go; only with a URL. */
  readonly objects?: ObjectPlace | undefined;
  /** A worker never migrates; it refuses a database that does not match. */
  readonly migrations: "run" | "require";
  readonly onWarning: (message: string) => void;
}

/** Opens, migrates or checks. The drivers are loaded here, so that other commands never see them. */
export async function openSqlStore(choice: StoreChoice): Promise<SqlStore> {
  if (choice.url === undefined) {
    const { openEmbedded } = await import("./drivers/pglite.ts");
    return await openEmbedded(choice.configDir, choice);
  }
  const { openPostgres } = await import("./drivers/postgres.ts");
  const store = openPostgres(choice.url);
  try {
    await (choice.migrations === "run" ? migrate(store.database) : requireCurrent(store));
    return choice.objects === undefined ? store : { ...store, objects: await objectsAt(choice.objects) };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw asStoreProblem(error);
  }
}

async function objectsAt(place: ObjectPlace): Promise<ObjectStore> {
  const { openObjectStore } = await import("./files/objects/object-store.ts");
  return openObjectStore(place);
}

async function requireCurrent({ database }: SqlStore): Promise<void> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return;
  throw new AxisError("store-mismatch", `The database lacks ${missing.length} migration(s) of this AXIS`, {
    hint: "Run: axis db migrate",
  });
}

/** The URL may hold a password, so it is not in the sentence. */
function asStoreProblem(cause: unknown): unknown {
  if (cause instanceof AxisError) return cause;
  return new AxisError("store-unavailable", `The database could not be opened: ${reasonOf(cause)}`, {
    hint: "Check AXIS_DATABASE_URL and that Postgres 15 or later answers there",
    cause,
  });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return messageOf(cause ?? error);
}
