/** Where the things of a project lie, as seen from where the command was called. */
import { join, relative } from "node:path";
import { configFlag } from "../config/load.ts";
import type { Report } from "../core/report.ts";
import type { CliWorld } from "./command.ts";
import type { Project } from "./project.ts";

/** Where a report can be opened from here, and what to add to a command so that it finds the same project. */
export function whereabouts(
  project: Project,
  { reportId }: Pick<Report, "reportId">,
  world: CliWorld,
): { folder: string; configFlag: string } {
  const folder = relative(world.cwd, join(project.configDir, ".axis", "reports", reportId));
  return { folder, configFlag: configFlag(project.configFile, world.cwd) };
}
