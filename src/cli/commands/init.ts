/** `axis init`: writes a config and a first scenario that run at once, and installs the skills for coding agents. */
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Option } from "commander";
import { listConfigs } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { ignoreRules } from "../../core/ignore-rules.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { type TemplateFile, writeTemplateFile } from "../file-tree.ts";
import { findDefaultAgent, listAgentChoices } from "../init/agent-choices.ts";
import type { Answers } from "../init/ask-choices.ts";
import { refuseObstacles } from "../init/file-obstacles.ts";
import { copySkills, findSkillFolders, installOrCopySkills, listSkillFiles } from "../init/skills.ts";
import {
  buildStarterFiles,
  type ConfigFormat,
  configFormats,
  listStarterNotes,
  schemaFolder,
  starterAgentNames,
} from "../init/starter.ts";
import { parseList } from "../options.ts";
import { listSchemas } from "./schema.ts";

interface Flags {
  readonly scenarios?: string;
  readonly agent?: string[];
  readonly format?: ConfigFormat;
  readonly force?: true;
  /** False: none; true: install them without asking. */
  readonly skills?: boolean;
}

const defaultScenarios = "./scenarios";

const examples = `
Examples:
  axis init                                 a config, a scenario, and an agent that can run it
  axis init -a command                      with the sample agent: no account, no key, no cost
  axis init --format ts -s evals            a TypeScript config; scenarios in evals/
  axis init -a claude-code,codex            two agents instead of the sample
  axis init -a command,replay --no-skills   two agents, no skills

At a terminal and without flags it asks: arrow keys move, Space selects, Enter continues, Ctrl-C stops with nothing
written. Writes nothing if one of the files already exists, unless -f is given. Installs the skills of this package with
npx skills, which is downloaded; at a terminal it asks first. If that fails, copies them into the folders of the agents found here (.claude, .agents,
.codex, .gemini) and says so.`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .option("-s, --scenarios <path>", `folder for scenarios (default: ${defaultScenarios})`)
    .option(
      "-a, --agent <names>",
      "built-in agents, separated by commas (default: the first of claude-code, codex, gemini that can run here, else command, a sample)",
      parseList,
    )
    .addOption(
      new Option(
        "--format <format>",
        "format of the config (default: that of the config to overwrite, else json)",
      ).choices(configFormats),
    )
    .option("-f, --force", "overwrite existing files")
    .option("--skills", "install the AXIS skills without asking at a terminal")
    .option("--no-skills", "do not install the AXIS skills")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => init(flags, deps)));
};

async function init(given: Flags, deps: CliDeps): Promise<number> {
  const { terminal, cwd } = deps;
  const choices = await resolveChoices(given, deps);
  if (choices === null) {
    terminal.err("Stopped. Nothing was written.");
    return 130;
  }
  const { agents, scenarios, skills } = choices;
  const format = await resolveFormat(given, cwd);
  const project = buildStarterFiles({ format, scenarios: toScenarioFolder(scenarios, cwd), agents });
  const skillFiles = skills === "none" ? [] : await listSkillFiles(await findSkillFolders(cwd));
  const overwrite = given.force === true;
  const again = formatForcedCommand(given);
  await refuseObstacles(project, cwd, { overwrite, hint: `Overwrite with: ${again}` });
  await refuseObstacles(skillFiles, cwd, {
    overwrite,
    same: "is fine",
    hint: `Overwrite with: ${again}; or skip the skills with --no-skills`,
  });
  for (const file of [...project, ...(await listSchemaFiles(cwd))]) {
    await writeTemplateFile(cwd, file);
    terminal.out(`Wrote ${file.path}`);
  }
  if (skills === "install") await installOrCopySkills(skillFiles, deps);
  if (skills === "copy") await copySkills(skillFiles, deps);
  const isPickedHere = given.agent === undefined && !terminal.interactive && !agents.includes("command");
  if (isPickedHere)
    terminal.err(
      `The agent is ${agents.join(", ")}, which can run here and may cost money; -a command writes a sample agent that costs nothing.`,
    );
  else for (const note of listStarterNotes(agents)) terminal.err(note);
  terminal.out("");
  terminal.out("Next: axis run");
  return 0;
}

