/** Libraries of scenarios from git: pinned, data only until trusted, and merged into the project, which wins. */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { AxisError, type ErrorCode } from "../../core/error.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { AdapterSource } from "../plan-agents.ts";
import type { PlanDeps } from "../plan-deps.ts";
import { resolveServerPaths } from "../planning/resolve-scenario.ts";
import type { GatheredScenario, Origin } from "../scenarios.ts";
import type { SkillReference } from "../skills/skills.ts";
import { isOutsideFolder, outsideProblem } from "../validation/check-rules.ts";
import { appendPath, createProblem, type Findings, type Location } from "../validation/problem.ts";
import type { CheckedConfig } from "../validation/validate.ts";
import { type LibraryContent, readLibrary, skillProblems } from "./library.ts";
import { isRemoteSkill, type Part, partText, scenarioParts } from "./parts.ts";
import { installedMark, isAtPin, openRepository, type Repository } from "./repository.ts";
import { createTemporaryFolder, removeTemporaryFolder } from "./temporary-folders.ts";
import { parseRemoteUrl, redactUrl, type RemoteUrl } from "./url.ts";

/** Installs the packages of a trusted library: only what its lockfile names, and without running their scripts. */
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
async function installPackages({ folder, url }: Repository, env: NodeJS.ProcessEnv): Promise<string | undefined> {
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
async function shouldInstallPackages({ folder, trusted }: Repository): Promise<boolean> {
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

async function runInstall(
  manager: (typeof managers)[number],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
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

/** What a library adds to a project. Its paths are absolute. */
export interface Library {
  readonly url: string;
  readonly commit: string;
  readonly scenarios: readonly GatheredScenario[];
  readonly skills: readonly SkillReference[];
  readonly artifacts: readonly string[];
  readonly mcpServers: McpServers;
  readonly adapters: readonly AdapterSource[];
}

/** How libraries are used. */
export interface LibraryUse {
  /** Use only the data of an untrusted library. */
  readonly dataOnly?: boolean;
  /** Set if nothing may be fetched: called with each library that could not be read for that reason. */
  readonly onAbsent?: (sentence: string) => void;
}

/** The project a library is opened for. */
export interface LibraryContext {
  readonly origin: Origin;
  readonly checked: CheckedConfig;
  readonly findings: Findings;
  readonly deps: PlanDeps;
  readonly use: LibraryUse;
}

/** Opens a library and those it refers to; null if that failed, which is added to the problems. `place` is where its URL is written. */
export async function openLibrary(url: string, place: Location, context: LibraryContext): Promise<Library[] | null> {
  try {
    return await openWithReferences({ url, place }, [], context);
  } catch (error) {
    if (!(error instanceof AxisError) || !problemCodes.has(error.code)) throw error;
    context.findings.problems.push({ ...createProblem(place, error.message, error.hint), error });
    return null;
  }
}

const problemCodes: ReadonlySet<string> = new Set<ErrorCode>(["remote-failed", "remote-untrusted"]);

interface LibraryReference {
  readonly url: string;
  readonly place: Location;
}

/** `above` are the libraries between the project and this one. */
async function openWithReferences(
  { url, place }: LibraryReference,
  above: readonly RemoteUrl[],
  context: LibraryContext,
): Promise<Library[]> {
  const { findings, checked } = context;
  const source = parseRemoteUrl(url, { fromProject: above.length === 0 });
  const most = checked.config.settings?.remotes?.maxDepth ?? 1;
  const wrong = "problem" in source ? source.problem : findChainProblem(source, above, most);
  if ("problem" in source || wrong !== undefined) {
    findings.problems.push(createProblem(place, `${redactUrl(url)}: ${wrong}`));
    return [];
  }
  const repository = await openPinned(source, context);
  if (repository === undefined) return [];
  const content = await allowedContent(repository, context);
  findings.problems.push(...findLibraryProblems(content, checked));
  const further: Library[] = [];
  for (const step of content.remotes) further.push(...(await openWithReferences(step, [...above, source], context)));
  return [...further, toLibrary(repository, content)];
}

/** The clone, with packages if it is trusted; undefined if that would need the network and must not use it. */
async function openPinned(
  source: RemoteUrl,
  { origin, deps, findings, use }: LibraryContext,
): Promise<Repository | undefined> {
  const { configDir } = origin;
  const request = { source, folder: remoteFolder(configDir, source) };
  if (use.onAbsent !== undefined && !(await isAtPin(request, configDir))) {
    use.onAbsent(`${source.url} has not been fetched yet, so it was not checked; axis run fetches it`);
    return undefined;
  }
  const onNotice = (text: string) => deps.onNotice(text);
  const repository = await openRepository(request, { configDir, env: deps.env, onNotice });
  if (use.onAbsent !== undefined && (await shouldInstallPackages(repository))) {
    use.onAbsent(`${source.url} is missing its packages, so it was not checked; axis run installs them`);
    return undefined;
  }
  const warning = repository.trusted ? await installPackages(repository, deps.env) : undefined;
  if (warning !== undefined) findings.warnings.push(warning);
  return repository;
}

/** All of a trusted library; of an untrusted one its data, if that was requested or is all it contains. */
async function allowedContent(repository: Repository, context: LibraryContext): Promise<LibraryContent> {
  const { origin, findings, deps, use } = context;
  const content = await readLibrary(repository, {
    configDir: origin.configDir,
    findings,
    onDetail: (message) => deps.onDetail?.(message),
    execute: repository.trusted,
  });
  if (repository.trusted || content.parts.length === 0) return content;
  if (!use.dataOnly) throw createUntrustedError(repository, content.parts);
  const data = keepDataOnly(repository.url, content);
  findings.warnings.push(...data.warnings);
  return data.content;
}

/** What is refused even for a trusted library: variables the project does not list, adapters and skills outside the clone. */
function findLibraryProblems({ config, origin }: LibraryContent, { config: own }: CheckedConfig) {
  const listed = new Set(listEnvNames(own.env));
  const place: Location = { file: origin.configName, path: [] };
  const further = listEnvNames(config.env).filter((name) => !listed.has(name));
  const env = further.map((name) =>
    createProblem(
      appendPath(place, "env"),
      `The library asks for the variable ${name}.`,
      "Add it to env in your own config if the library may see it.",
    ),
  );
  // Files outside the clone are not among the bytes that were trusted.
  const adapters = Object.entries(config.adapters ?? {})
    .filter(([, written]) => isOutsideFolder(written))
    .map(([name, written]) => outsideProblem(written, appendPath(place, "adapters", name), "the library"));
  return [...env, ...adapters, ...skillProblems(config.skills ?? [], appendPath(place, "skills"))];
}

function listEnvNames(env: CheckedConfig["config"]["env"]): string[] {
  return Array.isArray(env) ? env : Object.values(env ?? {}).flat();
}

function toLibrary({ url, commit }: Repository, { config, origin, scenarios }: LibraryContent): Library {
  const { baseDir, configName } = origin;
  return {
    url,
    commit,
    scenarios,
    skills: (config.skills ?? []).map((source, index) => ({
      source,
      baseDir,
      place: { file: configName, path: ["skills", index] },
    })),
    artifacts: config.artifacts ?? [],
    mcpServers: resolveServerPaths(config.mcp_servers ?? {}, baseDir),
    adapters: Object.entries(config.adapters ?? {}).map(([name, written]) => ({
      name,
      written,
      file: resolve(baseDir, written),
      place: { file: configName, path: ["adapters", name] },
    })),
  };
}

function createUntrustedError({ url, commit }: Repository, parts: readonly Part[]): AxisError {
  const listed = parts.map((part) => `  ${partText(part)}`).join("\n");
  return new AxisError("remote-untrusted", `${url} (${commit}) asks for more than data:\n${listed}`, {
    hint: `Review them in its clone; then trust exactly these bytes with: axis trust ${url}\nOr use only its data with: axis run --data-only`,
  });
}

/** Where the clone of a library is stored. */
export function remoteFolder(configDir: string, { segments }: RemoteUrl): string {
  return join(configDir, ".axis", "remotes", ...segments);
}

/** Why a library may not be opened here. `above` are the libraries that lead to it, the project's own first. */
export function findChainProblem(source: RemoteUrl, above: readonly RemoteUrl[], maxDepth: number): string | undefined {
  // Compares the clones, however their URLs are written.
  const back = above.some(({ segments }) => segments.join("/") === source.segments.join("/"));
  if (back) return `The library refers back to itself (${[...above, source].map(({ url }) => url).join(" to ")}).`;
  if (above.length < maxDepth) return undefined;
  return `It is referred to by ${above.at(-1)?.url}, which is deeper than settings.remotes.maxDepth (${maxDepth}) allows.`;
}

/** The data of a library, and one sentence for each kind of thing that was left out. */
function keepDataOnly(
  url: string,
  content: LibraryContent,
): { readonly content: LibraryContent; readonly warnings: readonly string[] } {
  const { mcp_servers: _servers, adapters: _adapters, env: _env, ...config } = content.config;
  const skills = config.skills?.filter((source) => !isRemoteSkill(source));
  // Without its scripts, servers or checks, a scenario would be a different task under the same key.
  const scenarios = content.scenarios.filter((scenario) => scenarioParts(scenario).length === 0);
  const without = content.scenarios.filter((scenario) => !scenarios.includes(scenario)).map(({ key }) => key);
  const named = without.length === 0 ? [] : [`scenarios that need some of these, as a whole: ${without.join(", ")}`];
  return {
    content: { ...content, config: { ...config, ...(skills && { skills }) }, scenarios, parts: [] },
    warnings: [...describePartKinds(content.parts), ...named].map(
      (what) => `${url}: only data is used, without ${what}`,
    ),
  };
}

function describePartKinds(parts: readonly Part[]): string[] {
  const kinds = new Set(parts.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const those = parts.filter((part) => part.kind === kind);
    return `${kind}: ${those.map(shortText).join("; ")}`;
  });
}

/** Commands can be long and span several lines; their location is enough. */
function shortText(part: Part): string {
  return ["setup and teardown scripts", "command checks", "gates"].includes(part.kind) ? part.at : partText(part);
}
