/** Last step of the action: one comment on the pull request, updated by later jobs, and a check that is neutral where nothing was decided. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { annotate, configArguments, isInputOn, readEvent, readInput, runAxis } from "./job.mjs";

const report = readInput("report-id");
const title = readInput("name") || "AXIS";
if (report === "") console.log("There is no report, so there is nothing to publish.");
else await publish();

async function publish() {
  const { text, json } = readReport();
  const { number } = readEvent().pull_request ?? {};
  if (isInputOn("comment") && number !== undefined) await attempt("comment", () => writeComment(number, text));
  if (isInputOn("check")) await attempt("check", () => createCheck(text, json));
}

function readReport() {
  const file = join(process.env["RUNNER_TEMP"] ?? ".", `axis-${report}.md`);
  const { stdout, status } = runAxis(["reports", report, "--json", "--markdown", file, ...configArguments()], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    // The run itself has told the job everything; this only reads.
    env: { ...process.env, GITHUB_ACTIONS: "" },
  });
  if (status !== 0) throw new Error(`Report ${report} could not be read.`);
  return { text: readFileSync(file, "utf8"), json: JSON.parse(stdout) };
}

/** The verdict does not depend on what is published: a refusal is a warning. */
async function attempt(what, action) {
  try {
    await action();
  } catch (error) {
    const right = what === "comment" ? "pull-requests: write" : "checks: write";
    const hint = /^40[13] |^404 /.test(error.message) ? ` The job needs the permission "${right}".` : "";
    annotate("warning", `The ${what} could not be written: ${error.message}.${hint}`);
  }
}

async function writeComment(number, text) {
  const marker = `<!-- axis: ${title.replaceAll(/[^\w .-]/g, "")} -->`;
  const body = `${marker}\n${text}`;
  const earlier = await findComment(number, marker);
  if (earlier === undefined) await request("POST", `issues/${number}/comments`, { body });
  else await request("PATCH", `issues/comments/${earlier.id}`, { body });
}

/** Only a comment of our own account: anybody can write the marker. */
async function findComment(number, marker) {
  const author = readInput("comment-author");
  for (let page = 1; ; page += 1) {
    const comments = await request("GET", `issues/${number}/comments?per_page=100&page=${page}`);
    const found = comments.find(({ body, user }) => body?.startsWith(marker) && user?.login === author);
    if (found !== undefined || comments.length < 100) return found;
  }
}

async function createCheck(text, { verdict, comparison }) {
  const { pull_request: pull } = readEvent();
  await request("POST", "check-runs", {
    name: title,
    head_sha: pull?.head?.sha ?? process.env["GITHUB_SHA"],
    status: "completed",
    conclusion: decideConclusion(verdict.verdict, comparison?.verdict),
    output: { title: `${verdict.verdict}: ${verdict.sentence}`, summary: text },
  });
}

/** Neutral where no gate applies, and where the results pass but the comparison needs more trials. */
function decideConclusion(verdict, change) {
  if (verdict === "MEASURED") return "neutral";
  if (verdict !== "PASS") return "failure";
  return change === "NOT ENOUGH DATA" ? "neutral" : "success";
}

async function request(method, path, body) {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, INPUT_TOKEN: token } = process.env;
  const answer = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    redirect: "error",
    signal: AbortSignal.timeout(30_000),
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "x-github-api-version": "2022-11-28",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} from ${method} ${path.split("?")[0]}`);
  return await answer.json();
}