/** At a terminal it asks for what no flag says, before anything is written; null if the user gave up. */
async function resolveChoices(given: Flags, { terminal, env, cwd }: CliDeps): Promise<Answers | null> {
  const scenarios = given.scenarios ?? defaultScenarios;
  const hasProject = (await listConfigs(cwd)).length > 0;
  if (terminal.interactive && hasNoFlags(given) && !hasProject) {
    const { askChoices } = await import("../init/ask-choices.ts");
    return askChoices({
      agents: await listAgentChoices(env, cwd),
      usualAgent: await findDefaultAgent(env, cwd),
      usualScenarios: scenarios,
      checkScenarios: (folder) => toScenarioFolder(folder, cwd),
      skillFolders: await findSkillFolders(cwd),
    });
  }
  const agents = requireStarterAgents(given.agent ?? [await findDefaultAgent(env, cwd)]);
  const skills = given.skills === false ? "none" : "install";
  if (!terminal.interactive || given.skills !== undefined) return { agents, scenarios, skills };
  const { askForSkills } = await import("../init/ask-choices.ts");
  const answer = await askForSkills(await findSkillFolders(cwd));
  return answer === null ? null : { agents, scenarios, skills: answer };
}

function hasNoFlags(given: Flags): boolean {
  return Object.keys(given).length === 0;
}

/** The names of their programs, by which people know some agents. */
const programNames: Readonly<Record<string, string>> = {
  claude: "claude-code",
  cursor: "cursor-agent",
  droid: "factory-droid",
  kiro: "kiro-cli",
  qwen: "qwen-code",
  vibe: "mistral-vibe",
};

function requireStarterAgents(names: readonly string[]): string[] {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()).map((name) => programNames[name] ?? name))];
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
    throw new AxisError("flag-invalid", `Scenarios must be in a folder of this project, not at the URL ${written}`, {
      hint: "Add a remote library to scenarios in the config afterwards",
    });
  const path = relative(cwd, resolve(cwd, written)).split(sep).join("/");
  if (path === "" || path === ".." || path.startsWith("../"))
    throw new AxisError("flag-invalid", `Scenarios must be in a subfolder of this folder, not in ${written}`, {
      hint: "Example: -s ./scenarios",
    });
  return `./${path}`;
}

/** -f keeps the format of the config it overwrites. A second config would be used instead of the first, or ignored. */
async function resolveFormat({ format, force }: Flags, cwd: string): Promise<ConfigFormat> {
  const existing = await listConfigs(cwd);
  const [first] = existing;
  const found = configFormats.find((each) => first === `axis.config.${each}`);
  const wanted = format ?? (force ? found : undefined) ?? "json";
  const others = existing.filter((name) => name !== `axis.config.${wanted}`);
  if (others.length === 0) return wanted;
  throw new AxisError("file-exists", `A config already exists here: ${others.join(", ")}`, {
    hint: force
      ? `Delete it first with: rm ${others.join(" ")}`
      : "Use it with: axis run; or overwrite it with: axis init -f",
  });
}

/** The same command with -f, so that it does what the user asked for. */
function formatForcedCommand({ agent, scenarios, format, skills }: Flags): string {
  const words = [
    ...(agent === undefined ? [] : ["-a", agent.join(",")]),
    ...(scenarios === undefined ? [] : ["-s", scenarios]),
    ...(format === undefined ? [] : ["--format", format]),
    ...(skills === undefined ? [] : [skills ? "--skills" : "--no-skills"]),
  ];
  return ["axis", "init", "-f", ...words.map(quoteShellWord)].join(" ");
}

/** What `$schema` names, for editors. They are of this version of AXIS, so a later init replaces them. */
async function listSchemaFiles(cwd: string): Promise<TemplateFile[]> {
  const ignore = { path: ".axis/.gitignore", content: ignoreRules };
  const schemas = listSchemas(["config", "scenario"]).map(({ path, content }) => ({
    path: `${schemaFolder}/${path}`,
    content,
  }));
  return existsSync(join(cwd, ignore.path)) ? schemas : [ignore, ...schemas];
}
