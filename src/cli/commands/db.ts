/** `axis db`: migrates the database to this version of AXIS and deletes data past its retention period. */
import { resolve } from "node:path";
import { listConfigs, loadConfig } from "../../config/load-config.ts";
import { resolveWorkspaceName } from "../../config/workspace-name.ts";
import type { ObjectStore } from "../../store/sql/files/objects/object-store.ts";
import type { PruneCounts } from "../../store/sql/retention/prune.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { readObjectStoreSettings } from "../object-store-settings.ts";
import { type DatabaseFlags, openDatabase } from "../open-database.ts";

interface PruneFlags extends DatabaseFlags {
  readonly dryRun?: true;
}

const databaseNote = `
Uses the database at AXIS_DATABASE_URL, else at settings.store.url (Postgres 15 or later), else the one embedded in the
project.`;

const migrateExamples = `${databaseNote} An embedded database is migrated when it is opened; a shared one only by this command. Workers wait for it.

Examples:
  AXIS_DATABASE_URL=postgres://axis@db/axis axis db migrate`;

const dbExamples = `${databaseNote}

Examples:
  axis db migrate                           after an update, with a shared database
  axis db prune --dry-run                   show what would be deleted`;

const pruneExamples = `${databaseNote} Servers and workers do the same once a minute.

Keeps runs and scores forever (settings.store.retention.runs_days), transcripts, logs, artifacts and gate output for 90
days (files_days), live events for 7 days, idempotency keys and unreferenced blobs for a day. Runs that a usual time, a
report, a baseline or a contest is based on are never deleted.

Examples:
  axis db prune --dry-run`;

export const define: CommandModule["define"] = (command, act) => {
  const config = ["-c, --config <path>", "config file"] as const;
  command
    .addHelpText("after", dbExamples)
    .command("migrate")
    .description("Apply pending database migrations")
    .option(...config)
    .addHelpText("after", migrateExamples)
    .action((flags: DatabaseFlags) => act((deps) => migrateDatabase(flags, deps)));
  command
    .command("prune")
    .description("Delete data past its retention period")
    .option("--dry-run", "only show what would be deleted")
    .option(...config)
    .addHelpText("after", pruneExamples)
    .action((flags: PruneFlags) => act((deps) => pruneDatabase(flags, deps)));
};

async function migrateDatabase(flags: DatabaseFlags, deps: CliDeps): Promise<number> {
  const { migrations } = await import("../../store/sql/schema/migrations.ts");
  await using store = await openDatabase(deps, flags, "run");
  const newest = migrations.at(-1);
  const which = store.driver === "pglite" ? "embedded" : "Postgres";
  deps.terminal.out(`The ${which} database (${store.driver}) is at migration ${newest?.version} (${newest?.name}).`);
  return 0;
}

async function pruneDatabase(flags: PruneFlags, deps: CliDeps): Promise<number> {
  const { prune, previewPrune } = await import("../../store/sql/retention/prune.ts");
  await using store = await openDatabase(deps, flags, "require");
  const { database } = store;
  const project = await loadConfigIfAny(flags, deps);
  const prepare = await prepareRetention(project, deps);
  const kept = {
    database,
    objects: store.driver === "postgres" ? await openProjectObjects(project, deps) : undefined,
  };
  if (!flags.dryRun) await prepare(database);
  const pruned = await (flags.dryRun ? previewPrune(kept, prepare) : prune(kept));
  deps.terminal.out(`${flags.dryRun ? "Would delete" : "Deleted"} ${formatPruned(pruned)}`);
  return 0;
}

type Prepare = (database: Database) => Promise<void>;

type ProjectConfig = Awaited<ReturnType<typeof loadConfig>>;

/** A shared database needs no project in this folder. */
async function loadConfigIfAny({ config }: DatabaseFlags, { cwd }: CliDeps): Promise<ProjectConfig | undefined> {
  const file = config ?? (await listConfigs(cwd))[0];
  return file === undefined ? undefined : await loadConfig(resolve(cwd, file));
}

async function openProjectObjects(
  project: ProjectConfig | undefined,
  { env }: CliDeps,
): Promise<ObjectStore | undefined> {
  const place = readObjectStoreSettings(env, project?.config.settings?.store);
  if (place === undefined) return undefined;
  const { openObjectStore } = await import("../../store/sql/files/objects/object-store.ts");
  return openObjectStore(place);
}

/** Stores the retention settings of the project in this folder, if there is one, for its workspace. */
async function prepareRetention(loaded: ProjectConfig | undefined, { env }: CliDeps): Promise<Prepare> {
  if (loaded === undefined) return async () => {};
  const { saveRetention } = await import("../../store/sql/retention/rules.ts");
  const { slug } = await resolveWorkspaceName(loaded.config, loaded.configDir, env);
  return (database) => saveRetention(database, slug, loaded.config.settings?.store?.retention);
}

function formatPruned({ runs, files, gateTails, events, idempotencyKeys, blobs, blobBytes }: PruneCounts): string {
  const mebibytes = (blobBytes / 1_048_576).toFixed(1);
  return [
    `${runs} runs`,
    `${files} files`,
    `${gateTails} gate outputs`,
    `${events} events`,
    `${idempotencyKeys} idempotency keys`,
    `${blobs} blobs (${mebibytes} MiB)`,
  ].join(", ");
}
