/** Libraries of scenarios from git: pinned, data only until trusted, and merged into the project, which wins. */
import { join, resolve } from "node:path";
import { AxisError, type ErrorCode } from "../../core/error.ts";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import type { AdapterSource } from "../planning/adapters.ts";
import { absoluteServers } from "../planning/resolve-scenario.ts";
import { below, type Findings, type Place, problemAt } from "../validation/problem.ts";
import { dataPart } from "./data-part.ts";
import { awaitsPackages, installPackages } from "./install.ts";
import { type LibraryContent, readLibrary, skillProblems } from "./library.ts";
import { type Part, partText } from "./parts.ts";
import { isAtPin, openRepository, type Repository } from "./repository.ts";
import { parseRemoteUrl, type RemoteUrl, shownUrl } from "./url.ts";
import { wayProblem } from "./way.ts";
import type { GatheredScenario, Origin } from "../scenarios/scenarios.ts";
import type { SkillReference } from "../skills/skills.ts";
import { leavesFolder, outsideProblem } from "../validation/check-rules.ts";
import type { CheckedConfig } from "../validation/validate.ts";

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
export interface Borrower {
  readonly origin: Origin;
  readonly checked: CheckedConfig;
  readonly findings: Findings;
  readonly world: { env: NodeJS.ProcessEnv; onNotice(message: string): void; onDetail?(message: string): void };
  readonly use: LibraryUse;
}

/** Opens a library and those it refers to; null if that failed, which is added to the problems. `place` is where its URL is written. */
export async function openLibrary(url: string, place: Place, borrower: Borrower): Promise<Library[] | null> {
  try {
    return await openBelow({ url, place }, [], borrower);
  } catch (error) {
    if (!(error instanceof AxisError) || !problemCodes.has(error.code)) throw error;
    borrower.findings.problems.push({ ...problemAt(place, error.message, error.hint), error });
    return null;
  }
}

const problemCodes: ReadonlySet<string> = new Set<ErrorCode>(["remote-failed", "remote-untrusted"]);

interface Step {
  readonly url: string;
  readonly place: Place;
}

/** `above` are the libraries between the project and this one. */
async function openBelow({ url, place }: Step, above: readonly RemoteUrl[], borrower: Borrower): Promise<Library[]> {
  const { findings, checked } = borrower;
  const source = parseRemoteUrl(url, { fromProject: above.length === 0 });
  const most = checked.config.settings?.remotes?.maxDepth ?? 1;
  const wrong = "problem" in source ? source.problem : wayProblem(source, above, most);
  if ("problem" in source || wrong !== undefined) {
    findings.problems.push(problemAt(place, `${shownUrl(url)}: ${wrong}`));
    return [];
  }
  const repository = await pinned(source, borrower);
  if (repository === undefined) return [];
  const content = await allowedContent(repository, borrower);
  findings.problems.push(...borrowedProblems(content, checked));
  const further: Library[] = [];
  for (const step of content.remotes) further.push(...(await openBelow(step, [...above, source], borrower)));
  return [...further, libraryOf(repository, content)];
}

/** The clone, with packages if it is trusted; undefined if that would need the network and must not use it. */
async function pinned(source: RemoteUrl, { origin, world, findings, use }: Borrower): Promise<Repository | undefined> {
  const { configDir } = origin;
  const request = { source, folder: remoteFolder(configDir, source) };
  if (use.onAbsent !== undefined && !(await isAtPin(request, configDir))) {
    use.onAbsent(`${source.url} has not been fetched yet, so it was not checked: axis run fetches it`);
    return undefined;
  }
  const onNotice = (text: string) => world.onNotice(text);
  const repository = await openRepository(request, { configDir, env: world.env, onNotice });
  if (use.onAbsent !== undefined && (await awaitsPackages(repository))) {
    use.onAbsent(`${source.url} is missing its packages, so it was not checked: axis run installs them`);
    return undefined;
  }
  const warning = repository.trusted ? await installPackages(repository, world.env) : undefined;
  if (warning !== undefined) findings.warnings.push(warning);
  return repository;
}

/** All of a trusted library; of an untrusted one its data, if that was requested or is all it contains. */
async function allowedContent(repository: Repository, borrower: Borrower): Promise<LibraryContent> {
  const { origin, findings, world, use } = borrower;
  const content = await readLibrary(repository, {
    configDir: origin.configDir,
    findings,
    onDetail: (message) => world.onDetail?.(message),
    execute: repository.trusted,
  });
  if (repository.trusted || content.parts.length === 0) return content;
  if (!use.dataOnly) throw untrusted(repository, content.parts);
  const data = dataPart(repository.url, content);
  findings.warnings.push(...data.warnings);
  return data.content;
}

/** What is refused even for a trusted library: variables the project does not list, adapters and skills outside the clone. */
function borrowedProblems({ config, origin }: LibraryContent, { config: own }: CheckedConfig) {
  const listed = new Set(namesIn(own.env));
  const place: Place = { file: origin.configName, path: [] };
  const further = namesIn(config.env).filter((name) => !listed.has(name));
  const env = further.map((name) =>
    problemAt(
      below(place, "env"),
      `The library asks for the variable ${name}.`,
      "Add it to env in your own config if the library may see it.",
    ),
  );
  // Files outside the clone are not among the bytes that were trusted.
  const adapters = Object.entries(config.adapters ?? {})
    .filter(([, written]) => leavesFolder(written))
    .map(([name, written]) => outsideProblem(written, below(place, "adapters", name), "the library"));
  return [...env, ...adapters, ...skillProblems(config.skills ?? [], below(place, "skills"))];
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

function untrusted({ url, commit }: Repository, parts: readonly Part[]): AxisError {
  const listed = parts.map((part) => `  ${partText(part)}`).join("\n");
  return new AxisError("remote-untrusted", `${url} (${commit}) asks for more than data:\n${listed}`, {
    hint: `Review them in its clone; then trust exactly these bytes with: axis trust ${url}\nOr use only its data with: axis run --data-only`,
  });
}

/** Where the clone of a library is stored. */
export function remoteFolder(configDir: string, { segments }: RemoteUrl): string {
  return join(configDir, ".axis", "remotes", ...segments);
}
