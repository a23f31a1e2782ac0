/** Installs the AXIS skills into a project and prints how it was done. */
import { AxisError } from "../../core/error.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import type { CliDeps } from "../command.ts";
import { writeTemplateFile, type TemplateFile } from "../file-tree.ts";
import { formatInstallCommand, installSkills } from "./install-skills.ts";

/** Uses the installer that knows every coding agent, and copies the files if it cannot run. */
export async function installOrCopySkills(skills: readonly TemplateFile[], world: CliDeps): Promise<void> {
  const { terminal, env, cwd } = world;
  terminal.err("Installing the AXIS skills with npx skills: this may take a few seconds");
  const why = await installSkills(cwd, { env, abort: world.interruptible() });
  if (why === null) return terminal.out("Installed the AXIS skills with: npx skills add");
  terminal.err(`npx skills could not install the AXIS skills: ${why}. Try again with: ${formatInstallCommand()}`);
  await copySkills(skills, world);
}

/** The project works without the skills, so a failure here is only a warning. */
async function copySkills(skills: readonly TemplateFile[], { terminal, cwd }: CliDeps): Promise<void> {
  const folders = new Set(skills.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  for (const folder of folders) {
    try {
      for (const file of skills.filter(({ path }) => path.startsWith(`${folder}/`))) await writeTemplateFile(cwd, file);
      terminal.out(`Copied the AXIS skills to ${folder}`);
    } catch (error) {
      if (!(error instanceof AxisError)) throw error;
      terminal.err(`Warning: the skills were not copied: ${error.message}`);
      terminal.err(`Copy them yourself with: mkdir -p ${folder} && cp -R "${packageFolder("skills")}/." ${folder}`);
    }
  }
}
