/** Second step of the action: runs the scenarios, compared with the baseline of the base commit if there is one, and saves a new one. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { annotate, configArguments, readInput, runAxis } from "./job.mjs";

const extra = (process.env["INPUT_ARGS"] ?? "").split("\n").filter((line) => line !== "");
const { status, signal } = runAxis(["run", ...configArguments(), ...compareArguments(), ...extra]);
if (signal) throw new Error(`axis run was stopped by ${signal}`);
saveBaseline();
process.exitCode = status ?? 1;

function compareArguments() {
  const commit = readInput("base-commit");
  if (commit === "") return [];
  if (isThere(readInput("base-file"))) return ["--compare-baseline", `commit-${commit}`];
  annotate(
    "notice",
    `There is no baseline of commit ${commit.slice(0, 12)} yet, so nothing is compared. ` +
      "Jobs that run on pushes to the base branch save one for each commit.",
  );
  return [];
}

function isThere(file) {
  return existsSync(resolve(process.env["GITHUB_WORKSPACE"] ?? ".", file));
}

/** Also of a report that failed: the next change is compared with the state it starts from. */
function saveBaseline() {
  const commit = readInput("save-commit");
  if (commit === "" || status > 1) return;
  const saved = runAxis(["baseline", "set", `commit-${commit}`, "--replace", ...configArguments()]);
  if (saved.status !== 0) annotate("warning", "The baseline of this commit could not be saved; see the log.");
}
