/** `axis init`: writes a config and a first scenario that run at once, and installs the skills for coding agents. */
import { Option } from "commander";
import { relative, resolve, sep } from "node:path";
import { listConfigs } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { findDefaultAgent } from "../init/default-agent.ts";
import { refuseObstacles } from "../init/file-obstacles.ts";
import { writeTemplateFile, type TemplateFile } from "../file-tree.ts";
import { parseList } from "../options.ts";
import { askChoices } from "../init/questions.ts";
import { installOrCopySkills } from "../init/install-or-copy-skills.ts";
import { readPackageSkills, findSkillFolders } from "../init/skill-folders.ts";
import { type ConfigFormat, configFormats, starterAgentNames, buildStarterFiles, listStarterNotes } from "../init/starter.ts";

interface Flags {
  readonly scenarios: string;
  readonly agent?: string[];
  readonly format: ConfigFormat;
  readonly force?: true;
  readonly skills: boolean;
}

const defaultScenarios = "./scenarios";

const examples = `
Examples:
  axis init                                 a config, a scenario, and an agent that can run it
  axis init -a command                      with the sample agent: no account, no key, no cost
  axis init --format ts -s evals            a TypeScript config; scenarios in evals/
  axis init -a claude-code,codex            two agents instead of the sample
  axis init -a command,replay --no-skills   two agents, no skills

At a terminal and without flags it asks questions; Enter accepts the default in brackets.
Writes nothing if one of the files already exists, unless -f is given. Installs the skills of this package with npx
skills, which is downloaded. If that fails, copies them into the folders of the agents found here (.claude, .agents,
.codex, .gemini) and says so.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-s, --scenarios <path>", "folder for scenarios", defaultScenarios)
    .option(
      "-a, --agent <names>",
      "built-in agents, separated by commas (default: the first of claude-code, codex, gemini that can run here, else command, a sample)",
      parseList,
    )
    .addOption(new Option("--format <format>", "format of the config").choices(configFormats).default("json"))
    .option("-f, --force", "overwrite existing files")
    .option("--no-skills", "do not install the AXIS skills")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((world) => init(flags, world)));
};

async function init(given: Flags, world: CliDeps): Promise<number> {
  const { terminal, cwd } = world;
  const { flags, agents } = await resolveChoices(given, world);
  const project = buildStarterFiles({ format: flags.format, scenarios: toScenarioFolder(flags.scenarios, cwd), agents });
  const skills = flags.skills ? await listSkillFiles(cwd) : [];
  await refuseOtherConfigs(cwd, flags);
  const overwrite = flags.force === true;
  await refuseObstacles(project, cwd, { overwrite, hint: "Overwrite with: axis init -f" });
  await refuseObstacles(skills, cwd, {
    overwrite,
    same: "is fine",
    hint: "Overwrite with: axis init -f; or skip the skills with --no-skills",
  });
  for (const file of project) {
    await writeTemplateFile(cwd, file);
    terminal.out(`Wrote ${file.path}`);
  }
  if (flags.skills) await installOrCopySkills(skills, world);
  if (given.agent === undefined && !agents.includes("command"))
    terminal.err(
      `The agent is ${agents.join(", ")}, which can run here and may cost money; -a command writes a sample agent that costs nothing.`,
    );
  else for (const note of listStarterNotes(agents)) terminal.err(note);
  terminal.out("");
  terminal.out("Next: axis run");
  return 0;
}

/** Without flags it asks the user before anything is written, but not if a project already exists. */
async function resolveChoices(given: Flags, { terminal, env, cwd }: CliDeps): Promise<{ flags: Flags; agents: string[] }> {
  const usual = given.agent ?? [await findDefaultAgent(env, cwd)];
  if (!hasNoFlags(given) || (await listConfigs(cwd)).length > 0) return { flags: given, agents: requireStarterAgents(usual) };
  const { agents, scenarios, skills } = await askChoices({ ...given, agents: usual }, terminal);
  return { flags: { ...given, scenarios, skills }, agents: requireStarterAgents(agents) };
}

function hasNoFlags({ agent, force, skills, scenarios, format }: Flags): boolean {
  return agent === undefined && force === undefined && skills && scenarios === defaultScenarios && format === "json";
}

function requireStarterAgents(names: readonly string[]): string[] {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const unknown = wanted.find((name) => !starterAgentNames.includes(name));
  if (unknown === undefined) return wanted;
  const guess = findNearestName(unknown, starterAgentNames);
  throw new AxisError("flag-invalid", `Unknown agent "${unknown}". Available: ${starterAgentNames.join(", ")}`, {
    hint:
      guess === undefined
        ? 'Any program can be an agent: put its command line into the "command" agent of the config'
        : `Did you mean "${guess}"?`,
  });
}

/** Returns the folder as a config names it: relative to the config, starting with a dot. */
function toScenarioFolder(written: string, cwd: string): string {
  if (/^[a-z+]+:\/\//i.test(written))
    throw new AxisError("flag-invalid", `-s takes a folder in this project, not the URL ${written}`, {
      hint: "Add a remote library to scenarios in the config afterwards",
    });
  const path = relative(cwd, resolve(cwd, written)).split(sep).join("/");
  if (path === "" || path === ".." || path.startsWith("../"))
    throw new AxisError("flag-invalid", `-s takes a subfolder of this folder, not ${written}`, {
      hint: "Example: -s ./scenarios",
    });
  return `./${path}`;
}

async function listSkillFiles(cwd: string): Promise<TemplateFile[]> {
  const own = await readPackageSkills();
  const folders = await findSkillFolders(cwd);
  return folders.flatMap((folder) => own.map(({ path, content }) => ({ path: `${folder}/${path}`, content })));
}

/** A config with another name would be used instead of the new one, or ignored because of it. */
async function refuseOtherConfigs(cwd: string, { format, force }: Flags): Promise<void> {
  const others = (await listConfigs(cwd)).filter((name) => name !== `axis.config.${format}`);
  if (others.length === 0) return;
  throw new AxisError("file-exists", `A config already exists here: ${others.join(", ")}`, {
    hint: force ? "Delete it first: -f only overwrites files of the same name" : "Use it with: axis run",
  });
}
