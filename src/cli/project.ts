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
export async function openProject(deps: CliDeps, config: string | undefined): Promise<Project> {
  const { file, others } = await findConfig(deps.cwd, config);
  if (others.length > 0) deps.terminal.err(`Using ${file}; also found: ${others.join(", ")}`);
  const configDir = dirname(file);
  return { configFile: file, configDir, store: openStore(deps, configDir) };
}

/** Opens the project to read reports from: that of a config, or a folder that has reports but no config. */
export async function openReportsProject(deps: CliDeps, config: string | undefined): Promise<Project> {
  return await openProject(deps, config).catch((error: unknown) => {
    if (config !== undefined || !existsSync(join(deps.cwd, ".axis", "reports"))) throw error;
    return useFolderWithoutConfig(error, deps);
  });
}

/** Uses the folder itself if there is no config; rethrows any other error. */
export function useFolderWithoutConfig(error: unknown, deps: CliDeps): Project {
  if (!(error instanceof AxisError) || error.code !== "config-missing") throw error;
  const configDir = deps.cwd;
  return { configDir, configFile: join(configDir, "axis.config.json"), store: openStore(deps, configDir) };
}

/** Opens the store under .axis/ in a folder. */
export function openStore(deps: CliDeps, configDir: string): FileStore {
  return fileStore({
    configDir,
    redact: createRedactor(collectSecrets(deps.env, [])).text,
    now: deps.now,
    onWarning: (message) => deps.terminal.err(`Warning: ${message}`),
  });
}
