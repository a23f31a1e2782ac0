/** What `axis serve` works with: its flags, then the settings of the project, then the usual. */
import { findConfig, loadConfig } from "../../config/load.ts";
import { AxisError } from "../../core/error.ts";
import type { EventSettings } from "../../core/event-settings.ts";
import type { ServerSettings } from "../../core/server-settings.ts";
import type { CliWorld } from "../command.ts";
import { type LoadedConfig, workspaceOf } from "../workspace-of.ts";

export interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly requireToken?: true;
  readonly trustProxy?: true;
  readonly verbose?: true;
  readonly config?: string;
}

export interface ServeSettings {
  /** Null where there is no project: then a database URL is needed. */
  readonly project: { readonly configDir: string; readonly slug: string; readonly name: string } | null;
  readonly host: string;
  readonly port: number;
  readonly server: ServerSettings;
  readonly events: EventSettings | undefined;
}

const usualHost = "127.0.0.1";
const usualPort = 4747;

/** Reads the config, if there is one; with a database URL there need not be. */
export async function serveSettings(flags: ServeFlags, world: CliWorld, isShared: boolean): Promise<ServeSettings> {
  const config = await configOf(flags, world, isShared);
  const settings: Settings = config?.config.settings ?? {};
  const server = settings.server ?? {};
  return {
    project: config === null ? null : { configDir: config.configDir, ...workspaceOf(config) },
    host: flags.host ?? server.host ?? usualHost,
    port: flags.port ?? server.port ?? usualPort,
    server,
    events: settings.events,
  };
}

interface Settings {
  readonly server?: ServerSettings | undefined;
  readonly events?: EventSettings | undefined;
}

async function configOf({ config }: ServeFlags, { cwd }: CliWorld, isShared: boolean): Promise<LoadedConfig | null> {
  try {
    const { file } = await findConfig(cwd, config);
    return await loadConfig(file);
  } catch (error) {
    if (isShared && config === undefined && error instanceof AxisError && error.code === "config-missing") return null;
    throw error;
  }
}
