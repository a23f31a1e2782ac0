/** Locates the files of a project relative to the current folder. */
import { join, relative } from "node:path";
import { formatConfigFlag } from "../config/load-config.ts";
import type { Report } from "../core/report.ts";
import type { CliDeps } from "./command.ts";
import type { Project } from "./project.ts";

/** Returns the report's folder relative to here, and the flag that a command needs to find the same project. */
export function locateReport(
  project: Project,
  { reportId }: Report,
  deps: CliDeps,
): { folder: string; configFlag: string } {
  const folder = relative(deps.cwd, join(project.configDir, ".axis", "reports", reportId));
  return { folder, configFlag: formatConfigFlag(project.configFile, deps.cwd) };
}
