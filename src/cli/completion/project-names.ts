/** Names of a project that can be completed at once: no module of the project runs, and nothing is reported. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { builtInAgents } from "../../agents/catalog.ts";
import { reportsFolder } from "../../store/paths.ts";

export type NameKind = "report" | "scenario" | "agent" | "built-in agent";

const mostReports = 20;

export async function listProjectNames(kind: NameKind, folder: string): Promise<string[]> {
  if (kind === "built-in agent") return Object.keys(builtInAgents);
  const reports = (await listFolder(reportsFolder(folder))).toSorted().toReversed().slice(0, mostReports);
  if (kind === "report") return reports.length === 0 ? [] : ["latest", ...reports];
  const [newest] = reports;
  const report = newest === undefined ? {} : await readJson(join(reportsFolder(folder), newest, "report.json"));
  const config = await readJson(join(folder, "axis.config.json"));
  const names =
    kind === "agent" ? listAgents(report, config) : [...listKeys(report), ...(await listFiles(folder, config))];
  return [...new Set(names)].toSorted();
}

/** What is read of both documents; anything may be missing. */
interface Glimpse {
  readonly results?: readonly { readonly scenarioKey?: string; readonly agentName?: string }[];
  readonly agents?: readonly (string | { readonly agent?: string; readonly name?: string })[];
  readonly scenarios?: unknown;
}

/** Without a project, the built-in agents. */
function listAgents({ results = [] }: Glimpse, { agents = [] }: Glimpse): string[] {
  const configured = agents.map((each) => (typeof each === "string" ? each : (each.name ?? each.agent ?? "")));
  const known = [...results.map(({ agentName = "" }) => agentName), ...configured].filter((name) => name !== "");
  return known.length > 0 ? known : Object.keys(builtInAgents);
}

function listKeys({ results = [] }: Glimpse): string[] {
  return results.flatMap(({ scenarioKey }) => scenarioKey ?? []);
}

/** A scenario's key is its path in the folder of scenarios, without the extension. */
async function listFiles(folder: string, { scenarios = "./scenarios" }: Glimpse): Promise<string[]> {
  if (typeof scenarios !== "string") return [];
  const entries = await readdir(join(folder, scenarios), { recursive: true }).catch(() => []); // Not a folder of this machine.
  return entries.flatMap((path) => /^(.+)\.(?:json|ya?ml|[mc]?[jt]s)$/.exec(path.replaceAll("\\", "/"))?.[1] ?? []);
}

async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []); // A project without reports has none to offer.
}

/** A file that cannot be read offers nothing; the command itself says what is wrong with it. */
async function readJson(file: string): Promise<Glimpse> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Glimpse;
  } catch {
    return {};
  }
}
