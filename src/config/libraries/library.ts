/** Reads a library of scenarios in its clone. Nothing of an untrusted library is executed. */
import { join, relative, sep } from "node:path";
import { listConfigs, readConfig } from "../load-config.ts";
import { isModule } from "../module.ts";
import { appendPath, type Findings, createFindings, type Location, createProblem } from "../validation/problem.ts";
import { type GatheredScenario, gatherEntries, isUrl, type Origin } from "../scenarios.ts";
import { type CheckedConfig, validateLibraryConfig } from "../validation/validate.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import type { MetricChoiceInput } from "../../core/run/run-metric.ts";
import { isOutsideFolder, outsideProblem } from "../validation/check-rules.ts";
import { scenarioSourceProblems } from "../validation/scenario-rules.ts";
import { configParts, type Part, scenarioParts } from "./parts.ts";
import type { Repository } from "./repository.ts";

export interface LibraryContent {
  readonly config: CheckedConfig["config"];
  readonly origin: Origin;
  readonly scenarios: readonly GatheredScenario[];
  /** URLs of other libraries it refers to, with the locations of the references. */
  readonly remotes: readonly { readonly url: string; readonly place: Location }[];
  /** What it asks for beyond data. */
  readonly parts: readonly Part[];
}

/** What reading a library may use. */
export interface LibraryReading {
  readonly configDir: string;
  readonly findings: Findings;
  readonly onDetail: (message: string) => void;
  /** Whether its modules may be executed. */
  readonly execute: boolean;
}

/** Its config, if it has one, and its scenarios; without a config, the clone itself is walked. */
export async function readLibrary(repository: Repository, reading: LibraryReading): Promise<LibraryContent> {
  const { folder, url } = repository;
  const shownFolder = relative(reading.configDir, folder).split(sep).join("/");
  const parts: Part[] = [];
  if (await pathExists(join(folder, "package.json")))
    parts.push({ kind: "package.json", at: `${shownFolder}/package.json` });
  const [name] = await listConfigs(folder);
  const shown = `${shownFolder}/${name ?? ""}`;
  const readable = name !== undefined && (reading.execute || !isModule(name));
  if (name !== undefined && isModule(name)) parts.push({ kind: "modules", at: shown });
  const written = readable ? await readConfig(join(folder, name), shown) : undefined;
  const checked = readable ? validateLibraryConfig(written, shown, reading.findings) : wholeClone(shownFolder);
  const origin: Origin = { baseDir: folder, configDir: reading.configDir, remote: url, configName: shown };
  const scenarios = await gatherInside(checked, origin, { reading, parts, written });
  parts.push(...configParts(checked.config, shown), ...scenarios.flatMap(scenarioParts));
  reading.findings.problems.push(...scenarios.flatMap(findOutsidePathProblems));
  const remotes = checked.scenarios.flatMap(({ entry, place }) => (isUrl(entry) ? [{ url: entry, place }] : []));
  return { config: checked.config, origin, scenarios, remotes, parts };
}

/** Everything it asks for, without executing any of it. */
export async function libraryParts(repository: Repository, configDir: string): Promise<readonly Part[]> {
  const reading = { configDir, findings: createFindings(), onDetail: () => {}, execute: false };
  return (await readLibrary(repository, reading)).parts;
}

function wholeClone(shownFolder: string): CheckedConfig {
  return { config: {}, judges: [], agents: [], scenarios: [{ entry: ".", place: { file: shownFolder, path: [] } }] };
}

async function gatherInside(
  checked: CheckedConfig,
  origin: Origin,
  { reading, parts, written }: { reading: LibraryReading; parts: Part[]; written: unknown },
): Promise<GatheredScenario[]> {
  const { findings, onDetail, execute } = reading;
  const onModule = execute ? undefined : (file: string) => void parts.push({ kind: "modules", at: file });
  const local = checked.scenarios.filter(({ entry }) => !isUrl(entry));
  const inside = local.filter(({ entry, place }) => {
    if (typeof entry !== "string" || !isOutsideFolder(entry)) return true;
    findings.problems.push(outsideProblem(entry, place, "the library"));
    return false;
  });
  return gatherEntries(inside, origin, { findings, onDetail, config: written, ...(onModule && { onModule }) });
}

/** Paths of a library must stay inside its clone. */
function findOutsidePathProblems({ document, place }: GatheredScenario) {
  const variants = (document.variants ?? []).map((own, index) => ({ own, at: appendPath(place, "variants", index) }));
  return [
    ...scenarioSourceProblems(document, place, "the library"),
    ...[{ own: document, at: place }, ...variants].flatMap(({ own, at }) => [
      ...skillProblems(own.skills ?? [], appendPath(at, "skills")),
      ...metricProblems(own.metrics?.use ?? [], appendPath(at, "metrics", "use")),
    ]),
  ];
}

/** Metric files of a library must be in its clone. */
function metricProblems(choices: readonly MetricChoiceInput[], place: Location) {
  return choices.flatMap((choice, index) =>
    typeof choice === "string" && isOutsideFolder(choice)
      ? [outsideProblem(choice, appendPath(place, index), "the library")]
      : [],
  );
}

/** Local skills of a library must be in its clone. */
export function skillProblems(sources: readonly string[], place: Location) {
  return sources.flatMap((source, index) => {
    const isLocal = /^(?:\.{1,2}(?:[\\/]|$)|\/)/.test(source);
    return isLocal && isOutsideFolder(source)
      ? [createProblem(appendPath(place, index), `${JSON.stringify(source)} leads out of the library.`)]
      : [];
  });
}
