/** The bundle of the project a command works in. */
import { type Bundle, makeBundle } from "../../bundle/make-bundle.ts";
import { describePlan, type PlanOfBundle } from "../../bundle/describe-plan.ts";
import { loadConfig } from "../../config/load.ts";
import { workspaceNameOf } from "../../config/workspace-name.ts";
import type { Plan } from "../../core/plan.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliWorld } from "../command.ts";
import type { Project } from "../project.ts";

/** Made of the files as they lie there now; what looks like a secret is named and left out. */
export async function bundleOf(
  project: Project,
  { plan, request }: { readonly plan: Plan; readonly request: PlanOfBundle["request"] },
  { terminal, env }: CliWorld,
): Promise<Bundle> {
  const { configFile, configDir } = project;
  const { config } = await loadConfig(configFile);
  const retention = config.settings?.store?.retention;
  const workspace = await workspaceNameOf(config, configDir, env);
  const bundle = await makeBundle(configDir, describePlan({ plan, configFile, workspace, retention, request }));
  for (const path of bundle.leftOut) terminal.err(`Left out, it looks like a secret: ${terminalLine(path)}`);
  return bundle;
}

/** How a bundle is called in a line. */
export function bundleName({ sha256 }: Pick<Bundle, "sha256">): string {
  return Buffer.from(sha256).toString("hex").slice(0, 12);
}
