/** Installs the packages of a trusted library: only what its lockfile names, and without running their scripts. */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { createTemporaryFolder, removeTemporaryFolder } from "./temporary-folders.ts";
import { installedMark, type Repository } from "./repository.ts";
import { pathExists } from "./tree.ts";

const limitMs = 5 * 60_000;

/** Content of the mark while packages are being installed: after a signal or a failure, the installation is incomplete. */
const unfinishedMark = "unfinished";

/** By lockfile; the first one found is used. */
const managers = [
  { lockfile: "pnpm-lock.yaml", program: "pnpm", args: ["install", "--frozen-lockfile", "--ignore-scripts"] },
  { lockfile: "yarn.lock", program: "yarn", args: ["install", "--frozen-lockfile", "--ignore-scripts"] },
  { lockfile: "package-lock.json", program: "npm", args: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"] },
  { lockfile: "npm-shrinkwrap.json", program: "npm", args: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"] },
] as const;

/** Returns undefined if there is nothing to do or all went well; otherwise a warning. */
export async function installPackages(
  { folder, url }: Repository,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (!(await isMissingPackages(folder))) return undefined;
  const manager = await findPackageManager(folder);
  if (manager === undefined) return `${url} has a package.json but no lockfile; its packages are not installed`;
  const mark = join(folder, installedMark);
  await writeFile(mark, unfinishedMark);
  const failure = await runInstall(manager, folder, env);
  if (failure === null) await writeFile(mark, manager.program);
  return failure === null ? undefined : `The packages of ${url} could not be installed: ${failure}`;
}

/** Whether packages must be installed before modules of a library can be loaded. */
export async function shouldInstallPackages({ folder, trusted }: Repository): Promise<boolean> {
  return trusted && (await isMissingPackages(folder)) && (await findPackageManager(folder)) !== undefined;
}

async function isMissingPackages(folder: string): Promise<boolean> {
  if (!(await pathExists(join(folder, "package.json")))) return false;
  if (!(await pathExists(join(folder, "node_modules")))) return true;
  const mark = await readFile(join(folder, installedMark), "utf8").catch(() => ""); // Without a mark, node_modules is part of the library.
  return mark === unfinishedMark;
}

async function findPackageManager(folder: string): Promise<(typeof managers)[number] | undefined> {
  const there = await Promise.all(managers.map(({ lockfile }) => pathExists(join(folder, lockfile))));
  return managers.find((_, index) => there[index]);
}

async function runInstall(manager: (typeof managers)[number], cwd: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const home = createTemporaryFolder(join(tmpdir(), "axis-install-"));
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
    await removeTemporaryFolder(home);
  }
}
