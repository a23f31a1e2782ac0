/** `axis init`: writes a config and a first scenario that run at once, and installs the skills for coding agents. */
import { randomUUID } from "node:crypto";
import { join, relative, resolve, sep } from "node:path";
import { Option } from "commander";
import { builtInAgents } from "../../agents/catalog.ts";
import { listConfigs } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { quoteShellWord } from "../../core/shell-word.ts";
import { isFolder } from "../../core/files/path-kind.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { npmEnvironment } from "../../runner/agents/fetch-program.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { readFileTree, type TemplateFile, writeTemplateFile } from "../file-tree.ts";
import { refuseObstacles } from "../init/file-obstacles.ts";
import {
  buildStarterFiles,
  type ConfigFormat,
  configFormats,
  listStarterNotes,
  starterAgentNames,
} from "../init/starter.ts";
import { parseList } from "../options.ts";
import type { Terminal } from "../terminal.ts";

/** A slow network is not worth waiting for: the skills can be copied instead. */
const timeoutMs = 30_000;
/** Lets npm fail at once without a network, and turns off the installer's telemetry. */
const npmSettings = { npm_config_fetch_retries: "0", DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" };

/** The command line, so that users can repeat it. */
const formatInstallCommand = (): string => `npx --yes skills add "${packageFolder("skills")}" --all`;

/** Returns null if the skills were installed, else the reason why not. */
async function installSkills(
  cwd: string,
  { env, abort }: { readonly env: NodeJS.ProcessEnv; readonly abort: AbortSignal },
): Promise<string | null> {
  const given = npmEnvironment(env);
  const program = await findProgram("npx", given, cwd);
  if (program === null) return "npx was not found";
  await using scope = await openScope({ runId: `skills-${randomUUID()}`, home: "" });
  const { exit, timedOut } = await runProgram(scope, {
    program,
    args: ["--yes", "skills", "add", packageFolder("skills"), "--all"],
    cwd,
    env: { ...given, ...npmSettings },
    timeoutMs,
    abort,
  });
  if (exit.code === 0) return null;
  if (timedOut) return `it took more than ${timeoutMs / 1000} seconds`;
  if (exit.spawnError !== null) return `npx could not be started (${exit.spawnError})`;
  return exit.code === null ? `npx was killed by ${exit.signal ?? "a signal"}` : `npx exited with code ${exit.code}`;
}

/** Folders of agents that read skills from a `skills` folder inside. */
const agentFolders = [".claude", ".agents", ".codex", ".gemini"];
/** The folder that several agents share, for a project that has no agent folder yet. */
const commonFolder = ".agents";

/** Returns the skill folders of a project, relative to it: one for each agent that has a folder there. */
async function findSkillFolders(project: string): Promise<string[]> {
  const there = await Promise.all(agentFolders.map((name) => isFolder(join(project, name))));
  const found = agentFolders.filter((_, index) => there[index]);
  return (found.length === 0 ? [commonFolder] : found).map((name) => `${name}/skills`);
}

/** Returns the skills of this package; each path is relative to a skill folder. */
function readPackageSkills(): Promise<TemplateFile[]> {
  return readFileTree(packageFolder("skills"));
}

/** Picks the agent of a new project if none was given: the first preferred one that can run here, else the sample. */
const preferredAgents = ["claude-code", "codex", "gemini"];
const sampleAgentName = "command";

/** Starts and downloads nothing: the agent's program must be installed, with a key or a login. */
async function findDefaultAgent(env: NodeJS.ProcessEnv, configDir: string): Promise<string> {
  for (const name of preferredAgents) {
    const adapter = builtInAgents[name];
    if (adapter === undefined) continue;
    const found = await probeAgent({ adapter, config: { agent: name } }, pickDefined(env), {
      configDir,
      install: false,
    });
    if (found.missing.length === 0) return name;
  }
  return sampleAgentName;
}

interface Flags {
  readonly scenarios: string;
  readonly agent?: string[];
  readonly format?: ConfigFormat;
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
    .addOption(
      new Option(
        "--format <format>",
        "format of the config (default: that of the config to overwrite, else json)",
      ).choices(configFormats),
    )
    .option("-f, --force", "overwrite existing files")
    .option("--no-skills", "do not install the AXIS skills")
    .addHelpText("after", examples)
    .action((flags: Flags) => act((deps) => init(flags, deps)));
};

async function init(given: Flags, deps: CliDeps): Promise<number> {
  const { terminal, cwd } = deps;
  const { flags, agents } = await resolveChoices(given, deps);
  const format = await resolveFormat(flags, cwd);
  const project = buildStarterFiles({
    format,
    scenarios: toScenarioFolder(flags.scenarios, cwd),
    agents,
  });
  const skills = flags.skills ? await listSkillFiles(cwd) : [];
  const overwrite = flags.force === true;
  const again = formatForcedCommand(given);
  await refuseObstacles(project, cwd, { overwrite, hint: `Overwrite with: ${again}` });
  await refuseObstacles(skills, cwd, {
    overwrite,
    same: "is fine",
    hint: `Overwrite with: ${again}; or skip the skills with --no-skills`,
  });
  for (const file of project) {
    await writeTemplateFile(cwd, file);
    terminal.out(`Wrote ${file.path}`);
  }
  if (flags.skills) await installOrCopySkills(skills, deps);
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
async function resolveChoices(
  given: Flags,
  { terminal, env, cwd }: CliDeps,
): Promise<{ flags: Flags; agents: string[] }> {
  const usual = given.agent ?? [await findDefaultAgent(env, cwd)];
  if (!hasNoFlags(given) || (await listConfigs(cwd)).length > 0)
    return { flags: given, agents: requireStarterAgents(usual) };
  const { agents, scenarios, skills } = await askChoices({ ...given, agents: usual }, terminal);
  return { flags: { ...given, scenarios, skills }, agents: requireStarterAgents(agents) };
}

function hasNoFlags({ agent, force, skills, scenarios, format }: Flags): boolean {
  return agent === undefined && force === undefined && skills && scenarios === defaultScenarios && format === undefined;
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
    ...(scenarios === defaultScenarios ? [] : ["-s", scenarios]),
    ...(format === undefined ? [] : ["--format", format]),
    ...(skills ? [] : ["--no-skills"]),
  ];
  return ["axis", "init", "-f", ...words.map(quoteShellWord)].join(" ");
}

/** The choices; each corresponds to a flag. */
interface InitChoices {
  readonly agents: readonly string[];
  readonly scenarios: string;
  readonly skills: boolean;
}

/** Returns the answers, or the defaults if there is no one to ask. */
export async function askChoices(
  offer: InitChoices,
  { ask }: { readonly ask?: Terminal["ask"] },
): Promise<InitChoices> {
  if (ask === undefined) return offer;
  const named = await ask(
    `Agents, separated by commas ("command" is a sample that needs no account) [${offer.agents.join(",")}]: `,
  );
  const agents = named.split(/[\s,]+/).filter((name) => name !== "");
  const scenarios = (await ask(`Folder for scenarios [${offer.scenarios}]: `)) || offer.scenarios;
  const skills = !/^n/i.test(await ask("Install the AXIS skills for coding agents? [yes]: "));
  return { agents: agents.length > 0 ? agents : offer.agents, scenarios, skills };
}

/** Uses the installer that knows every coding agent, and copies the files if it cannot run. */
async function installOrCopySkills(skills: readonly TemplateFile[], deps: CliDeps): Promise<void> {
  const { terminal, env, cwd } = deps;
  terminal.err("Installing the AXIS skills with npx skills: this may take a few seconds");
  const why = await installSkills(cwd, { env, abort: deps.abortOnInterrupt() });
  if (why === null) return terminal.out("Installed the AXIS skills with: npx skills add");
  terminal.err(`npx skills could not install the AXIS skills: ${why}. Try again with: ${formatInstallCommand()}`);
  await copySkills(skills, deps);
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
