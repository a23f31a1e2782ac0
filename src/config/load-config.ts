/** Finds and reads axis.config.*: in the folder itself, never above it. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { AxisError } from "../core/error.ts";
import { quoteShellWord } from "../core/shell-word.ts";
import { readDataFile } from "../core/data-files/json-file.ts";
import { isFile, isFolder } from "../core/files/path-kind.ts";
import { isModule, loadDefault, moduleExtensions } from "./module.ts";
import { createFindings, throwProblems } from "./validation/problem.ts";
import { type CheckedConfig, validateConfig } from "./validation/validate.ts";

/** In order of preference. */
const configNames = ["axis.config.ts", "axis.config.js", "axis.config.mjs", "axis.config.json"] as const;

export interface FoundConfig {
  /** Absolute. */
  readonly file: string;
  /** Names of other configs in the same folder, which are not used. */
  readonly others: string[];
}

/** Finds the config of a folder: the named one, or the first of the usual names. */
export async function findConfig(folder: string, explicit?: string): Promise<FoundConfig> {
  if (explicit !== undefined)
    return { file: await resolveNamedConfig(resolve(folder, explicit), explicit), others: [] };
  const found = await listConfigs(folder);
  const [first, ...others] = found;
  if (first === undefined) {
    throw await noConfigIn(folder);
  }
  return { file: resolve(folder, first), others };
}

/** If a config exists in another format, the error says so. */
async function noConfigIn(folder: string): Promise<AxisError> {
  const names = await readdir(folder).catch(() => []); // A folder that cannot be listed has no names to mention.
  const similar = names.filter((name) => /^axis\.config\.(?!ts$|m?js$|json$)\w+$/i.test(name)).toSorted();
  const also = similar.length > 0 ? `; ${similar.join(", ")} is not supported` : "";
  return new AxisError("config-missing", `There is no config here: looked for ${configNames.join(", ")}${also}`, {
    hint: "Create one with: axis init; or name one with: -c <path>",
  });
}

/** Whether a config is the one that its folder uses by default. */
function isDefaultConfig(file: string): boolean {
  const preferred = configNames.find((name) => existsSync(resolve(dirname(file), name)));
  return (preferred ?? "axis.config.json") === basename(file);
}

/** The flag that a command called in `folder` needs to find a config; empty if it finds the config without one. */
export function formatConfigFlag(file: string, folder: string): string {
  if (resolve(folder) === dirname(file) && isDefaultConfig(file)) return "";
  return ` -c ${quoteShellWord(relative(folder, file))}`;
}

/** The names of the configs in a folder, in order of preference. */
export async function listConfigs(folder: string): Promise<string[]> {
  const there = await Promise.all(configNames.map((name) => isFile(resolve(folder, name))));
  return configNames.filter((_, index) => there[index]);
}

/** The content of a config file before validation. `shown` is the name used in messages. */
export function readConfig(file: string, shown: string): Promise<unknown> {
  return isModule(file) ? loadDefault(file, { shown }) : readDataFile(file, shown);
}

export interface LoadedConfig extends CheckedConfig {
  readonly file: string;
  readonly configDir: string;
  readonly warnings: readonly string[];
}

/** Reads and validates one config file alone; all its problems are thrown as one error. */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  const findings = createFindings();
  const shown = basename(file);
  const checked = validateConfig(await readConfig(file, shown), shown, findings);
  throwProblems(findings.problems, formatConfigFlag(file, process.cwd()));
  return { ...checked, file, configDir: dirname(file), warnings: findings.warnings };
}

async function resolveNamedConfig(file: string, written: string): Promise<string> {
  if (!(await isFile(file))) throw await noSuchConfig(file, written);
  const allowed = [".json", ...moduleExtensions];
  if (!allowed.includes(extname(file).toLowerCase())) {
    throw new AxisError(
      "config-invalid",
      `${written} is not a config: its name must end in one of ${allowed.join(", ")}`,
      { hint: "Write it as JSON or as a module; scenarios may be YAML, but a config may not" },
    );
  }
  return file;
}

async function noSuchConfig(file: string, written: string): Promise<AxisError> {
  if (written === "")
    return new AxisError("config-missing", "-c needs the name of a file, but its value is empty", {
      hint: "Omit -c to use the config of this folder; if the value came from a variable, it may not be set",
    });
  if (!(await isFolder(file)))
    return new AxisError("config-missing", `There is no config file ${written}`, {
      hint: "Create one with: axis init",
    });
  const [inside = configNames[3]] = await listConfigs(file);
  return new AxisError("config-missing", `${written} is a folder, but -c needs a file`, {
    hint: `Name the config in it, for example: -c ${join(written, inside)}`,
  });
}
