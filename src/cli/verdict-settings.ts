/** Reads `settings.verdict` of a project, for commands that make no plan. */
import { loadConfig } from "../config/load-config.ts";
import type { VerdictSettings } from "../core/report/verdict.ts";
import type { CliDeps } from "./command.ts";
import type { Project } from "./project.ts";

export async function readVerdictSettings({ configFile }: Project, { terminal }: CliDeps): Promise<VerdictSettings> {
  const { config, warnings } = await loadConfig(configFile);
  for (const warning of warnings) terminal.err(terminal.errPaint.warn(`Warning: ${warning}`));
  return config.settings?.verdict ?? {};
}
