/** Gathers the scenarios of a project or a library: folders, files, inline objects; each with its own key. */
import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import pLimit from "p-limit";
import { AxisError, messageOf } from "../../core/error.ts";
import { keyProblem, nameFold } from "../../core/names/names.ts";
import type { ScenarioDocument } from "../validation/documents.ts";
import { filesBelow } from "../files/walk.ts";
import { isModule, moduleExtensions } from "../module.ts";
import { below, type Findings, pathText, type Place, problemAt } from "../validation/problem.ts";
import {
  isScenarioName,
  looksLikeScenario,
  readScenarioFile,
  readWalkedFile,
  withoutExtension,
} from "./scenario-file.ts";
import { ruleFindings, type ScenarioEntry, validateScenario } from "../validation/validate.ts";

/** Whose scenarios: the project's own, or those of a library. */
export interface Origin {
  /** What relative paths are resolved against: the config directory, or the clone. */
  readonly baseDir: string;
  /** The config directory of the project, which displayed paths are relative to. */
  readonly configDir: string;
  /** Git URL of the library; null for the project. */
  readonly remote: string | null;
  /** Name of the config file in messages. */
  readonly configName: string;
}

export interface GatheredScenario {
  readonly document: ScenarioDocument;
  readonly key: string;
  readonly place: Place;
  readonly origin: Origin;
  /** Folder that `verify.files` are taken from. */
  readonly filesDir: string;
}

/** What gathering reports to. */
export interface Gathering {
  readonly findings: Findings;
  /** Details that are shown only on request. */
  readonly onDetail: (message: string) => void;
  /** Set if modules must not be executed: called with each module, which is then skipped. */
  readonly onModule?: (file: string) => void;
}

/** Whether an entry of `scenarios` is written as a URL. */
export function isUrl(entry: ScenarioEntry): entry is string {
  return typeof entry === "string" && /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(entry);
}

/** The scenarios of one entry that is not a URL. `at` is its location in the config. */
export async function gatherEntry(
  entry: ScenarioEntry,
  origin: Origin,
  gathering: Gathering & { at: Place },
): Promise<GatheredScenario[]> {
  const { at, findings } = gathering;
  if (typeof entry !== "string") return gatherInline(entry, origin, gathering);
  const path = resolve(origin.baseDir, entry);
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory()) return gatherFolder(path, origin, gathering);
  if (kind?.isFile()) return gatherFile(path, origin, gathering);
  const message = `There is no file or folder ${JSON.stringify(entry)}.`;
  findings.problems.push(problemAt(at, message, wayOut(entry)));
  return [];
}

/** Git has a short form for ssh URLs that looks like a path here. */
function wayOut(entry: string): string {
  const [, host, path] = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(entry) ?? [];
  if (host === undefined || path === undefined) return "Paths are relative to the config's folder.";
  return `For a repository, write the whole URL: ${JSON.stringify(`ssh://${host}/${path.replace(/^\//, "")}`)}.`;
}

function gatherInline(
  document: ScenarioDocument,
  origin: Origin,
  { at, findings }: Gathering & { at: Place },
): GatheredScenario[] {
  ruleFindings(document, at, findings);
  const { key } = document;
  if (key === undefined) {
    findings.problems.push(problemAt(below(at, "key"), "An inline scenario needs a key."));
    return [];
  }
  if (!isKey(key, below(at, "key"), findings)) return [];
  return [{ document, key, place: at, origin, filesDir: origin.baseDir }];
}

/** Walks a folder. A file that does not parse is a warning; a file that is not a scenario is skipped. */
async function gatherFolder(folder: string, origin: Origin, gathering: Gathering): Promise<GatheredScenario[]> {
  const paths = await filesBelow(folder, {
    skip: ({ name, folder: isFolder }) => name.startsWith(".") || (isFolder && name === "node_modules"),
    links: true,
    onUnreadable: (path, error) => {
      const { file } = placeOf(join(folder, path), origin);
      gathering.findings.warnings.push(`${file} could not be read: ${messageOf(error)}\nIt is skipped.`);
    },
    onLink: (path) => {
      const { file } = placeOf(join(folder, path), origin);
      gathering.onDetail(`${file} is a link to a folder or out of this folder, and is skipped`);
    },
  });
  const limit = pLimit(16);
  const read = paths
    .filter(isScenarioName)
    .map((path) => limit(() => readWalked(join(folder, path), origin, gathering)));
  const files = await Promise.all(read);
  return files.flatMap((file) => {
    if (file === undefined) return [];
    const key = withoutExtension(relative(folder, file.path).split(sep).join("/")).normalize("NFC");
    return checked({ ...file, key }, origin, gathering.findings);
  });
}

