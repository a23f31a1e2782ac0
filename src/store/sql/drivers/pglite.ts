/** The embedded database: Postgres compiled to WebAssembly, in a folder that one process owns at a time. */
import { PGlite } from "@electric-sql/pglite";
import { Kysely, sql } from "kysely";
import { joinInside } from "../../../core/paths/inside.ts";
import { nodeDisk, withNamedErrors } from "../../disk/disk.ts";
import { openFolders } from "../../disk/folders.ts";
import { takeLock } from "../../disk/lock.ts";
import { axisFolder } from "../../paths.ts";
import type { Tables } from "../schema/database.ts";
import { migrate } from "../schema/migrate.ts";
import type { SqlStore } from "../sql-store.ts";
import { readEmptyDatabase, unpackDatabase } from "./empty-database.ts";
import { pgliteDialect } from "./pglite-dialect.ts";

export interface EmbeddedOptions {
  readonly onWarning: (message: string) => void;
}

/** Opens `.axis/db` of a project; creates and migrates it if it is new. Throws if another process has it open. */
export async function openEmbedded(configDir: string, { onWarning }: EmbeddedOptions): Promise<SqlStore> {
  const folder = axisFolder(configDir);
  // The engine does not protect its folder from a second process, and both processes would lose rows.
  const lockFolder = joinInside(folder, "db.lock");
  await openFolders(withNamedErrors(nodeDisk), configDir).ensure(lockFolder);
  const lock = await takeLock(lockFolder, { name: "The embedded database", code: "store-locked", onWarning });
  try {
    return await openEngine(joinInside(folder, "db"), lock);
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** Opens a database in memory, which lasts as long as the process. */
export async function openInMemory(): Promise<SqlStore> {
  return await openEngine(undefined, { [Symbol.asyncDispose]: () => Promise.resolve() });
}

async function createEngine(dataDir: string): Promise<PGlite> {
  const empty = await readEmptyDatabase();
  if (empty !== undefined) await unpackDatabase(empty, dataDir);
  return await PGlite.create(dataDir);
}

async function createEngineInMemory(): Promise<PGlite> {
  const empty = await readEmptyDatabase();
  return await PGlite.create(empty === undefined ? {} : { loadDataDir: new Blob([empty]) });
}

async function openEngine(dataDir: string | undefined, lock: AsyncDisposable): Promise<SqlStore> {
  const engine = dataDir === undefined ? await createEngineInMemory() : await createEngine(dataDir);
  const database = new Kysely<Tables>({ dialect: pgliteDialect(engine) });
  try {
    await sql`set search_path to axis`.execute(database);
    await migrate(database);
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    driver: "pglite",
    database,
    async listen(onNotice) {
      const unlisten = await engine.listen("axis_events", onNotice);
      return { [Symbol.asyncDispose]: () => unlisten() };
    },
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await lock[Symbol.asyncDispose]();
    },
  };
}
