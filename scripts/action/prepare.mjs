/** First step of the action: builds AXIS where its own checkout is used, and says which caches and which baseline the job needs. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import { isInputOn, projectFolder, readEvent, readInput, requireCommit, runAxis, setOutput, source } from "./job.mjs";

if (readInput("version") === "source") buildSource();
setOutput("version", readVersion());
setOutput("programs", join(readNpmCache(), "_npx"));
if (isInputOn("baseline")) nameBaselines();

function buildSource() {
  const { status } = spawnSync(process.execPath, [join(source, "scripts", "prepare.mjs"), "--build"], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("AXIS could not be built from the action's checkout.");
}

/** Also shows that the command works, before anything is spent. */
function readVersion() {
  const { status, stdout } = runAxis(["--version"], { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  if (status === 0) return stdout.trim();
  throw new Error(
    "axis does not run here. Add axis-eval to the project's dependencies and install them before this step, " +
      'or set the input "version" to "source" or to a published version.',
  );
}

function readNpmCache() {
  const { stdout } = spawnSync("npm", ["config", "get", "cache"], { encoding: "utf8" });
  return stdout.trim();
}

/** The baseline to compare with belongs to one commit, and so does the one to save. */
function nameBaselines() {
  const base = findBaseCommit();
  if (base !== null) {
    setOutput("base-commit", base);
    setOutput("base-file", baselineFile(base));
    setOutput("base-key", cacheKey(base));
  }
  if (isPullRequest()) return; // Its commit is a trial merge, which no other job starts from.
  const commit = requireCommit(process.env["GITHUB_SHA"] ?? "");
  setOutput("save-commit", commit);
  setOutput("save-file", baselineFile(commit));
  setOutput("save-key", cacheKey(commit));
}

function findBaseCommit() {
  const event = readEvent();
  const commit = event.pull_request?.base?.sha ?? event.merge_group?.base_sha ?? event.before;
  const isMissing = commit === undefined || /^0+$/.test(commit); // The first push of a branch has none.
  return isMissing ? null : requireCommit(commit);
}

function isPullRequest() {
  return readEvent().pull_request !== undefined;
}

/** Relative to the job's folder, as the cache wants it. */
function baselineFile(commit) {
  const config = readInput("config");
  const folder = config === "" ? projectFolder() : join(projectFolder(), dirname(config));
  const file = join(folder, ".axis", "baselines", `commit-${commit}.json`);
  return relative(process.env["GITHUB_WORKSPACE"] ?? process.cwd(), file);
}

/** Projects of one repository have different baselines. */
function cacheKey(commit) {
  const project = createHash("sha256")
    .update(`${projectFolder()}\n${readInput("config")}`)
    .digest("hex")
    .slice(0, 12);
  return `axis-baseline-${project}-${commit}`;
}
