/** `axis db migrate`: brings the database up to this version of AXIS. */
import type { CliWorld, CommandModule } from "../command.ts";
import { type DatabaseFlags, openDatabase } from "../open-database.ts";

const examples = `
The database is the one at AXIS_DATABASE_URL (Postgres 15 or later), else the one embedded in the project. The embedded
one is migrated whenever it is opened; a shared one by this command, and workers wait for it.

Examples:
  AXIS_DATABASE_URL=postgres://axis@db/axis axis db migrate`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .command("migrate")
    .description("Apply the migrations the database lacks")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((flags: DatabaseFlags) => act((world) => migrateDatabase(flags, world)));
};

async function migrateDatabase(flags: DatabaseFlags, world: CliWorld): Promise<number> {
  const { migrations } = await import("../../store/sql/schema/migrations.ts");
  await using store = await openDatabase(world, flags, "run");
  const newest = migrations.at(-1);
  const which = store.driver === "pglite" ? "embedded" : "Postgres";
  world.terminal.out(`The ${which} database (${store.driver}) is at migration ${newest?.version} (${newest?.name}).`);
  return 0;
}
