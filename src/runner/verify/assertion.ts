/** Verifies an assertion: facts about a file in the frozen workspace, or about the final answer. */
import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../core/json.ts";
import { globBase, globMatcher, isGlob } from "../../core/paths/glob.ts";
import type { AssertionVerify } from "../../core/scenario/check.ts";
import { parseJsonPath, readJsonPath } from "../../core/scenario/json-path.ts";
import type { FrozenTree } from "../workspace/freeze.ts";
import type { FrozenFile } from "../workspace/frozen-parts.ts";
import { broken, type CheckVerdict, decided, type VerifiedWork } from "./check-verdict.ts";
import { matchInWorker } from "./pattern.ts";

/** How many characters of a value a message shows. */
const shownCharacters = 200;

/** Whether the text is JSON that has every expected value. */
export async function findJson(text: string, expected: Readonly<Record<string, Json>>): Promise<Finding> {
  let document: Json;
  try {
    document = JSON.parse(text) as Json;
  } catch {
    return refuted("it is not JSON");
  }
  for (const [path, wanted] of Object.entries(expected)) {
    const steps = parseJsonPath(path);
    if (steps === null) return undecided(`${JSON.stringify(path)} is not a valid JSON path`);
    const finding = await findValue(readJsonPath(document, steps), wanted);
    if (finding.status !== "holds") return { ...finding, why: `${path || "the document"} ${finding.why}` };
  }
  return holds;
}

async function findValue(actual: Json | undefined, wanted: Json): Promise<Finding> {
  const operator = readOperator(wanted);
  if (operator?.name === "$exists") return findPresence(actual, operator.operand);
  if (actual === undefined) return refuted("is missing");
  if (operator !== null) return operators[operator.name](actual, operator.operand);
  return isEqualJson(actual, wanted) ? holds : refuted(`is ${previewValue(actual)}, expected ${previewValue(wanted)}`);
}

function findPresence(actual: Json | undefined, wanted: Json): Finding {
  if ((actual !== undefined) === (wanted !== false)) return holds;
  return refuted(actual === undefined ? "is missing" : "is there");
}

type OperatorName = "$matches" | "$contains" | "$gte" | "$lte";
type Operator = (actual: Json, operand: Json) => Finding | Promise<Finding>;

const operators: Record<OperatorName, Operator> = {
  $matches: async (actual, operand) => {
    if (typeof actual !== "string") return refuted(`is ${previewValue(actual)}, expected a string`);
    const match = await matchInWorker(String(operand), actual);
    if ("why" in match) return undecided(`could not be matched: ${match.why}`);
    if ("lost" in match) return refuted(`does not match: ${match.lost}`);
    return match.matched ? holds : refuted(`is ${previewValue(actual)}, which does not match ${String(operand)}`);
  },
  $contains: (actual, operand) => {
    const found = Array.isArray(actual)
      ? actual.some((part) => isEqualJson(part, operand))
      : typeof actual === "string" && typeof operand === "string" && actual.includes(operand);
    return found ? holds : refuted(`is ${previewValue(actual)}, which does not contain ${previewValue(operand)}`);
  },
  $gte: (actual, operand) =>
    typeof actual === "number" && actual >= Number(operand)
      ? holds
      : refuted(`is ${previewValue(actual)}, expected ${previewValue(operand)} or more`),
  $lte: (actual, operand) =>
    typeof actual === "number" && actual <= Number(operand)
      ? holds
      : refuted(`is ${previewValue(actual)}, expected ${previewValue(operand)} or less`),
};

/** Reads an object with exactly one key that is an operator. */
function readOperator(wanted: Json): { name: "$exists"; operand: Json } | { name: OperatorName; operand: Json } | null {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return null;
  const [entry, ...others] = Object.entries(wanted);
  if (entry === undefined || others.length > 0) return null;
  const [name, operand] = entry as [string, Json];
  if (name === "$exists") return { name, operand };
  return Object.hasOwn(operators, name) ? { name: name as OperatorName, operand } : null;
}

/** Compares as JSON: -0 equals 0, and a document nested too deep to compare does not equal the expected value. */
function isEqualJson(actual: Json, wanted: Json): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(wanted)));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function previewValue(value: Json): string {
  try {
    const text = JSON.stringify(value);
    return text.length > shownCharacters ? `${text.slice(0, shownCharacters).toWellFormed()}…` : text;
  } catch {
    return "nested too deep to show";
  }
}

/** The result of testing one condition of an assertion. */
export type Finding =
  | { readonly status: "holds" }
  | { readonly status: "refuted"; readonly why: string }
  /** The condition could not be decided, so it says nothing about the agent. */
  | { readonly status: "undecided"; readonly why: string };

const holds: Finding & { status: "holds" } = { status: "holds" };

/** The condition does not hold. */
function refuted(why: string): Finding & { status: "refuted" } {
  return { status: "refuted", why };
}

/** The condition could not be decided. */
function undecided(why: string): Finding & { status: "undecided" } {
  return { status: "undecided", why };
}

/** Larger files are not text that someone makes assertions about. */
const readBytes = 16 * 1024 ** 2;

/** For all files of a glob together: the same time that a command gets. */
const allFilesMs = 3 * 60_000;

/** All conditions must hold; with a glob, they must hold for a single file. */
export async function verifyAssertion(verify: AssertionVerify, deps: VerifiedWork): Promise<CheckVerdict> {
  const { file } = verify;
  if (file === undefined) return verifyAnswer(verify, deps.finalAnswer);
  if (verify.exists === false) return verifyAbsence(file, deps.frozen);
  const found = findFiles(deps.frozen, file);
  if (found.length === 0) return decided(0, findObstacle(deps.frozen, file) ?? `No file matches ${file}`);
  return verifyFiles(verify, found, deps);
}

