/** `--open-pr`: pushes the branch of each proposal and opens a pull request with `gh`. Nothing is ever merged. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AxisError } from "../../core/error.ts";
import { findProgram } from "../../process/find-program.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { renderPullRequest } from "../../report/ci/pull-request.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { UserRepository } from "../../runner/workspace/user-repository.ts";
import type { CliDeps } from "../command.ts";
import { readGithubName } from "./print-competition.ts";
import type { FinishedCompetition } from "./show-competition.ts";

const timeoutMs = 120_000;

/** Refuses what cannot end in a pull request, before anything runs. */
export async function requirePullRequests(repository: UserRepository): Promise<void> {
  const refuse = (message: string, hint: string) => new AxisError("preflight", `--open-pr ${message}`, { hint });
  if ((await repository.findRemote()) === null)
    throw refuse('requires the remote "origin"', "Add it with: git remote add origin <address>");
  if ((await findProgram("gh", repository.operator, repository.folder)) === null)
    throw refuse("requires the program gh", "Install it from https://cli.github.com, then log in with: gh auth login");
  const { ok, stderr } = await callGh(repository, ["auth", "status"]);
  if (!ok) throw refuse(`requires a login of gh (${stderr})`, "Log in with: gh auth login");
}

/** A pull request for the winner's work on each scenario, where the branch is still as AXIS made it. */
export async function openPullRequests(found: FinishedCompetition, { terminal }: CliDeps): Promise<void> {
  const { repository, competition } = found;
  const github = readGithubName(await repository.findRemote());
  for (const proposal of competition.proposals) {
    const { scenarioKey, branch, commit } = proposal;
    if (branch === null || commit === null) continue;
    if ((await repository.findBranch(branch)) !== commit)
      throw new AxisError("git-failed", `${branch} is gone, or points at another commit than AXIS made`);
    await repository.pushBranch({ branch, commit });
    const body = await writeBody(found, proposal);
    const title = `${terminalLine(scenarioKey)}: work of ${terminalLine(competition.winner ?? "")}`;
    const named = github === null ? [] : ["--repo", github];
    const args = ["pr", "create", ...named, "--head", branch, "--title", title, "--body-file", body];
    const { ok, stdout, stderr } = await callGh(repository, args);
    if (!ok)
      throw new AxisError("remote-failed", `${branch} is pushed, but gh could not open a pull request (${stderr})`, {
        hint: `Try again with: axis compete show ${competition.id} --open-pr`,
      });
    terminal.err(`Opened ${terminalLine(stdout.trim().split("\n").at(-1) ?? "")}`);
  }
}

type Proposal = FinishedCompetition["competition"]["proposals"][number];

/** Returns the file of the body. */
async function writeBody(found: FinishedCompetition, { scenarioKey, runId }: Proposal): Promise<string> {
  const { competition, report, project, folder } = found;
  const files = report.results.flatMap(({ trials, ...only }) =>
    (trials ?? [only]).flatMap((run) => (run.runId === runId ? [run.file] : [])),
  );
  const [file] = files;
  const detail = file === undefined || file === "" ? undefined : await project.store.readDetail(report.reportId, file);
  const work = { competition, scenarioKey, scorecard: detail?.scorecard, gates: detail?.gates ?? [] };
  const body = join(folder.path, `pull-request-${runId}.md`);
  await writeFile(body, renderPullRequest(work));
  return body;
}

async function callGh({ folder, operator }: UserRepository, args: readonly string[]) {
  await using scope = await openScope({ runId: `gh-${randomUUID()}`, home: folder });
  const { exit, stdout } = await runProgram(scope, {
    program: "gh",
    args: [...args],
    cwd: folder,
    env: { ...operator, GH_PROMPT_DISABLED: "1" },
    timeoutMs,
  });
  return { ok: exit.code === 0, stdout, stderr: exit.stderr.trim().split("\n").at(-1) ?? "" };
}
