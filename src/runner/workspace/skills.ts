/** Places skills where an agent finds them: as plain files, without links, never executed. */
import { mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { AxisError } from "../../core/error.ts";
import { joinInside, resolveInside } from "../../core/paths/inside.ts";
import type { Skill } from "../../core/scenario.ts";
import { artifactLimits } from "./artifacts.ts";
import { copyRegularFile, openRegularFile } from "./regular-file.ts";
import { removeFolder } from "./remove-folder.ts";
import { type TreeEntry, walkTree } from "./tree-walk.ts";

/** Folders in a skill's source that are not part of the skill. */
const skippedFolders = new Set([".git", ".github", "node_modules"]);

export interface PlacedSkill {
  readonly name: string;
  /** Relative to the folder that holds all skills. */
  readonly path: string;
  readonly commit?: string;
}

/** Copies each skill to `folder`/<name>. Links and files beyond the artifact limits are left out with a warning. */
export async function placeSkills(
  skills: readonly Skill[],
  folder: string,
  onWarning?: (message: string) => void,
): Promise<PlacedSkill[]> {
  const placed: PlacedSkill[] = [];
  for (const skill of skills) {
    await mkdir(folder, { recursive: true });
    const target = await resolveInside(folder, skill.name);
    await removeFolder(target);
    const leftOut = await copySkill(skill, target);
    if (leftOut.length > 0) onWarning?.(`The skill "${skill.name}" was placed without ${leftOut.join(", ")}`);
    placed.push({
      name: skill.name,
      path: skill.name,
      commit: skill.commit,
    });
  }
  return placed;
}

/** Returns the paths that were left out. */
async function copySkill(skill: Skill, target: string): Promise<string[]> {
  const source = await resolveSkillFolder(skill);
  const leftOut: string[] = [];
  const room = { files: artifactLimits.files, bytes: artifactLimits.runBytes };
  await mkdir(target);
  for (const entry of await walkTree(source, { without: skippedFolders })) {
    if (entry.kind === "folder") continue;
    if (!(await copyEntry(source, entry, { target, room }))) leftOut.push(entry.path);
  }
  return leftOut;
}

async function resolveSkillFolder(skill: Skill): Promise<string> {
  try {
    return await realpath(skill.path);
  } catch (cause) {
    throw new AxisError("preflight", `The skill "${skill.name}" is not at ${skill.path}`, {
      hint: `Check its source: ${skill.source}`,
      cause,
    });
  }
}

interface SkillTarget {
  readonly target: string;
  readonly room: { files: number; bytes: number };
}

async function copyEntry(source: string, entry: TreeEntry, { target, room }: SkillTarget): Promise<boolean> {
  if (entry.kind !== "file" || room.files === 0) return false;
  if (Buffer.byteLength(entry.path) > artifactLimits.pathBytes) return false;
  await using handle = await openRegularFile(source, entry.path);
  const size = handle === null ? Infinity : (await handle.stat()).size;
  if (handle === null || size > artifactLimits.fileBytes || size > room.bytes) return false;
  const place = joinInside(target, entry.path);
  await mkdir(dirname(place), { recursive: true });
  await copyRegularFile(handle, place);
  room.files -= 1;
  room.bytes -= size;
  return true;
}
