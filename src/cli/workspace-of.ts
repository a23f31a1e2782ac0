/** The workspace that runs of a project belong to: what its config says, else made of its name. */
import { basename } from "node:path";
import { slugOf } from "../bundle/describe-plan.ts";
import type { loadConfig } from "../config/load.ts";

export type LoadedConfig = Awaited<ReturnType<typeof loadConfig>>;

export function workspaceOf({ config, configDir }: LoadedConfig): { slug: string; name: string } {
  const name = config.name ?? basename(configDir);
  return { slug: config.settings?.workspace ?? slugOf(name), name };
}
