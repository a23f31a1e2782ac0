/** Installs the packages of a trusted library: only what its lockfile names, and without running their scripts. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { installedMark, type Repository } from "./repository.ts";
import { isThere } from "./tree.ts";

const limitMs = 5 * 60_000;

/** By lockfile, the first that is there. */
const managers = [
  { lockfile: "pnpm-lock.yaml", program: "pnpm", args: ["install", "--frozen-lockfile", "--ignore-scripts"] },
  { lockfile: "yarn.lock", program: "yarn", args: ["install", "--frozen-lockfile", "--ignore-scripts"] },
  { lockfile: "package-lock.json", program: "npm", args: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"] },
  { lockfile: "npm-shrinkwrap.json", program: "npm", args: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"] },
] as const;

/** Undefined when there is nothing to do or all went well; else a warning. */
export async function installPackages(
  { folder, url }: Repository,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (!(await lacksPackages(folder))) return undefined;
  const manager = await managerOf(folder);
  if (manager === undefined) return `${url} has a package.json but no lockfile; its packages are not installed`;
  await writeFile(join(folder, installedMark), manager.program);
  const failure = await run(manager, folder, env);
  return failure === null ? undefined : `The packages of ${url} could not be installed: ${failure}`;
}

/** Whether packages are still to be installed before modules of a library can be loaded. */
export async function awaitsPackages({ folder, trusted }: Repository): Promise<boolean> {
  return trusted && (await lacksPackages(folder)) && (await managerOf(folder)) !== undefined;
}

async function lacksPackages(folder: string): Promise<boolean> {
  return (await isThere(join(folder, "package.json"))) && !(await isThere(join(folder, "node_modules")));
}

async function managerOf(folder: string): Promise<(typeof managers)[number] | undefined> {
  const there = await Promise.all(managers.map(({ lockfile }) => isThere(join(folder, lockfile))));
  return managers.find((_, index) => there[index]);
}

async function run(manager: (typeof managers)[number], cwd: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const home = await mkdtemp(join(tmpdir(), "axis-install-"));
  try {
    await using scope = await openScope({ runId: `install-${randomUUID()}`, home });
    const { program, args } = manager;
    const given = {
      ...(env["PATH"] !== undefined && { PATH: env["PATH"] }),
      HOME: home,
      npm_config_ignore_scripts: "true",
    };
    const { exit, timedOut } = await runProgram(scope, { program, args, cwd, env: given, timeoutMs: limitMs });
    if (timedOut) return `${program} did not finish within 5 minutes`;
    if (exit.spawnError !== null) return `${program} was not found on PATH`;
    return exit.code === 0
      ? null
      : `${program} ended with ${exit.code ?? exit.signal}: ${exit.stderr.trim().slice(-300)}`;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
