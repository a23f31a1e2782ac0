/** `axis init`: a config and a first scenario that run at once, and the skills for agents that work with AXIS. */
import { Option } from "commander";
import { relative, resolve, sep } from "node:path";
import { configsIn } from "../../config/load.ts";
import { AxisError } from "../../core/error.ts";
import { nearest } from "../../core/names/nearest.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { defaultAgent } from "../init/default-agent.ts";
import { refuseObstacles } from "../init/file-obstacles.ts";
import { layFile, type LaidFile } from "../file-tree.ts";
import { list } from "../options.ts";
import { askWishes } from "../init/questions.ts";
import { bringSkills } from "../init/bring-skills.ts";
import { ownSkills, skillFolders } from "../init/skill-folders.ts";
import { type ConfigFormat, configFormats, starterAgentNames, starterFiles, starterNotes } from "../init/starter.ts";

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
  axis init                                 a config, a scenario, and an agent that can do it
  axis init -a command                      with the sample agent: no account, no key, no cost
  axis init --format ts -s evals            a TypeScript config; scenarios below evals/
  axis init -a claude-code,codex            two agents, in place of the sample
  axis init -a command,replay --no-skills   two agents, no skills

At a terminal, without any flag, it asks; Enter takes what stands in brackets.
Nothing is written when one of the files is there already, unless -f is given. The skills of this package are installed
with npx skills, which is fetched. Where that cannot run, they are copied into the folders of the agents found here
(.claude, .agents, .codex, .gemini), and it says so.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-s, --scenarios <path>", "folder for scenarios", defaultScenarios)
    .option(
      "-a, --agent <names>",
      "built-in agents, separated by commas (default: the first of claude-code, codex, gemini that can run here, else command, a sample)",
      list,
    )
    .addOption(new Option("--format <format>", "format of the config").choices(configFormats).default("json"))
    .option("-f, --force", "overwrite files that are there already")
    .option("--no-skills", "do not install the AXIS skills")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((world) => init(flags, world)));
};

async function init(given: Flags, world: CliWorld): Promise<number> {
  const { terminal, cwd } = world;
  const { flags, agents } = await decided(given, world);
  const project = starterFiles({ format: flags.format, scenarios: scenariosOf(flags.scenarios, cwd), agents });
  const skills = flags.skills ? await skillFiles(cwd) : [];
  await refuseOtherConfigs(cwd, flags);
  const overwrite = flags.force === true;
  await refuseObstacles(project, cwd, { overwrite, hint: "Overwrite with: axis init -f" });
  await refuseObstacles(skills, cwd, {
    overwrite,
    same: "is fine",
    hint: "Overwrite with: axis init -f; or leave the skills out with --no-skills",
  });
  for (const file of project) {
    await layFile(cwd, file);
    terminal.out(`Wrote ${file.path}`);
  }
  if (flags.skills) await bringSkills(skills, world);
  if (given.agent === undefined && !agents.includes("command"))
    terminal.err(
      `The agent is ${agents.join(", ")}, which can run here and may cost money; -a command writes a sample that needs nothing.`,
    );
  else for (const note of starterNotes(agents)) terminal.err(note);
  terminal.out("");
  terminal.out("Next: axis run");
  return 0;
}

/** Without any flag a person is asked, before anything is written; not where there is a project already. */
async function decided(given: Flags, { terminal, env, cwd }: CliWorld): Promise<{ flags: Flags; agents: string[] }> {
  const usual = given.agent ?? [await defaultAgent(env, cwd)];
  if (!isBare(given) || (await configsIn(cwd)).length > 0) return { flags: given, agents: agentsOf(usual) };
  const { agents, scenarios, skills } = await askWishes({ ...given, agents: usual }, terminal);
  return { flags: { ...given, scenarios, skills }, agents: agentsOf(agents) };
}

function isBare({ agent, force, skills, scenarios, format }: Flags): boolean {
  return agent === undefined && force === undefined && skills && scenarios === defaultScenarios && format === "json";
}

function agentsOf(names: readonly string[]): string[] {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const unknown = wanted.find((name) => !starterAgentNames.includes(name));
  if (unknown === undefined) return wanted;
  const guess = nearest(unknown, starterAgentNames);
  throw new AxisError("flag-invalid", `There is no agent "${unknown}". There is: ${starterAgentNames.join(", ")}`, {
    hint:
      guess === undefined
        ? 'Any program can be an agent: write its command line into the "command" agent of the config'
        : `Did you mean "${guess}"?`,
  });
}

/** The folder as a config names it: relative to the config, beginning with a dot. */
function scenariosOf(written: string, cwd: string): string {
  if (/^[a-z+]+:\/\//i.test(written))
    throw new AxisError("flag-invalid", `-s takes a folder of this project, not the URL ${written}`, {
      hint: "Add a remote library to scenarios of the config afterwards",
    });
  const path = relative(cwd, resolve(cwd, written)).split(sep).join("/");
  if (path === "" || path === ".." || path.startsWith("../"))
    throw new AxisError("flag-invalid", `-s takes a folder below this one, not ${written}`, {
      hint: "Such as: -s ./scenarios",
    });
  return `./${path}`;
}

async function skillFiles(cwd: string): Promise<LaidFile[]> {
  const own = await ownSkills();
  const folders = await skillFolders(cwd);
  return folders.flatMap((folder) => own.map(({ path, content }) => ({ path: `${folder}/${path}`, content })));
}

/** A config of another name would be used in place of the new one, or be passed over because of it. */
async function refuseOtherConfigs(cwd: string, { format, force }: Flags): Promise<void> {
  const others = (await configsIn(cwd)).filter((name) => name !== `axis.config.${format}`);
  if (others.length === 0) return;
  throw new AxisError("file-exists", `There is a config here already: ${others.join(", ")}`, {
    hint: force ? "Remove it first: -f only overwrites files of the same name" : "Use it with: axis run",
  });
}
