/** A skill that `beforeAll` will create: its folder does not exist yet, and is looked for again before anything runs. */
import { lstat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { systemCode } from "../../core/error.ts";
import { nameProblem } from "../../core/names/names.ts";
import type { Action } from "../../core/scenario/action.ts";
import type { Skill } from "../../core/scenario.ts";
import type { SkillSource } from "./skills.ts";
import { parseSource } from "./source.ts";

/** The project a skill is for. */
interface SkillOwner {
  readonly configDir: string;
  readonly config: { readonly beforeAll?: readonly Action[] | undefined };
}

/** The skill as it will be; undefined if nothing would create it, or if something already exists there. */
export async function findAwaitedSkill(
  { source, baseDir }: SkillSource,
  { configDir, config }: SkillOwner,
): Promise<Skill | undefined> {
  // A skill that a library lacks stays missing: the library's own beforeAll never runs.
  if ((config.beforeAll ?? []).length === 0 || baseDir !== configDir) return undefined;
  const parsed = parseSource(source);
  if (parsed?.kind !== "local") return undefined;
  const path = resolve(baseDir, parsed.path);
  const name = basename(path);
  return nameProblem(name) === null && (await isAbsent(path)) ? { name, path, source } : undefined;
}

async function isAbsent(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => systemCode(error) === "ENOENT",
  );
}
