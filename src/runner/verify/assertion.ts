/** Verifies an assertion: facts about a file in the frozen workspace, or about the final answer. */
import type { AssertionVerify } from "../../core/scenario/check.ts";
import type { FrozenTree } from "../workspace/freeze.ts";
import { findFiles, findObstacle, type FoundFile } from "./assertion-files.ts";
import { type Finding, holds, refuted, undecided } from "./assertion-finding.ts";
import { findJson } from "./assertion-json.ts";
import { matchInWorker } from "./pattern.ts";
import { broken, decided, type CheckVerdict } from "./check-verdict.ts";

/** Larger files are not text that someone makes assertions about. */
const readBytes = 16 * 1024 ** 2;

/** For all files of a glob together: the same time that a command gets. */
const allFilesMs = 3 * 60_000;

/** What an assertion is verified against. */
export interface AssertionDeps {
  readonly frozen: FrozenTree;
  readonly finalAnswer: string | null;
  readonly abort: AbortSignal;
}

/** All conditions must hold; with a glob, they must hold for a single file. */
export async function verifyAssertion(verify: AssertionVerify, world: AssertionDeps): Promise<CheckVerdict> {
  const { file } = verify;
  if (file === undefined) return verifyAnswer(verify, world.finalAnswer);
  if (verify.exists === false) return verifyAbsence(file, world.frozen);
  const found = findFiles(world.frozen, file);
  if (found.length === 0) return decided(0, findObstacle(world.frozen, file) ?? `No file matches ${file}`);
  return verifyFiles(verify, found, world);
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
  { frozen, abort }: AssertionDeps,
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
