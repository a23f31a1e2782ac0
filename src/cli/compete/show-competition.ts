/** Shows a competition from its report, and writes the winner's patches. */
import { relative } from "node:path";
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import type { Competition } from "../../core/report/competition.ts";
import type { Report } from "../../core/report.ts";
import { formatJson } from "../../report/text/terminal-safe.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import type { CliDeps } from "../command.ts";
import { openProject, type Project } from "../project.ts";
import { makeSlugs } from "../../evaluate/compete/branch-names.ts";
import { type CompetitionFolder, openCompetition } from "../../evaluate/compete/competition-record.ts";
import { suggestLargerBudget } from "../run-project.ts";
import { openPullRequests, requirePullRequests } from "./open-pull-request.ts";
import { pickWinner } from "./pick-winner.ts";
import { renderScenarios } from "./scenario-table.ts";
import { printCompetition, readGithubName } from "./print-competition.ts";

export interface ShowFlags {
  readonly config?: string;
  readonly json?: true;
  readonly pick?: string;
  readonly note?: string;
  readonly openPr?: true;
}

/** Where a competition took place. */
export interface CompetitionPlaces {
  readonly project: Project;
  readonly repository: UserRepository;
  readonly folder: CompetitionFolder;
}

/** A finished competition, read again. */
export interface FinishedCompetition extends CompetitionPlaces {
  readonly report: Report;
  readonly competition: Competition;
}

export async function readCompetition(
  id: string,
  config: string | undefined,
  deps: CliDeps,
): Promise<FinishedCompetition> {
  const project = await openProject(deps, config);
  const repository = await UserRepository.open(project.configDir, deps.env);
  const folder = await openCompetition(project.configDir, id);
  const { reportId } = await folder.read();
  const report = reportId === null ? undefined : await project.store.readReport(reportId);
  if (report?.competition === undefined)
    throw new AxisError("report-missing", `The competition ${folder.id} is not finished`, {
      hint: `Resume it with: axis compete --resume ${folder.id}`,
    });
  return { project, repository, folder, report, competition: report.competition };
}

export async function showAgain(id: string, flags: ShowFlags, deps: CliDeps): Promise<number> {
  const { pick, note = null } = flags;
  if (note !== null && pick === undefined) throw new AxisError("flag-invalid", "--note requires --pick");
  const read = await readCompetition(id, flags.config, deps);
  const found = pick === undefined ? read : await pickWinner(read, { agent: pick, note }, deps);
  if (flags.json) deps.terminal.out(formatJson(found.competition));
  else await showCompetition(found.report, found, deps);
  if (flags.openPr) {
    await requirePullRequests(found.repository);
    await openPullRequests(found, deps);
  }
  return found.competition.winner === null ? 1 : 0;
}

/** Prints the competition of a report; the winner's patches are there afterwards. */
export async function showCompetition(report: Report, places: CompetitionPlaces, deps: CliDeps): Promise<void> {
  const { competition, reportId } = report;
  if (competition === undefined) return;
  const { repository, project } = places;
  const written = await writePatches(competition, places);
  const patches = new Map([...written].map(([scenario, file]) => [scenario, relative(deps.cwd, file)]));
  const configFlag = formatConfigFlag(project.configFile, deps.cwd);
  printCompetition(competition, {
    terminal: deps.terminal,
    reportId,
    patches,
    github: readGithubName(await repository.findRemote()),
    configFlag,
    unfinished: describeUnfinished(report),
    standings: renderScenarios(report, deps.terminal),
    resume: `axis compete --resume ${competition.id}${formatLargerBudget(report)}${configFlag}`,
  });
}

/** Writes the patch of every proposal whose branch still exists; by scenario. */
export async function writePatches(
  { proposals, base }: Competition,
  { repository, folder }: CompetitionPlaces,
): Promise<ReadonlyMap<string, string>> {
  const slugs = makeSlugs(proposals.map(({ scenarioKey }) => scenarioKey));
  const files = new Map<string, string>();
  for (const { scenarioKey, branch, commit } of proposals) {
    if (branch === null || commit === null || (await repository.findBranch(branch)) !== commit) continue;
    const file = folder.patchFile(proposals.length === 1 ? undefined : slugs.get(scenarioKey));
    await repository.writePatch({ from: base.commit, to: commit }, file);
    files.set(scenarioKey, file);
  }
  return files;
}

/** What a spent budget needs to be raised to. */
function formatLargerBudget(report: Report): string {
  return suggestLargerBudget(report, { allowUnknownCost: false }).replace(/--budget-minutes (\S+)/, "--deadline $1m");
}

/** A sentence about the runs that did not take place; null if all did. */
function describeUnfinished({ summary, state }: Report): string | null {
  const missing = summary.statuses.runs["not run"];
  if (missing === 0 && state === "complete") return null;
  return `Incomplete: ${formatCount(missing, "run")} did not take place. The ranking is made from the others.`;
}
