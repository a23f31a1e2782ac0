/**
 * Prepares a release: npm run release 0.2.0
 *
 * Checks the tree, the changelog, CI and the size of the package, then sets the version, commits and tags.
 * Nothing is pushed; pushing the tag publishes (.github/workflows/release.yml).
 *
 *   --dry-run   check everything; write, commit and tag nothing
 *   --skip-ci   do not run .ci/run
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findEntryProblems } from "./changelog.mjs";
import { checkPackage, describePackage } from "./check-package.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const usage = "Usage: npm run release <version> -- [--dry-run] [--skip-ci]";

/** Each file that has the version, and the place in it. */
const versionPlaces = [
  { file: "package.json", pattern: /(?<=^ {2}"version": ")[^"]+/m },
  { file: "package-lock.json", pattern: /(?<=^ {2}"version": ")[^"]+/m },
  { file: "package-lock.json", pattern: /(?<=^ {4}"": \{\n {6}"name": "[^"]+",\n {6}"version": ")[^"]+/m },
  { file: "src/core/version.ts", pattern: /(?<=^export const axisVersion = ")[^"]+/m },
];

/** Ends the script with a message for the person who runs it. */
class Refusal extends Error {}

function main() {
  const { version, isDry, skipsCi } = readArguments();
  const tag = `v${version}`;
  requireNewVersion(version);
  requireCleanTree();
  requireNewTag(tag);
  requireEntry(version);
  const files = withVersion(version);
  if (!isDry) for (const [file, text] of files) writeFileSync(join(root, file), text);
  try {
    if (!skipsCi) requireGreenCi();
    requirePackage();
  } catch (error) {
    if (!isDry) git("checkout", "--quiet", "--", ...files.keys());
    throw error;
  }
  if (isDry) return console.log(`\nReady to release ${version}. Nothing was written, because of --dry-run.`);
  git("commit", "--quiet", "--message", `release: ${version}`, "--", ...files.keys());
  git("tag", "--annotate", tag, "--message", `AXIS ${version}`);
  console.log(`\nCommitted and tagged ${tag}. Publish it with:\n\n  git push origin HEAD ${tag}\n`);
}

function readArguments() {
  const options = { "dry-run": { type: "boolean" }, "skip-ci": { type: "boolean" } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [version, ...rest] = positionals;
    if (!/^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/.test(version ?? "") || rest.length > 0) throw new Refusal(usage);
    return { version, isDry: values["dry-run"] === true, skipsCi: values["skip-ci"] === true };
  } catch (error) {
    throw new Refusal(error instanceof Refusal ? error.message : `${error.message}\n${usage}`);
  }
}

function requireNewVersion(version) {
  const { version: current } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (!isLater(version, current)) throw new Refusal(`${version} is not later than the current version, ${current}.`);
  pass(`${version} follows ${current}`);
}

/** By the rules of semantic versions, as far as releases need them: 1.0.0-rc.1 comes before 1.0.0. */
function isLater(version, other) {
  const [[numbers, label], [otherNumbers, otherLabel]] = [split(version), split(other)];
  const [index] = [0, 1, 2].filter((at) => numbers[at] !== otherNumbers[at]);
  if (index !== undefined) return numbers[index] > otherNumbers[index];
  if (label === "" || otherLabel === "") return label === "" && otherLabel !== "";
  return label.localeCompare(otherLabel, "en", { numeric: true }) > 0;
}

function split(version) {
  const [numbers, ...label] = version.split("-");
  return [numbers.split(".").map(Number), label.join("-")];
}

function requireCleanTree() {
  const changes = git("status", "--porcelain");
  if (changes !== "") throw new Refusal(`The working tree has changes; commit or stash them first:\n${changes}`);
  pass("the working tree is clean");
}

function requireNewTag(tag) {
  if (git("tag", "--list", tag) !== "") throw new Refusal(`The tag ${tag} exists already.`);
}

function requireEntry(version) {
  const problems = findEntryProblems(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  if (problems.length > 0) throw new Refusal(problems.join("\n"));
  pass(`CHANGELOG.md has an entry for ${version}`);
}

function requireGreenCi() {
  console.log("Running .ci/run ...");
  const { status } = spawnSync(join(root, ".ci", "run"), { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Refusal(".ci/run failed; see above.");
  pass(".ci/run passed");
}

function requirePackage() {
  const checked = checkPackage(root);
  if (checked.problems.length > 0) throw new Refusal(checked.problems.join("\n"));
  pass(`the package has ${describePackage(checked)}`);
}

/** The files that have the version, with the new one in them. */
function withVersion(version) {
  const files = new Map();
  for (const { file, pattern } of versionPlaces) {
    const text = files.get(file) ?? readFileSync(join(root, file), "utf8");
    if (!pattern.test(text)) throw new Refusal(`${file} has no version to set; correct versionPlaces in release.mjs.`);
    files.set(file, text.replace(pattern, version));
  }
  return files;
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Refusal(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}

function pass(text) {
  console.log(`ok  ${text}`);
}

try {
  main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
