/** The settings of `axis serve`: flags first, then the project's settings, then defaults. */
import { findConfig, loadConfig } from "../../config/load.ts";
import type { Settings as ConfigSettings } from "../../core/config/config.ts";
import { workspaceNameOf } from "../../config/workspace-name.ts";
import { AxisError } from "../../core/error.ts";
import type { EventSettings } from "../../core/config/event-settings.ts";
import type { ServerSettings } from "../../core/config/server-settings.ts";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import type { WorkspaceName } from "../../core/names/workspace-name.ts";
import type { CliWorld } from "../command.ts";

export interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly requireToken?: true;
  readonly trustProxy?: true;
  readonly verbose?: true;
  readonly config?: string;
  readonly slots?: number;
  readonly drain: number;
}

export interface ServeSettings {
  /** Null without a project; then a database URL is required. */
  readonly project: ServedProject | null;
  readonly host: string;
  readonly port: number;
  readonly server: ServerSettings;
  readonly events: EventSettings | undefined;
  readonly workers: NonNullable<WorkerSettings>;
  readonly store: StoreSettings;
}

export interface ServedProject extends WorkspaceName {
  readonly configDir: string;
  /** Absolute path. */
  readonly configFile: string;
}

const usualHost = "127.0.0.1";
const usualPort = 4747;

/** Reads the config if there is one; with a database URL it is optional. */
export async function serveSettings(
  flags: Pick<ServeFlags, "host" | "port" | "config">,
  world: CliWorld,
  isShared: boolean,
): Promise<ServeSettings> {
  const config = await configOf(flags, world, isShared);
  const settings: Settings = config?.config.settings ?? {};
  const server = settings.server ?? {};
  return {
    project: config === null ? null : await projectOf(config, world),
    host: flags.host ?? server.host ?? usualHost,
    port: flags.port ?? server.port ?? usualPort,
    server,
    events: settings.events,
    workers: settings.workers ?? {},
    store: settings.store ?? {},
  };
}

interface Settings {
  readonly server?: ServerSettings | undefined;
  readonly events?: EventSettings | undefined;
  readonly workers?: WorkerSettings;
  readonly store?: StoreSettings | undefined;
}

type WorkerSettings = ConfigSettings["workers"];

type Config = Awaited<ReturnType<typeof loadConfig>>;

async function configOf(
  { config }: Pick<ServeFlags, "config">,
  { cwd }: CliWorld,
  isShared: boolean,
): Promise<Config | null> {
  try {
    const { file } = await findConfig(cwd, config);
    return await loadConfig(file);
  } catch (error) {
    if (isShared && config === undefined && error instanceof AxisError && error.code === "config-missing") return null;
    throw error;
  }
}

async function projectOf({ config, configDir, file }: Config, { env }: CliWorld): Promise<ServeSettings["project"]> {
  return { configDir, configFile: file, ...(await workspaceNameOf(config, configDir, env)) };
}
