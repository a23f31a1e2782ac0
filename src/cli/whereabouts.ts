/** Where the things of a project lie, as seen from where the command was called. */
import { join, relative, resolve } from "node:path";
import { isUsualConfig } from "../config/load.ts";
import type { Report } from "../core/report.ts";
import { shellWord } from "../core/shell-word.ts";
import type { CliWorld } from "./command.ts";
import type { Project } from "./project.ts";

/** Where a report can be opened from here, and what to add to a command so that it finds the same project. */
export function whereabouts(
  project: Project,
  { reportId }: Pick<Report, "reportId">,
  world: CliWorld,
): { folder: string; configFlag: string } {
  const folder = relative(world.cwd, join(project.configDir, ".axis", "reports", reportId));
  return { folder, configFlag: configFlag(project, world) };
}

/** Empty where the project is the one a command finds by itself. */
export function configFlag(
  { configDir, configFile }: Pick<Project, "configDir" | "configFile">,
  { cwd }: CliWorld,
): string {
  if (resolve(cwd) === configDir && isUsualConfig(configFile)) return "";
  return ` -c ${shellWord(relative(cwd, configFile))}`;
}
