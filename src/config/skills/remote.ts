/** Skills from a repository on GitHub, pinned like any other source. */
import { join } from "node:path";
import { AxisError } from "../../core/error.ts";
import { openRepository } from "../libraries/repository.ts";
import { parseRemoteUrl } from "../libraries/url.ts";
import type { SkillOptions } from "./skills.ts";

const limitMs = 30_000;

/** The clone of a skill repository, and its commit. */
export async function openSkillRepository(
  { owner, repository }: { owner: string; repository: string },
  options: SkillOptions,
): Promise<{ folder: string; commit: string }> {
  const source = parseRemoteUrl(`${options.githubBase ?? "https://github.com"}/${owner}/${repository}`, {
    fromProject: true,
  });
  if ("problem" in source) throw new AxisError("config-invalid", source.problem);
  const folder = skillFolder(options.configDir, owner, repository);
  return openRepository({ source, folder, limitMs, refresh: options.refresh ?? false }, options);
}

/** Where the clone of a skill repository is stored. */
export function skillFolder(configDir: string, owner: string, repository: string): string {
  return join(configDir, ".axis", "skills-cache", owner, repository);
}
