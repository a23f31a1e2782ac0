/** Opens the database of a command: Postgres by AXIS_DATABASE_URL or settings.store.url, else the project's embedded one. */
import { loadConfig } from "../config/load-config.ts";
import type { StoreSettings } from "../core/config/store-settings.ts";
import { openSqlStore, type StoreChoice } from "../store/sql/open.ts";
import type { SqlStore } from "../store/sql/sql-store.ts";
import type { CliDeps } from "./command.ts";
import { openProject } from "./project.ts";

export interface DatabaseFlags {
  readonly config?: string;
}

/** Needs no project if the environment has a database URL. */
export async function openDatabase(
  deps: CliDeps,
  { config }: DatabaseFlags,
  migrations: StoreChoice["migrations"],
): Promise<SqlStore> {
  const onWarning = (message: string) => deps.terminal.err(`Warning: ${message}`);
  const given = readDatabaseUrl(deps.env);
  if (given !== undefined) return await openSqlStore({ configDir: deps.cwd, url: given, migrations, onWarning });
  const { configDir, configFile } = await openProject(deps, config);
  const url = (await loadConfig(configFile)).config.settings?.store?.url;
  return await openSqlStore({ configDir, migrations, onWarning, url });
}

/** Returns AXIS_DATABASE_URL, else the URL in the config. An empty variable counts as unset. */
export function readDatabaseUrl(env: NodeJS.ProcessEnv, store?: StoreSettings): string | undefined {
  const url = env["AXIS_DATABASE_URL"];
  return url === undefined || url === "" ? store?.url : url;
}
