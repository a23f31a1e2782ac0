/** Where agents look for skills in a project, and the two skills that AXIS provides. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type TemplateFile, readTree } from "../file-tree.ts";
import { packageFolder } from "../../core/paths/package-root.ts";

/** Folders of agents that read skills from a `skills` folder inside. */
const agentFolders = [".claude", ".agents", ".codex", ".gemini"];
/** The folder that several agents share, for a project that has no agent folder yet. */
const commonFolder = ".agents";

/** Returns the skill folders of a project, relative to it: one for each agent that has a folder there. */
export async function findSkillFolders(project: string): Promise<string[]> {
  const there = await Promise.all(agentFolders.map((name) => isFolder(join(project, name))));
  const found = agentFolders.filter((_, index) => there[index]);
  return (found.length === 0 ? [commonFolder] : found).map((name) => `${name}/skills`);
}

/** Returns the skills of this package; each path is relative to a skill folder. */
export function readPackageSkills(): Promise<TemplateFile[]> {
  return readTree(packageFolder("skills"));
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
