/**
 * Checks commit subjects: `room: imperative what`, at most 72 characters.
 *
 *   node scripts/check-commits.mjs                     commits of this branch that origin/main does not have
 *   node scripts/check-commits.mjs <base>..<head>      commits of a range
 *   node scripts/check-commits.mjs --message <file>    one message, as the hook scripts/hooks/commit-msg does
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a subject may begin with: a room, what stands around them, or the project. `house` is for changes that span rooms. */
const rooms = [
  "core statistics process sandbox store agents runner judging report metrics config evaluate worker server cli",
  "testing web docs test bench ci scripts skills examples action",
  "house habits package release",
].flatMap((line) => line.split(" "));

/** The last commit from before the rule. Its ancestors are never checked. */
const baseline = "d8dfc6086ede6a507c7092c38415521e6698b640";

const longest = 72;

/** Verbs that look like another form. */
const imperatives = [
  "embed exceed feed need proceed seed shed speed succeed",
  "bring fling ping ring sing sling spring sting string swing wring",
  "alias bias canvas focus",
].flatMap((line) => line.split(" "));

/** What is wrong with a subject; nothing where it is fine. */
function findProblems(subject) {
  const [, room, what] = /^([^\s:]+): (\S.*)$/.exec(subject) ?? [];
  if (room === undefined) return [`must read "room: imperative what"`];
  const problems = [];
  if (!rooms.includes(room)) problems.push(`"${room}" is not a room; use one of ${rooms.join(", ")}`);
  if (subject.length > longest) problems.push(`has ${subject.length} characters; at most ${longest} are allowed`);
  if (subject.endsWith(".")) problems.push("ends with a full stop; remove it");
  const isVersion = room === "release" && /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(what);
  if (!isVersion) problems.push(...findVerbProblems(what.split(" ")[0]));
  return problems;
}

function findVerbProblems(verb) {
  if (!/^[a-z][a-z-]*$/.test(verb)) return [`"${verb}" is not a verb in lower case, such as "add"`];
  if (imperatives.includes(verb)) return [];
  if (/(?:ed|ing|[^s]s)$/.test(verb)) return [`"${verb}" is not imperative; write "add", not "added" or "adds"`];
  return [];
}

/** Git writes some subjects itself. A fixup is for a branch; it must be squashed before it is checked in a range. */
function isWrittenByGit(subject) {
  return /^(?:Merge |Revert "|fixup! |squash! |amend! )/.test(subject);
}

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

function hasCommit(name) {
  return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`) !== null;
}

/** The commits of this branch; null where the history is not here, as in a shallow or a fresh clone. */
function findOwnRange() {
  const start = ["origin/main", baseline].find(hasCommit);
  return start === undefined ? null : `${start}..HEAD`;
}

function checkRange(range) {
  const old = hasCommit(baseline) ? [`^${baseline}`] : [];
  const log = git("log", "--no-merges", "--format=%h %s", range, ...old, "--");
  if (log === null) {
    console.error(`Git does not know the range ${range}. In a shallow clone, run: git fetch --unshallow`);
    return false;
  }
  const commits = log.split("\n").filter(Boolean);
  const wrong = commits.flatMap((line) => {
    const [hash, ...words] = line.split(" ");
    const subject = words.join(" ");
    const problems = subject.startsWith('Revert "') ? [] : findProblems(subject);
    return problems.map((problem) => `${hash} ${subject}\n  ${problem}`);
  });
  for (const text of wrong) console.error(text);
  if (wrong.length > 0) console.error("\nReword them with: git rebase --interactive origin/main");
  return wrong.length === 0;
}

function checkMessage(file) {
  const subject =
    readFileSync(file, "utf8")
      .split("\n")
      .find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  // Git refuses an empty message itself.
  if (subject === "" || isWrittenByGit(subject)) return true;
  const problems = findProblems(subject);
  for (const problem of problems) console.error(`Commit subject "${subject}"\n  ${problem}`);
  return problems.length === 0;
}

const [first, file] = process.argv.slice(2);
const range = first ?? findOwnRange();
const isFine = first === "--message" ? checkMessage(file) : range === null || checkRange(range);
process.exitCode = isFine ? 0 : 1;
