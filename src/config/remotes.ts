/** Libraries of scenarios from git: pinned, data only until trusted, folded into the project, which wins. */
import { join, resolve } from "node:path";
import { AxisError } from "../core/error.ts";
import type { McpServers } from "../core/mcp-server.ts";
import type { AdapterSource } from "./planning/adapters.ts";
import { absoluteServers } from "./planning/resolve-scenario.ts";
import { below, type Findings, type Place, problemAt } from "./problem.ts";
import { installPackages } from "./remote/install.ts";
import { type LibraryContent, readLibrary, skillProblems } from "./remote/library.ts";
import { readLock } from "./remote/lock.ts";
import { openRepository, type RemoteWorld, type Repository } from "./remote/repository.ts";
import { hashTree, isThere, type Tree, treeChanges } from "./remote/tree.ts";
import { parseRemoteUrl, type RemoteUrl } from "./remote/url.ts";
import { type GatheredScenario, isUrl, type Origin } from "./scenarios.ts";
import type { SkillReference } from "./skills.ts";
import { skillFolder } from "./skills/remote.ts";
import { parseSource } from "./skills/source.ts";
import type { CheckedConfig } from "./validate.ts";

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

/** The project a library is opened for. */
export interface Borrower {
  readonly origin: Origin;
  readonly checked: CheckedConfig;
  readonly findings: Findings;
  readonly world: { env: NodeJS.ProcessEnv; onNotice(message: string): void; onDetail?(message: string): void };
}

/** Opens a library and those it refers to. `place` is where its URL stands in the project's config. */
export function openLibrary(url: string, place: Place, borrower: Borrower): Promise<Library[]> {
  return openBelow({ url, place }, [], borrower);
}

interface Step {
  readonly url: string;
  readonly place: Place;
}

/** `above` are the URLs on the way from the project to here. */
async function openBelow({ url, place }: Step, above: readonly string[], borrower: Borrower): Promise<Library[]> {
  const { findings, origin, world, checked } = borrower;
  const source = parseRemoteUrl(url, { fromProject: above.length === 0 });
  const wrong = "problem" in source ? source.problem : wayProblem(source, above, checked);
  if ("problem" in source || wrong !== undefined) {
    findings.problems.push(problemAt(place, `${url}: ${wrong}`));
    return [];
  }
  const folder = remoteFolder(origin.configDir, source);
  const repository = await openRepository(
    { source, folder },
    { configDir: origin.configDir, env: world.env, onNotice: (text) => world.onNotice(text) },
  );
  if (repository.trusted) {
    const warning = await installPackages(repository, world.env);
    if (warning !== undefined) findings.warnings.push(warning);
  }
  const onDetail = (message: string) => world.onDetail?.(message);
  const content = await readLibrary(repository, {
    configDir: origin.configDir,
    findings,
    onDetail,
    execute: repository.trusted,
  });
  if (!repository.trusted && content.parts.length > 0) throw untrusted(repository, content.parts);
  findings.problems.push(...borrowedProblems(content, checked));
  const further: Library[] = [];
  for (const step of content.remotes) further.push(...(await openBelow(step, [...above, source.url], borrower)));
  return [...further, libraryOf(repository, content)];
}

function wayProblem({ url }: RemoteUrl, above: readonly string[], { config }: CheckedConfig): string | undefined {
  if (above.includes(url)) return `The library refers back to itself (${[...above, url].join(" to ")}).`;
  const most = config.settings?.remotes?.maxDepth ?? 1;
  if (above.length < most) return undefined;
  return `It is referred to by ${above.at(-1)}, which is deeper than settings.remotes.maxDepth (${most}) allows.`;
}

/** What is refused even of a trusted library: variables the project does not list, skills outside the clone. */
function borrowedProblems({ config, origin }: LibraryContent, { config: own }: CheckedConfig) {
  const listed = new Set(namesIn(own.env));
  const place: Place = { file: origin.configName, path: [] };
  const further = namesIn(config.env).filter((name) => !listed.has(name));
  const env = further.map((name) =>
    problemAt(
      below(place, "env"),
      `The library asks for the variable ${name}.`,
      "Add it to env of your own config, if it may see it.",
    ),
  );
  return [...env, ...skillProblems(config.skills ?? [], below(place, "skills"))];
}

function namesIn(env: CheckedConfig["config"]["env"]): string[] {
  return Array.isArray(env) ? env : Object.values(env ?? {}).flat();
}

function libraryOf({ url, commit }: Repository, { config, origin, scenarios }: LibraryContent): Library {
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
    mcpServers: absoluteServers(config.mcp_servers ?? {}, baseDir),
    adapters: Object.entries(config.adapters ?? {}).map(([name, written]) => ({
      name,
      written,
      file: resolve(baseDir, written),
      place: { file: configName, path: ["adapters", name] },
    })),
  };
}

function untrusted({ url, commit }: Repository, parts: readonly string[]): AxisError {
  const listed = parts.map((part) => `  ${part}`).join("\n");
  return new AxisError("remote-untrusted", `${url} (${commit}) asks for more than data:\n${listed}`, {
    hint: `Read them in its clone; then allow exactly these bytes with: axis trust ${url}`,
  });
}

/** Where the clone of a library lies. */
export function remoteFolder(configDir: string, { segments }: RemoteUrl): string {
  return join(configDir, ".axis", "remotes", ...segments);
}

/** Moves every source to what is there now, and says what changed, in sentences. */
export async function updateRemotes(checked: CheckedConfig, world: RemoteWorld): Promise<string[]> {
  const { configDir } = world;
  const { sources } = await readLock(configDir);
  const named = checked.scenarios
    .map(({ entry }) => entry)
    .filter(isUrl)
    .map((url) => url.replace(/\/+$/, ""));
  const said: string[] = [];
  for (const url of new Set([...named, ...Object.keys(sources)])) {
    const source = parseRemoteUrl(url, { fromProject: true });
    if ("problem" in source) continue;
    for (const folder of await clonesOf(source, named.includes(url), configDir)) {
      said.push(...(await updateOne({ source, folder }, sources[url]?.commit, world)));
    }
  }
  return said;
}

/** A source may be used as a library, as skills, or as both. */
async function clonesOf(source: RemoteUrl, named: boolean, configDir: string): Promise<string[]> {
  const library = remoteFolder(configDir, source);
  const skill = parseSource(source.url);
  const folders =
    skill?.kind === "github" ? [library, skillFolder(configDir, skill.owner, skill.repository)] : [library];
  const there = await Promise.all(folders.map((folder) => isThere(folder)));
  return folders.filter((folder, index) => there[index] || (named && folder === library));
}

async function updateOne(
  { source, folder }: { source: RemoteUrl; folder: string },
  was: string | undefined,
  world: RemoteWorld,
): Promise<string[]> {
  const before: Tree = (await isThere(folder))
    ? await hashTree(folder, { installed: true })
    : { hash: "", files: new Map() };
  const repository = await openRepository({ source, folder, refresh: true }, { ...world, onNotice: () => {} });
  if (was === repository.commit) return [`${source.url} is unchanged at ${repository.commit}`];
  const moved =
    was === undefined
      ? `${source.url} is now at ${repository.commit}`
      : `${source.url} moved from ${was} to ${repository.commit}`;
  return [moved, ...treeChanges(before, repository.tree).map((change) => `  ${change}`)];
}
