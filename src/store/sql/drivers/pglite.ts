/** The embedded database: Postgres compiled to WebAssembly, in a folder that one process owns at a time. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import { AxisError, systemCode } from "../../../core/error.ts";
import { pathExists } from "../../../core/files/path-kind.ts";
import { joinInside } from "../../../core/paths/inside.ts";
import { packageFolder } from "../../../core/paths/package-root.ts";
import { nodeDisk, withNamedErrors } from "../../disk/disk.ts";
import { openFolders } from "../../disk/folders.ts";
import { takeLock } from "../../disk/lock.ts";
import { axisFolder } from "../../paths.ts";
import type { Tables } from "../schema/database.ts";
import { migrate } from "../schema/migrate.ts";
import type { SqlStore } from "../sql-store.ts";

/** Creates a new database by unpacking an empty one, which was added to the package when it was built. */
const archiveName = "empty-database.tar.gz";
const blockBytes = 512;
const folderType = "5";

/** The archive of the folder; undefined if the package has not been built: then the engine creates a database itself. */
async function readEmptyDatabase(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(joinInside(packageFolder("dist"), archiveName)));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Unpacks an empty database if the folder does not exist: completely or not at all. */
export async function unpackDatabase(archive: Uint8Array, folder: string): Promise<void> {
  if (await pathExists(folder)) return;
  const beside = `${folder}.new`;
  await rm(beside, { recursive: true, force: true });
  for (const { path, isFolder, content } of readTarEntries(gunzipSync(archive))) {
    const place = joinInside(beside, path);
    await mkdir(isFolder ? place : dirname(place), { recursive: true });
    if (!isFolder) await writeFile(place, content);
  }
  await rename(beside, folder);
}

interface TarEntry {
  /** Relative to the root of the archive, without a leading slash. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly content: Uint8Array;
}

/** The engine packs only files and folders with short names, so nothing else is supported. */
function* readTarEntries(tar: Buffer): Generator<TarEntry> {
  for (let at = 0; at + blockBytes <= tar.length;) {
    const field = (start: number, length: number) => readTextField(tar.subarray(at + start, at + start + length));
    const path = field(0, 100);
    if (path === "") return;
    const bytes = Number.parseInt(field(124, 12), 8);
    const first = at + blockBytes;
    const isFolder = field(156, 1) === folderType;
    yield { path: path.replace(/^\/+/, ""), isFolder, content: tar.subarray(first, first + bytes) };
    at = first + Math.ceil(bytes / blockBytes) * blockBytes;
  }
}

function readTextField(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? field.length : end).trim();
}

export interface EmbeddedOptions {
  readonly onWarning: (message: string) => void;
}

/** The engine opens a file for each table, and fails with a misleading error when it may not. */
const neededFiles = 256;

async function requireOpenFiles(): Promise<void> {
  // Only Linux says what the limit is.
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, most] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (most === undefined || Number(most) >= neededFiles) return;
  throw new AxisError(
    "store-unavailable",
    `The embedded database needs ${neededFiles} open files, but this process may open only ${most}`,
    { hint: "Raise the limit in this shell with: ulimit -n 4096" },
  );
}

/** Opens `.axis/db` of a project; creates and migrates it if it is new. Throws if another process has it open. */
export async function openEmbedded(configDir: string, { onWarning }: EmbeddedOptions): Promise<SqlStore> {
  await requireOpenFiles();
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

/** What kysely needs to talk to PGlite. */
function pgliteDialect(engine: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => pgliteDriver(engine),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function pgliteDriver(engine: PGlite): Driver {
  const connection = pgliteConnection(engine);
  const waiting: (() => void)[] = [];
  let taken = false;
  const run = async (word: "begin" | "commit" | "rollback") => {
    await connection.executeQuery(CompiledQuery.raw(word));
  };
  return {
    init: () => engine.waitReady,
    async acquireConnection() {
      // A transaction is a series of calls on the only connection: no other query may run in between.
      if (taken) await new Promise<void>((turn) => waiting.push(turn));
      taken = true;
      return connection;
    },
    async releaseConnection() {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
    beginTransaction: () => run("begin"),
    commitTransaction: () => run("commit"),
    rollbackTransaction: () => run("rollback"),
    destroy: () => engine.close(),
  };
}

function pgliteConnection(engine: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await engine.query<Row>(text, [...parameters]);
      return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
    },
    streamQuery() {
      throw new Error("The embedded database cannot stream: read pages instead");
    },
  };
}