interface ReadFile {
  readonly path: string;
  readonly place: Place;
  readonly value: unknown;
}

async function readWalked(path: string, origin: Origin, gathering: Gathering): Promise<ReadFile | undefined> {
  const { findings, onDetail } = gathering;
  const place = placeOf(path, origin);
  if (isRefusedModule(path, place, gathering)) return undefined;
  try {
    const value = await readWalkedFile(path, place.file);
    if (looksLikeScenario(value)) return { path, place, value };
    onDetail(`${place.file} is not a scenario (no prompt, judge or rubric) and is skipped`);
  } catch (error) {
    findings.warnings.push(`${messageOf(error)}\nIt is skipped.`);
  }
  return undefined;
}

const extensions = [".json", ".yaml", ".yml", ...moduleExtensions];

/** A file that the config names must be a scenario. */
async function gatherFile(path: string, origin: Origin, gathering: Gathering): Promise<GatheredScenario[]> {
  const { findings } = gathering;
  const place = placeOf(path, origin);
  if (isRefusedModule(path, place, gathering)) return [];
  if (!isScenarioName(path)) {
    findings.problems.push(
      problemAt(
        place,
        "This is not a scenario file.",
        `It must end in ${extensions.join(", ")}, and must not be an axis.config file.`,
      ),
    );
    return [];
  }
  try {
    const value = await readScenarioFile(path, place.file);
    const key = withoutExtension(basename(path)).normalize("NFC");
    return checked({ path, place, value, key }, origin, findings);
  } catch (error) {
    findings.problems.push(problemAt(place, messageOf(error), error instanceof AxisError ? error.hint : undefined));
    return [];
  }
}

function isRefusedModule(path: string, place: Place, { onModule }: Gathering): boolean {
  if (onModule === undefined || !isModule(path)) return false;
  onModule(place.file);
  return true;
}

/** Keeps a scenario that has a key and the right shape, whatever else is wrong, so that more problems can be found. */
function checked(file: ReadFile & { key: string }, origin: Origin, findings: Findings): GatheredScenario[] {
  const { key, place } = file;
  const hasKey = isKey(key, place, findings);
  const document = validateScenario(file.value, place, findings);
  if (document?.key !== undefined && document.key !== key) {
    const message = `The key ${JSON.stringify(document.key)} differs from the key that its path gives.`;
    findings.problems.push(problemAt(below(place, "key"), message, `Write ${JSON.stringify(key)}, or remove key.`));
  }
  if (document === undefined || !hasKey) return [];
  return [{ document, key, place, origin, filesDir: dirname(file.path) }];
}

/** Whether it is a valid key; if not, the reason is added to the findings. */
function isKey(key: string, place: Place, findings: Findings): boolean {
  const problem = keyProblem(key);
  if (problem === null) return true;
  const rename = place.path.length === 0 ? "Give the file, or its folder, another name." : "Give it another key.";
  const shown = key.length > 60 ? `${key.slice(0, 60)}...` : key;
  findings.problems.push(problemAt(place, `The key ${JSON.stringify(shown)} ${problem}.`, rename));
  return false;
}

function placeOf(path: string, { configDir }: Origin): Place {
  const way = relative(configDir, path);
  return { file: isAbsolute(way) ? path : way.split(sep).join("/"), path: [] };
}

/** Sorts by key. Keys that are the same, or differ only in case, are a problem that names both locations. */
export function withUniqueKeys(scenarios: readonly GatheredScenario[], findings: Findings): GatheredScenario[] {
  const seen = new Map<string, GatheredScenario>();
  for (const scenario of scenarios) {
    const fold = nameFold(scenario.key);
    const first = seen.get(fold);
    seen.set(fold, first ?? scenario);
    if (first === undefined || isSamePlace(first, scenario)) continue;
    const same = first.key === scenario.key;
    const about = same
      ? `The key ${JSON.stringify(scenario.key)}`
      : `The keys ${JSON.stringify(first.key)} and ${JSON.stringify(scenario.key)}`;
    const message = same
      ? `${about} is already taken by ${placeText(first.place)}.`
      : `${about} differ only in case; the first is in ${placeText(first.place)}.`;
    findings.problems.push(problemAt(scenario.place, message, "Rename one of them."));
  }
  return [...seen.values()].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** One file that two entries of `scenarios` reach is one scenario. */
function isSamePlace(a: GatheredScenario, b: GatheredScenario): boolean {
  return a.key === b.key && placeText(a.place) === placeText(b.place);
}

function placeText({ file, path }: Place): string {
  return path.length === 0 ? file : `${file}  ${pathText(path)}`;
}
