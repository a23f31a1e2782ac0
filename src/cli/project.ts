/** The project that a command works in: its config file, its folder, its store. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { AxisError } from "../core/error.ts";
import type { Store } from "../core/store.ts";
import { findConfig } from "../config/load-config.ts";
import { createRedactor, collectSecrets } from "../runner/secrets/redact.ts";
import { type FileStore, fileStore } from "../store/files.ts";
import type { CliDeps } from "./command.ts";

export interface Project {
  readonly configFile: string;
  readonly configDir: string;
  readonly store: Store;
}

/** Finds the config; every path of a project is relative to its folder. */
export async function openProject(world: CliDeps, config: string | undefined): Promise<Project> {
  const { file, others } = await findConfig(world.cwd, config);
  if (others.length > 0) world.terminal.err(`Using ${file}; also found: ${others.join(", ")}`);
  const configDir = dirname(file);
  return { configFile: file, configDir, store: openStore(world, configDir) };
}

/** Opens the project to read reports from: that of a config, or a folder that has reports but no config. */
export async function openReportsProject(world: CliDeps, config: string | undefined): Promise<Project> {
  return await openProject(world, config).catch((error: unknown) => {
    if (config !== undefined || !existsSync(join(world.cwd, ".axis", "reports"))) throw error;
    return useFolderWithoutConfig(error, world);
  });
}

/** Uses the folder itself if there is no config; rethrows any other error. */
export function useFolderWithoutConfig(error: unknown, world: CliDeps): Project {
  if (!(error instanceof AxisError) || error.code !== "config-missing") throw error;
  const configDir = world.cwd;
  return { configDir, configFile: join(configDir, "axis.config.json"), store: openStore(world, configDir) };
}

/** Opens the store under .axis/ in a folder. */
export function openStore(world: CliDeps, configDir: string): FileStore {
  return fileStore({
    configDir,
    redact: createRedactor(collectSecrets(world.env, [])).text,
    now: world.now,
    onWarning: (message) => world.terminal.err(`Warning: ${message}`),
  });
}
