/** Installs the AXIS skills into a new project: with npx skills, or by copying them. */
import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";
import { isFolder } from "../../core/files/path-kind.ts";
import { packageFolder } from "../../core/paths/package-root.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { npmEnvironment } from "../../runner/agents/fetch-program.ts";
import type { CliDeps } from "../command.ts";
import { readFileTree, type TemplateFile, writeTemplateFile } from "../file-tree.ts";

/** A slow network is not worth waiting for: the skills can be copied instead. */
const timeoutMs = 30_000;
/** Lets npm fail at once without a network, and turns off the installer's telemetry. */
const npmSettings = { npm_config_fetch_retries: "0", DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" };

/** Folders of agents that read skills from a `skills` folder inside. */
const agentFolders = [".claude", ".agents", ".codex", ".gemini"];
/** The folder that several agents share, for a project that has no agent folder yet. */
const commonFolder = ".agents";

/** The skill folders of a project, relative to it: one for each agent that has a folder there. */
export async function findSkillFolders(project: string): Promise<string[]> {
  const there = await Promise.all(agentFolders.map((name) => isFolder(join(project, name))));
  const found = agentFolders.filter((_, index) => there[index]);
  return (found.length === 0 ? [commonFolder] : found).map((name) => `${name}/skills`);
}

/** The files that a copy writes, relative to the project. */
export async function listSkillFiles(folders: readonly string[]): Promise<TemplateFile[]> {
  const own = await readFileTree(packageFolder("skills"));
  return folders.flatMap((folder) => own.map(({ path, content }) => ({ path: `${folder}/${path}`, content })));
}

/** Uses the installer that knows every coding agent, and copies the files if it cannot run. */
export async function installOrCopySkills(skills: readonly TemplateFile[], deps: CliDeps): Promise<void> {
  const { terminal, cwd } = deps;
  terminal.err("Installing the AXIS skills with npx skills: this may take a few seconds");
  const before = new Set(await listSkillEntries(cwd));
  const abort = deps.abortOnInterrupt();
  const why = await installSkills(cwd, { env: deps.env, abort });
  await removeOwnPath(cwd);
  for (const path of await listSkillEntries(cwd)) if (!before.has(path)) terminal.out(`Wrote ${path}`);
  if (why === null) return terminal.out("Installed the AXIS skills with: npx skills add");
  if (abort.aborted) return terminal.err("The AXIS skills were not installed; the project is complete without them.");
  terminal.err(`npx skills could not install the AXIS skills: ${why}. Try again with: ${formatInstallCommand()}`);
  await copySkills(skills, deps);
}

/** The command line, so that users can repeat it. */
function formatInstallCommand(): string {
  return `npx --yes skills add "${packageFolder("skills")}" --all`;
}

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

/** The lock of npx skills is shared with other people, so a path of this machine has no place in it. */
const lockName = "skills-lock.json";

interface SkillsLock {
  readonly skills?: Readonly<Record<string, { readonly source?: string }>>;
}

/** Makes the path of this package relative where it is inside the project; otherwise nobody could use the entry. */
async function removeOwnPath(cwd: string): Promise<void> {
  const file = join(cwd, lockName);
  const lock = await readLock(file);
  if (lock === null) return;
  const own = packageFolder("skills");
  const inside = relative(cwd, own).split(sep).join("/");
  const kept = Object.entries(lock.skills ?? {}).flatMap(([name, entry]) => {
    if (entry.source !== own) return [[name, entry] as const];
    return inside.startsWith("../") ? [] : [[name, { ...entry, source: `./${inside}` }] as const];
  });
  if (kept.length === 0) return rm(file);
  await writeFile(file, `${JSON.stringify({ ...lock, skills: Object.fromEntries(kept) }, null, 2)}\n`);
}

async function readLock(file: string): Promise<SkillsLock | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as SkillsLock;
  } catch (error) {
    if (systemCode(error) === "ENOENT" || error instanceof SyntaxError) return null; // Not the file we know.
    throw error;
  }
}

/** Every skill in a skill folder of the project, and the lock of npx skills. */
async function listSkillEntries(cwd: string): Promise<string[]> {
  const folders = (await listFolder(cwd)).filter((name) => name !== "node_modules" && name !== ".git");
  const skills = await Promise.all(
    folders.map(async (name) =>
      (await listFolder(join(cwd, name, "skills"))).map((skill) => `${name}/skills/${skill}`),
    ),
  );
  return [...skills.flat(), ...folders.filter((name) => name === lockName)];
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "ELOOP"].includes(systemCode(error) ?? "")) return [];
    throw error;
  }
}

/** The project works without the skills, so a failure here is only a warning. */
export async function copySkills(skills: readonly TemplateFile[], { terminal, cwd }: CliDeps): Promise<void> {
  const folders = new Set(skills.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  for (const folder of folders) {
    try {
      for (const file of skills.filter(({ path }) => path.startsWith(`${folder}/`))) {
        await writeTemplateFile(cwd, file);
        terminal.out(`Wrote ${file.path}`);
      }
    } catch (error) {
      if (!(error instanceof AxisError)) throw error;
      terminal.err(`Warning: the skills were not copied: ${error.message}`);
      terminal.err(`Copy them yourself with: mkdir -p ${folder} && cp -R "${packageFolder("skills")}/." ${folder}`);
    }
  }
}
