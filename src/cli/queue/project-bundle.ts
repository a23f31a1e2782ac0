/** Makes the bundle of the project that a command works in. */
import { type Bundle, makeBundle } from "../../worker/bundle/make-bundle.ts";
import { describePlan, type BundlePlan } from "../../worker/bundle/describe-plan.ts";
import { loadConfig } from "../../config/load-config.ts";
import { resolveWorkspaceName } from "../../config/workspace-name.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";

/** Packs the files as they are now; files that look like secrets are listed and skipped. */
export async function makeProjectBundle(
  project: Project,
  { plan, request, competition }: Pick<BundlePlan, "plan" | "request" | "competition">,
  { terminal, env }: CliDeps,
): Promise<Bundle> {
  const { configFile, configDir } = project;
  const { config } = await loadConfig(configFile);
  const retention = config.settings?.store?.retention;
  const workspace = await resolveWorkspaceName(config, configDir, env);
  const bundle = await makeBundle(
    configDir,
    describePlan({ plan, configFile, workspace, retention, request, competition }),
  );
  for (const path of bundle.leftOut) terminal.err(`Skipped, looks like a secret: ${terminalLine(path)}`);
  return bundle;
}

/** Returns the short name of a bundle for messages. */
export function formatBundleName({ sha256 }: Bundle): string {
  return Buffer.from(sha256).toString("hex").slice(0, 12);
}