async function verifyAnswer(verify: AssertionVerify, answer: string | null): Promise<CheckVerdict> {
  if (answer === null) return decided(0, "The agent gave no final answer");
  return toAssertionVerdict(await findInText(answer, verify), "The final answer");
}

function verifyAbsence(file: string, frozen: FrozenTree): CheckVerdict {
  const found = findFiles(frozen, file)[0];
  if (found !== undefined) return decided(0, `${found.path} is there`);
  const obstacle = findObstacle(frozen, file);
  return obstacle === null ? decided(10, `No file matches ${file}`) : decided(0, obstacle);
}

async function verifyFiles(
  verify: AssertionVerify,
  found: readonly FoundFile[],
  { frozen, abort }: VerifiedWork,
): Promise<CheckVerdict> {
  let refused: CheckVerdict | undefined;
  let unknown: CheckVerdict | undefined;
  const begun = performance.now();
  for (const { path, file } of found) {
    if (abort.aborted) return broken("The check was stopped before it finished");
    if (performance.now() - begun > allFilesMs) return decided(0, "Checking all matching files took longer than 3 min");
    const verdict = toAssertionVerdict(await findInFile(frozen, file, verify), path);
    if (verdict.score === 10) return verdict;
    if (verdict.status === "broken") unknown ??= verdict;
    else refused ??= verdict;
  }
  // A file that could not be decided might have passed.
  if (unknown !== undefined) return unknown;
  const why = refused?.rationale ?? "";
  return found.length === 1
    ? decided(0, why)
    : decided(0, `None of the ${found.length} files meets all conditions. ${why}`);
}

async function findInFile(frozen: FrozenTree, file: FoundFile["file"], verify: AssertionVerify): Promise<Finding> {
  const { contains, matches, json } = verify;
  if (contains === undefined && matches === undefined && json === undefined) return holds;
  const content = await frozen.read(file, readBytes);
  if (content === null) return refuted("it is larger than 16 MB and was not read");
  return findInText(new TextDecoder().decode(content), verify);
}

/** Returns the first condition that does not hold, in the order contains, matches, json. */
async function findInText(text: string, { contains, matches, json }: AssertionVerify): Promise<Finding> {
  const missing = [contains ?? []].flat().find((part) => !text.includes(part));
  if (missing !== undefined) return refuted(`it does not contain ${JSON.stringify(missing)}`);
  if (matches !== undefined) {
    const match = await matchInWorker(matches, text);
    if ("why" in match) return undecided(match.why);
    // The agent is responsible for what it could have caused: a text that stalls a pattern counts as no match.
    if ("lost" in match) return refuted(match.lost);
    if (!match.matched) return refuted(`it does not match ${matches}`);
  }
  return json === undefined ? holds : findJson(text, json);
}

function toAssertionVerdict(finding: Finding, subject: string): CheckVerdict {
  if (finding.status === "holds") return decided(10, `${subject}: all conditions hold`);
  return finding.status === "refuted" ? decided(0, `${subject}: ${finding.why}`) : broken(`${subject}: ${finding.why}`);
}

/** Finds the files an assertion names in a frozen workspace. */
interface FoundFile {
  /** The path in the agent's tree; for a link, the link's own path. */
  readonly path: string;
  readonly file: FrozenFile;
}

/** Finds the files that match a path or glob, in code-unit order; a link that stays inside counts as its target. */
function findFiles(tree: FrozenTree, pattern: string): FoundFile[] {
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const plain = pattern.replace(/^(?:\.\/)+/, "");
  if (!isGlob(plain)) {
    const file = files.get(resolveLinkedPath(tree, plain));
    return file === undefined ? [] : [{ path: plain, file }];
  }
  const matches = globMatcher(plain);
  const found = tree.files.filter(({ path }) => matches(path)).map((file) => ({ path: file.path, file }));
  for (const { path, target } of tree.links) {
    const file = files.get(target);
    if (file !== undefined && matches(path)) found.push({ path, file });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Describes what is at the place a pattern names if it is not a file of the tree; null if nothing is. */
function findObstacle(tree: FrozenTree, pattern: string): string | null {
  const plain = pattern.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  return isGlob(plain) ? globObstacle(tree, plain) : plainObstacle(tree, plain);
}

function plainObstacle(tree: FrozenTree, plain: string): string | null {
  const out = tree.leftOut.find(({ path }) => path === plain || plain.startsWith(`${path}/`));
  if (out !== undefined) return `${out.path} could not be examined: ${out.why}`;
  return tree.folders.includes(resolveLinkedPath(tree, plain)) ? `${plain} is a folder` : null;
}

function globObstacle(tree: FrozenTree, glob: string): string | null {
  const matches = globMatcher(glob);
  const base = globBase(glob);
  const mayHide = (folder: string) =>
    base === "" || `${folder}/`.startsWith(`${base}/`) || `${base}/`.startsWith(`${folder}/`);
  const out = tree.leftOut.find(({ path, isFolder }) => matches(path) || (isFolder && mayHide(path)));
  return out === undefined ? null : `${out.path} could not be examined: ${out.why}`;
}

/** Resolves links in the path: at most one part of it is a link, and that points straight to its real path. */
function resolveLinkedPath(tree: FrozenTree, path: string): string {
  const link = tree.links.find((candidate) => path === candidate.path || path.startsWith(`${candidate.path}/`));
  if (link === undefined) return path;
  const rest = path.slice(link.path.length);
  return link.target === "" ? rest.slice(1) : link.target + rest;
}
