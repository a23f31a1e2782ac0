/** The settings of `axis serve`: flags first, then the project's settings, then defaults. */
import { findConfig, loadConfig } from "../../config/load-config.ts";
import type { Settings as ConfigSettings } from "../../core/config/config.ts";
import { resolveWorkspaceName } from "../../config/workspace-name.ts";
import { AxisError } from "../../core/error.ts";
import type { EventSettings } from "../../core/config/event-settings.ts";
import type { ServerSettings } from "../../core/config/server-settings.ts";
import type { StoreSettings } from "../../core/config/store-settings.ts";
import type { WorkspaceName } from "../../core/names/workspace-name.ts";
import type { SandboxFlags } from "../sandbox-flags.ts";
import type { CliDeps } from "../command.ts";

export interface ServeFlags extends SandboxFlags {
  readonly host?: string;
  readonly port?: number;
  readonly openReads?: true;
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
  /** The goal score at which a run passes, if the project sets one. */
  readonly passMark: number | undefined;
}

export interface ServedProject extends WorkspaceName {
  readonly configDir: string;
  /** Absolute path. */
  readonly configFile: string;
}

const defaultHost = "127.0.0.1";
const defaultPort = 4747;

/** Reads the config if there is one; with a database URL it is optional. */
export async function readServeSettings(
  flags: Partial<ServeFlags>,
  deps: CliDeps,
  isShared: boolean,
): Promise<ServeSettings> {
  const config = await loadServeConfig(flags.config, deps, isShared);
  const settings: Settings = config?.config.settings ?? {};
  const server = settings.server ?? {};
  return {
    project: config === null ? null : await toServedProject(config, deps),
    host: flags.host ?? server.host ?? defaultHost,
    port: flags.port ?? server.port ?? defaultPort,
    server,
    events: settings.events,
    workers: settings.workers ?? {},
    store: settings.store ?? {},
    passMark: settings.verdict?.pass_mark,
  };
}

interface Settings {
  readonly server?: ServerSettings | undefined;
  readonly events?: EventSettings | undefined;
  readonly workers?: WorkerSettings;
  readonly store?: StoreSettings | undefined;
  readonly verdict?: ConfigSettings["verdict"];
}

type WorkerSettings = ConfigSettings["workers"];

type Config = Awaited<ReturnType<typeof loadConfig>>;

async function loadServeConfig(
  config: string | undefined,
  { cwd }: CliDeps,
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

async function toServedProject(
  { config, configDir, file }: Config,
  { env }: CliDeps,
): Promise<ServeSettings["project"]> {
  return { configDir, configFile: file, ...(await resolveWorkspaceName(config, configDir, env)) };
}
