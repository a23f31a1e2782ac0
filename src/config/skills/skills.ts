/** Turns sources of skills into folders on this machine. AXIS never executes anything in them. */
import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { AxisError, errorMessage } from "../../core/error.ts";
import { isFile, isFolder } from "../../core/files/path-kind.ts";
import { nameProblem } from "../../core/names/names.ts";
import type { Skill } from "../../core/scenario.ts";
import type { RemoteDeps } from "../libraries/repository.ts";
import type { Location } from "../validation/problem.ts";
import { parseSource } from "./source.ts";

/** A source as written. */
export interface SkillSource {
  readonly source: string;
  /** What a local path is resolved against. */
  readonly baseDir: string;
}

/** A source and its location. */
export interface SkillReference extends SkillSource {
  readonly place: Location;
}

/** What resolving may use, and where it fetches from. */
export interface SkillOptions extends RemoteDeps {
  /** Fetch remote skills again, and move their pins. */
  readonly refresh?: boolean;
  /** Replaces https://github.com. */
  readonly githubBase?: string;
}

/** The skills of a source: the folder itself, or those one level below it. */
export async function resolveSkills({ source, baseDir }: SkillSource, options: SkillOptions): Promise<Skill[]> {
  const parsed = parseSource(source);
  if (parsed === null) throw new AxisError("config-invalid", `${JSON.stringify(source)} is not a source of skills`);
  if (parsed.kind === "local") {
    const folder = resolve(baseDir, parsed.path);
    return listSkills(folder, { source, name: basename(folder) });
  }
  const { openSkillRepository } = await import("./remote.ts");
  const { folder, commit } = await openSkillRepository(parsed, options);
  const skills = await listSkills(folder, { source, name: `${parsed.owner}-${parsed.repository}` });
  return skills.map((skill) => ({ ...skill, commit }));
}

async function listSkills(folder: string, { source, name }: { source: string; name: string }): Promise<Skill[]> {
  if (!(await isFolder(folder))) throw createMissingSkillError(source, "there is no such folder");
  if (await hasSkill(folder)) return [requireValidName({ name, path: folder, source })];
  const places = [folder, join(folder, "skills")];
  const found = (await Promise.all(places.map(skillFolders))).flat();
  if (found.length === 0)
    throw createMissingSkillError(source, "neither the folder nor one directly below it contains a SKILL.md");
  return found.map((path) => requireValidName({ name: basename(path), path, source }));
}

/** Folders directly below this one that contain a skill, in code-unit order; links are not followed. */
async function skillFolders(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new AxisError("config-invalid", `The folder of skills could not be read: ${errorMessage(cause)}`, { cause });
  });
  const names = entries.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules",
  );
  const paths = names.map(({ name }) => join(folder, name)).toSorted();
  const holds = await Promise.all(paths.map(hasSkill));
  return paths.filter((_, index) => holds[index]);
}

function requireValidName(skill: Skill): Skill {
  const problem = nameProblem(skill.name);
  if (problem === null) return skill;
  throw new AxisError("config-invalid", `The skill name ${JSON.stringify(skill.name)} ${problem}`, {
    hint: "Rename the folder of the skill",
  });
}

function createMissingSkillError(source: string, why: string): AxisError {
  return new AxisError("config-invalid", `No skill was found at ${JSON.stringify(source)}: ${why}`, {
    hint: "A skill is a folder that contains a file SKILL.md",
  });
}

async function hasSkill(folder: string): Promise<boolean> {
  return await isFile(join(folder, "SKILL.md"));
}
