/** Gathers the scenarios of a project or a library: folders, files, inline objects; each with its own key. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import pLimit from "p-limit";
import { AxisError, errorMessage } from "../core/error.ts";
import { keyProblem, foldName } from "../core/names/names.ts";
import type { ScenarioDocument } from "./validation/documents.ts";
import { listFilesBelow } from "./files/walk.ts";
import { isModule, moduleExtensions } from "./module.ts";
import { appendPath, type Findings, formatKeyPath, type Location, createProblem } from "./validation/problem.ts";
import { readDataFile } from "../core/data-files/json-file.ts";
import { ClaimedFiles } from "./scenarios/claimed-files.ts";
import { loadModuleFiles, type ModuleFile } from "./scenarios/module-files.ts";
import {
  brokenFileHint,
  isScenarioName,
  isScenarioLike,
  mentionsScenario,
  type ScenarioFile,
  withoutExtension,
} from "./scenarios/scenario-file.ts";
import { checkRules, type ScenarioEntry, validateScenario } from "./validation/validate.ts";

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
  readonly place: Location;
  readonly origin: Origin;
  /** Folder that `verify.files` are taken from. */
  readonly filesDir: string;
}

/** What gathering may do, and what it reports to. */
interface Gathering {
  /** The content of the config, whose actions and inline scenarios may name modules that are no scenarios. */
  readonly config?: unknown;
  /** Whether modules may be outside the project, because a person named one in a command. */
  readonly anywhere?: boolean;
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

/** An entry of `scenarios` that is not a URL, and its location in the config. */
interface LocalEntry {
  readonly entry: ScenarioEntry;
  readonly place: Location;
}

/** What is collected from all entries before any module is loaded. */
interface Collecting extends Gathering {
  readonly origin: Origin;
  readonly claims: ClaimedFiles;
  readonly modules: ModuleFile[];
}

/** The scenarios of all entries that are not URLs. Data is read first: it says which modules are no scenarios. */
export async function gatherEntries(
  entries: readonly LocalEntry[],
  origin: Origin,
  gathering: Gathering,
): Promise<GatheredScenario[]> {
  const { findings } = gathering;
  const { baseDir, configName } = origin;
  const collecting: Collecting = { ...gathering, origin, claims: new ClaimedFiles(), modules: [] };
  collecting.claims.addValue(gathering.config, join(baseDir, basename(configName)), baseDir);
  const found: GatheredScenario[] = [];
  for (const entry of entries) found.push(...(await gatherEntry(entry, collecting)));
  const { modules } = collecting;
  const once = modules.filter(({ path }, index) => modules.findIndex((each) => each.path === path) === index);
  const loaded = await loadModuleFiles(once, { ...collecting, baseDir });
  return [...found, ...loaded.flatMap((file) => checkScenarioFile(file, origin, findings))];
}

/** Reads the data of one entry, and lists its modules. */
async function gatherEntry({ entry, place }: LocalEntry, collecting: Collecting): Promise<GatheredScenario[]> {
  const { origin, findings } = collecting;
  if (typeof entry !== "string") return gatherInline(entry, place, collecting);
  const path = resolve(origin.baseDir, entry);
  const kind = await stat(path).catch(() => undefined);
  if (kind?.isDirectory()) return gatherFolder(path, collecting);
  if (kind?.isFile()) return gatherFile(path, collecting);
  const message = `File or folder ${JSON.stringify(entry)} does not exist.`;
  findings.problems.push(createProblem(place, message, suggestEntryFix(entry)));
  return [];
}

/** Git has a short form for ssh URLs that looks like a path here. */
function suggestEntryFix(entry: string): string {
  const [, host, path] = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(entry) ?? [];
  if (host === undefined || path === undefined) return "Paths are relative to the config's folder.";
  return `For a repository, write the whole URL: ${JSON.stringify(`ssh://${host}/${path.replace(/^\//, "")}`)}.`;
}

function gatherInline(document: ScenarioDocument, at: Location, { origin, findings }: Collecting): GatheredScenario[] {
  checkRules(document, at, findings);
  const { key } = document;
  if (key === undefined) {
    findings.problems.push(createProblem(appendPath(at, "key"), "An inline scenario needs a key."));
    return [];
  }
  if (!isValidKey(key, appendPath(at, "key"), findings)) return [];
  return [{ document, key, place: at, origin, filesDir: origin.baseDir }];
}

/** Walks a folder. A file that does not parse is a problem; a file that is not a scenario is skipped. */
async function gatherFolder(folder: string, collecting: Collecting): Promise<GatheredScenario[]> {
  const { origin, findings, onDetail } = collecting;
  const paths = await listFilesBelow(folder, {
    skip: ({ name, folder: isFolder }) => name.startsWith(".") || (isFolder && name === "node_modules"),
    links: true,
    onUnreadable: (path, error) => {
      const place = registerFile(join(folder, path), toFolderKey(path), { origin, findings });
      const message = `It could not be read: ${errorMessage(error)}.`;
      findings.problems.push(createProblem(place, message, brokenFileHint));
    },
    onLink: (path) => {
      const { file } = toLocation(join(folder, path), origin);
      onDetail(`${file} is a link to a folder or out of this folder, and is skipped`);
    },
  });
  const limit = pLimit(16);
  const names = paths.filter(isScenarioName);
  for (const path of names.filter(isModule))
    addModule({ path: join(folder, path), key: toFolderKey(path), walked: folder }, collecting);
  const read = names
    .filter((path) => !isModule(path))
    .map((path) => limit(() => readFolderScenario(join(folder, path), toFolderKey(path), collecting)));
  const files = await Promise.all(read);
  return files.flatMap((file) => (file === undefined ? [] : checkScenarioFile(file, origin, findings)));
}

/** Remembers a module, to be loaded after all data was read; or refuses it, if modules must not be executed. */
function addModule(file: Omit<ModuleFile, "place">, { origin, modules, onModule }: Collecting): void {
  const place = toLocation(file.path, origin);
  if (onModule === undefined) modules.push({ ...file, place });
  else onModule(place.file);
}

/** The key of a file from its path below a scenario folder. */
function toFolderKey(path: string): string {
  return withoutExtension(path.split(sep).join("/")).normalize("NFC");
}

/** Remembers the key of a scenario file, so that a problem in it can be told from one of the project. */
function registerFile(
  path: string,
  key: string,
  { origin, findings }: { readonly origin: Origin; readonly findings: Findings },
): Location {
  const place = toLocation(path, origin);
  findings.scenarioFiles.set(place.file, key);
  return place;
}

async function readFolderScenario(
  path: string,
  key: string,
  collecting: Collecting,
): Promise<ScenarioFile | undefined> {
  const { findings, onDetail, origin, claims } = collecting;
  const place = registerFile(path, key, collecting);
  try {
    const value = await readDataFile(path, place.file);
    if (isScenarioLike(value)) {
      claims.addValue(value, path, origin.baseDir);
      return { path, key, place, value };
    }
    onDetail(`${place.file} is not a scenario (no prompt, judge or rubric) and is skipped`);
  } catch (error) {
    const text = await readFile(path, "utf8").catch(() => ""); // What cannot be read mentions nothing.
    if (mentionsScenario(text)) claims.addText(text, path, origin.baseDir);
    // A library may be a whole repository, with data of other programs.
    if (origin.remote === null || mentionsScenario(text))
      findings.problems.push(createProblem(place, errorMessage(error), brokenFileHint));
    else findings.warnings.push(`${errorMessage(error)}\nIt is skipped.`);
  }
  return undefined;
}

const extensions = [".json", ".yaml", ".yml", ...moduleExtensions];

/** A file that the config names must be a scenario. */
async function gatherFile(path: string, collecting: Collecting): Promise<GatheredScenario[]> {
  const { origin, findings, claims } = collecting;
  const place = toLocation(path, origin);
  const key = toFolderKey(basename(path));
  if (!isScenarioName(path)) {
    findings.problems.push(
      createProblem(
        place,
        "This is not a scenario file.",
        `It must end in ${extensions.join(", ")}, and must not be an axis.config file.`,
      ),
    );
    return [];
  }
  if (isModule(path)) {
    addModule({ path, key, walked: null }, collecting);
    return [];
  }
  registerFile(path, key, { origin, findings });
  try {
    const value = await readDataFile(path, place.file);
    claims.addValue(value, path, origin.baseDir);
    return checkScenarioFile({ path, place, value, key }, origin, findings);
  } catch (error) {
    findings.problems.push(
      createProblem(place, errorMessage(error), error instanceof AxisError ? error.hint : undefined),
    );
    return [];
  }
}

/** Keeps a scenario that has a key and the right shape, whatever else is wrong, so that more problems can be found. */
function checkScenarioFile(file: ScenarioFile, origin: Origin, findings: Findings): GatheredScenario[] {
  const { key, place } = file;
  const hasKey = isValidKey(key, place, findings);
  const document = validateScenario(file.value, place, findings);
  if (document?.key !== undefined && document.key !== key) {
    const message = `The key ${JSON.stringify(document.key)} differs from the key that its path gives.`;
    findings.problems.push(
      createProblem(appendPath(place, "key"), message, `Write ${JSON.stringify(key)}, or remove key.`),
    );
  }
  if (document === undefined || !hasKey) return [];
  return [{ document, key, place, origin, filesDir: dirname(file.path) }];
}

/** Whether it is a valid key; if not, the reason is added to the findings. */
function isValidKey(key: string, place: Location, findings: Findings): boolean {
  const problem = keyProblem(key);
  if (problem === null) return true;
  const rename = place.path.length === 0 ? "Give the file, or its folder, another name." : "Give it another key.";
  const shown = key.length > 60 ? `${key.slice(0, 60)}...` : key;
  findings.problems.push(createProblem(place, `The key ${JSON.stringify(shown)} ${problem}.`, rename));
  return false;
}

function toLocation(path: string, { configDir }: Origin): Location {
  const way = relative(configDir, path);
  return { file: isAbsolute(way) ? path : way.split(sep).join("/"), path: [] };
}

/** Sorts by key. Keys that are the same, or differ only in case, are a problem that names both locations. */
export function requireUniqueKeys(scenarios: readonly GatheredScenario[], findings: Findings): GatheredScenario[] {
  const seen = new Map<string, GatheredScenario>();
  for (const scenario of scenarios) {
    const fold = foldName(scenario.key);
    const first = seen.get(fold);
    seen.set(fold, first ?? scenario);
    if (first === undefined || isSamePlace(first, scenario)) continue;
    const same = first.key === scenario.key;
    const about = same
      ? `The key ${JSON.stringify(scenario.key)}`
      : `The keys ${JSON.stringify(first.key)} and ${JSON.stringify(scenario.key)}`;
    const message = same
      ? `${about} is already taken by ${formatLocation(first.place)}.`
      : `${about} differ only in case; the first is in ${formatLocation(first.place)}.`;
    findings.problems.push(createProblem(scenario.place, message, "Rename one of them."));
  }
  return [...seen.values()].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** One file that two entries of `scenarios` reach is one scenario. */
function isSamePlace(a: GatheredScenario, b: GatheredScenario): boolean {
  return a.key === b.key && formatLocation(a.place) === formatLocation(b.place);
}

function formatLocation({ file, path }: Location): string {
  return path.length === 0 ? file : `${file}  ${formatKeyPath(path)}`;
}
