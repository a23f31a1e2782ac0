/** Migrates a database to this version of AXIS: forward only, one process at a time, and only if its history matches. */
import { sql } from "kysely";
import { AxisError } from "../../../core/error.ts";
import type { Database } from "./database.ts";
import { computeChecksum, type Migration, splitStatements } from "./migration.ts";
import { migrations } from "./migrations.ts";

/** The advisory lock that lets only one process migrate at a time; the number has no meaning. */
const lockKey = 4_747_001;

/** Applies the missing migrations and returns them. */
export async function migrate(
  database: Database,
  known: readonly Migration[] = migrations,
): Promise<readonly Migration[]> {
  return await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey})`.execute(connection);
    try {
      const missing = await missingMigrations(connection, known);
      for (const migration of missing) await applyMigration(connection, migration);
      return missing;
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
}

/** The migrations that have not been run. Throws if the database is newer than the code, or was made by other code. */
export async function missingMigrations(
  database: Database,
  known: readonly Migration[] = migrations,
): Promise<readonly Migration[]> {
  const applied = await appliedMigrations(database);
  for (const { version, name, sha256 } of applied) {
    const ours = known.find((migration) => migration.version === version);
    if (ours === undefined) throw unknownMigrationError(version, name);
    if (computeChecksum(ours) !== sha256) throw changedMigrationError(version, name);
  }
  const done = new Set(applied.map(({ version }) => version));
  return known.filter(({ version }) => !done.has(version));
}

async function appliedMigrations(database: Database) {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('axis.schema_migrations') is not null as there`.execute(database);
  if (rows[0]?.there !== true) return [];
  return await database
    .selectFrom("schema_migrations")
    .select(["version", "name", "sha256"])
    .orderBy("version")
    .execute();
}

async function applyMigration(connection: Database, migration: Migration): Promise<void> {
  await connection.transaction().execute(async (transaction) => {
    await sql`create schema if not exists axis`.execute(transaction);
    await sql`create table if not exists schema_migrations (
      version integer primary key, name text not null, sha256 text not null,
      applied_at timestamptz not null default now())`.execute(transaction);
    for (const statement of splitStatements(migration)) await sql.raw(statement).execute(transaction);
    await transaction
      .insertInto("schema_migrations")
      .values({ version: migration.version, name: migration.name, sha256: computeChecksum(migration) })
      .execute();
  });
}

function unknownMigrationError(version: number, name: string): AxisError {
  return new AxisError(
    "store-mismatch",
    `The database has migration ${version} (${name}), which is unknown to this version of AXIS`,
    {
      hint: "Use the version of AXIS that created it, or a later one",
    },
  );
}

function changedMigrationError(version: number, name: string): AxisError {
  return new AxisError(
    "store-mismatch",
    `Migration ${version} (${name}) of the database differs from the one in this version of AXIS`,
    {
      hint: "Another build of AXIS created it. Use that build, or another database",
    },
  );
}
