/** The database of a command: Postgres by AXIS_DATABASE_URL, else the one embedded in the project. */
import { openSqlStore, type StoreChoice } from "../store/sql/open.ts";
import type { SqlStore } from "../store/sql/sql-store.ts";
import type { CliWorld } from "./command.ts";
import { openProject } from "./project.ts";

export interface DatabaseFlags {
  readonly config?: string;
}

/** Opens it; with a URL no project is needed. */
export async function openDatabase(
  world: CliWorld,
  { config }: DatabaseFlags,
  migrations: StoreChoice["migrations"],
): Promise<SqlStore> {
  const onWarning = (message: string) => world.terminal.err(`Warning: ${message}`);
  const url = databaseUrl(world.env);
  if (url !== undefined) return await openSqlStore({ configDir: world.cwd, url, migrations, onWarning });
  const { configDir } = await openProject(world, config);
  return await openSqlStore({ configDir, migrations, onWarning });
}

/** An empty variable is none. */
export function databaseUrl(env: NodeJS.ProcessEnv): string | undefined {
  const url = env["AXIS_DATABASE_URL"];
  return url === undefined || url === "" ? undefined : url;
}
