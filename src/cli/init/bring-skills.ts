/** Installs the AXIS skills into a project and prints how it was done. */
import { AxisError } from "../../core/error.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import type { CliWorld } from "../command.ts";
import { layFile, type LaidFile } from "../file-tree.ts";
import { installLine, installSkills } from "./install-skills.ts";

/** Uses the installer that knows every coding agent, and copies the files if it cannot run. */
export async function bringSkills(skills: readonly LaidFile[], world: CliWorld): Promise<void> {
  const { terminal, env, cwd } = world;
  terminal.err("Installing the AXIS skills with npx skills: this may take a few seconds");
  const why = await installSkills(cwd, { env, abort: world.interruptible() });
  if (why === null) return terminal.out("Installed the AXIS skills with: npx skills add");
  terminal.err(`npx skills could not install the AXIS skills: ${why}. Try again with: ${installLine()}`);
  await laySkills(skills, world);
}

/** The project works without the skills, so a failure here is only a warning. */
async function laySkills(skills: readonly LaidFile[], { terminal, cwd }: CliWorld): Promise<void> {
  const folders = new Set(skills.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  for (const folder of folders) {
    try {
      for (const file of skills.filter(({ path }) => path.startsWith(`${folder}/`))) await layFile(cwd, file);
      terminal.out(`Copied the AXIS skills to ${folder}`);
    } catch (error) {
      if (!(error instanceof AxisError)) throw error;
      terminal.err(`Warning: the skills were not copied: ${error.message}`);
      terminal.err(`Copy them yourself with: mkdir -p ${folder} && cp -R "${packageFolder("skills")}/." ${folder}`);
    }
  }
}
