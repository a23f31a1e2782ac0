/** Decides which modules are scenarios by looking at them, and loads only those: this process holds the keys. */
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import pLimit from "p-limit";
import { AxisError, errorMessage } from "../../core/error.ts";
import { isInside } from "../../core/paths/inside.ts";
import { createProblem, type Findings, type Location } from "../validation/problem.ts";
import { loadDefault, loadOptionalDefault } from "../module.ts";
import type { ClaimedFiles } from "./claimed-files.ts";
import { readModuleText } from "./module-text.ts";
import { brokenFileHint, isScenarioLike, mentionsScenario, type ScenarioFile } from "./scenario-file.ts";

/** A module that was found where scenarios are. */
export interface ModuleFile {
  readonly path: string;
  readonly key: string;
  readonly place: Location;
  /** The folder whose walk found it; null if the config names the file itself, which must then be a scenario. */
  readonly walked: string | null;
}

export interface ModuleLoading {
  /** The config directory, or the clone. Code outside of it is not the project's. */
  readonly baseDir: string;
  /** Whether modules may be anywhere, because a person named one in a command. */
  readonly anywhere?: boolean;
  readonly claims: ClaimedFiles;
  readonly findings: Findings;
  readonly onDetail: (message: string) => void;
}

/** A module whose text was read. */
interface Candidate extends ModuleFile {
  /** Its path without links. */
  readonly real: string;
  readonly text: string;
}

/** Loads the modules that are scenarios. */
export async function loadModuleFiles(modules: readonly ModuleFile[], loading: ModuleLoading): Promise<ScenarioFile[]> {
  const { claims, baseDir } = loading;
  const limit = pLimit(16);
  const read = await Promise.all(modules.map((file) => limit(() => readCandidate(file, loading))));
  const candidates = read.filter((candidate) => candidate !== undefined);
  const likely = candidates.filter(({ text }) => mentionsScenario(text));
  for (const { path, text } of likely) claims.addText(text, path, baseDir);
  // A scenario may compute the names of its hidden tests, so what looks like a scenario is loaded before anything else.
  const others = candidates.filter((candidate) => !likely.includes(candidate));
  const loaded: { candidate: Candidate; file: ScenarioFile }[] = [];
  for (const group of [likely, others]) {
    const files = group.map((candidate) => limit(() => loadCandidate(candidate, loading)));
    for (const [index, file] of (await Promise.all(files)).entries())
      if (file !== undefined) loaded.push({ candidate: group[index] as Candidate, file });
  }
  return loaded.flatMap(({ candidate, file }) => (isClaimed(candidate, loading) ? [] : [file]));
}

async function readCandidate(file: ModuleFile, loading: ModuleLoading): Promise<Candidate | undefined> {
  try {
    const [real, text] = await Promise.all([realpath(file.path), readFile(file.path, "utf8")]);
    const candidate = { ...file, real, text };
    const refusal = await findRefusal(candidate, loading);
    if (refusal === null) return candidate;
    reportRefusal(candidate, refusal, loading);
  } catch (error) {
    loading.findings.problems.push(
      createProblem(file.place, `It could not be read: ${errorMessage(error)}.`, brokenFileHint),
    );
  }
  return undefined;
}

interface Refusal {
  /** Why it is not a scenario, as the end of a sentence. */
  readonly why: string;
  readonly hint: string;
  /** How a module from a folder is reported if it looks like a scenario: a suite must not shrink in silence. */
  readonly severity: "detail" | "warning" | "problem";
}

/** Why a module cannot be a scenario, by its name, its place and its text; null if it can. */
async function findRefusal(
  { path, real, text }: Candidate,
  { baseDir, anywhere = false }: ModuleLoading,
): Promise<Refusal | null> {
  const isTest = [path, real].some((each) => /\.(?:test|spec)\./i.test(basename(each)));
  if (isTest) return { why: "its name is that of a test", hint: "Rename it.", severity: "warning" };
  if (!anywhere && !isInside(await realpath(baseDir), real))
    return {
      why: "it is a module outside the project, whose code is not executed",
      hint: "Move it below the config's folder, or write it as JSON or YAML.",
      severity: "problem",
    };
  if (readModuleText(text).hasDefaultExport) return null;
  return {
    why: "it has no default export",
    hint: "Write: export default { ... }, or a function that returns it.",
    severity: "detail",
  };
}

function reportRefusal(candidate: Candidate, refusal: Refusal, { findings, onDetail }: ModuleLoading): void {
  const { place, walked, text } = candidate;
  const { why, hint, severity } = refusal;
  const sentence = `${place.file} is not a scenario (${why}) and is skipped`;
  if (walked === null) findings.problems.push(createProblem(place, `This is not a scenario: ${why}.`, hint));
  else if (severity === "detail" || !mentionsScenario(text)) onDetail(sentence);
  else if (severity === "warning") findings.warnings.push(sentence);
  else findings.problems.push(createProblem(place, `This is not a scenario: ${why}.`, hint));
}

/** Whether a check or an action names the module; if so, that is reported. */
function isClaimed(candidate: Candidate, loading: ModuleLoading): boolean {
  const { path, real, walked } = candidate;
  const folder = walked ?? dirname(path);
  const claim = loading.claims.findClaim(path, folder) ?? loading.claims.findClaim(real, folder);
  if (claim === undefined) return false;
  const hint = "Move it out of what is copied.";
  reportRefusal(candidate, { why: claim, hint, severity: "warning" }, loading);
  return true;
}

async function loadCandidate(candidate: Candidate, loading: ModuleLoading): Promise<ScenarioFile | undefined> {
  const { path, key, place, walked, text } = candidate;
  const { findings, onDetail, claims, baseDir } = loading;
  if (isClaimed(candidate, loading)) return undefined;
  findings.scenarioFiles.set(place.file, key);
  try {
    const load = walked === null ? loadDefault : loadOptionalDefault;
    const value = await load(path, { shown: place.file });
    if (isScenarioLike(value)) claims.addValue(value, path, baseDir);
    if (walked === null || isScenarioLike(value)) return { path, key, place, value };
    onDetail(`${place.file} is not a scenario (no prompt, judge or rubric) and is skipped`);
  } catch (error) {
    if (walked === null) {
      const hint = error instanceof AxisError ? error.hint : undefined;
      findings.problems.push(createProblem(place, errorMessage(error), hint));
    } else if (mentionsScenario(text))
      findings.problems.push(createProblem(place, errorMessage(error), brokenFileHint));
    // A module need not load here: it may be a helper, or belong to a library that is a whole repository.
    else findings.warnings.push(`${errorMessage(error)}\nIt is skipped.`);
  }
  return undefined;
}
