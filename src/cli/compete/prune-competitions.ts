/** `axis compete prune`: deletes branches of competitions, and only what AXIS made and nobody uses. */
import { AxisError } from "../../core/error.ts";
import type { CompetitionBranch } from "../../core/report/competition.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import type { CliDeps } from "../command.ts";
import { openProject, type Project } from "../project.ts";
import { CompetitionFolder, listCompetitions, openCompetition } from "../../evaluate/compete/competition-record.ts";

export interface PruneFlags {
  readonly config?: string;
  /** Minutes. */
  readonly olderThan?: number;
  readonly dryRun?: true;
  readonly all?: true;
}

/** What prune looks at. */
interface Pruning {
  readonly project: Project;
  readonly repository: UserRepository;
  readonly checkedOut: ReadonlySet<string>;
  readonly flags: PruneFlags;
}

export async function pruneCompetitions(id: string | undefined, flags: PruneFlags, deps: CliDeps): Promise<number> {
  const project = await openProject(deps, flags.config);
  const repository = await UserRepository.open(project.configDir, deps.env);
  const pruning = { project, repository, checkedOut: await repository.listCheckedOut(), flags };
  let count = 0;
  for (const folder of await chooseFolders(project, id)) {
    const { startedAt } = await folder.read();
    const ageMinutes = (deps.now().getTime() - Date.parse(startedAt)) / 60_000;
    if (flags.olderThan === undefined || ageMinutes >= flags.olderThan)
      count += await pruneBranches(folder, pruning, deps);
  }
  const done = flags.dryRun ? "would be deleted" : "deleted";
  deps.terminal.err(`${count} ${count === 1 ? "branch" : "branches"} ${done}.`);
  return 0;
}

/** Returns how many branches were, or would be, deleted. */
async function pruneBranches(folder: CompetitionFolder, pruning: Pruning, { terminal }: CliDeps): Promise<number> {
  const { project, repository, flags } = pruning;
  const winners = flags.all ? new Set<string>() : await listWinners(folder, project);
  let count = 0;
  for (const branch of await folder.listBranches()) {
    if (winners.has(branch.branch)) continue;
    const why = await findReasonToKeep(branch, pruning);
    if (why === "gone") continue;
    const name = terminalLine(branch.branch);
    if (why !== null) {
      terminal.out(`kept  ${name}: ${why}`);
      continue;
    }
    if (!flags.dryRun) await repository.deleteBranch(branch.branch, branch.commit);
    terminal.out(`${flags.dryRun ? "would delete" : "deleted"}  ${name}`);
    count += 1;
  }
  return count;
}

async function chooseFolders({ configDir }: Project, id: string | undefined): Promise<CompetitionFolder[]> {
  if (id !== undefined) return [await openCompetition(configDir, id)];
  return (await listCompetitions(configDir)).map((each) => new CompetitionFolder(configDir, each));
}

/** Of a competition that is not finished, everything is kept. */
async function listWinners(folder: CompetitionFolder, { store }: Project): Promise<ReadonlySet<string>> {
  const { reportId } = await folder.read();
  const report = reportId === null ? undefined : await store.readReport(reportId).catch(ignoreMissingReport);
  const branches =
    report?.competition === undefined
      ? (await folder.listBranches()).map(({ branch }) => branch)
      : report.competition.proposals.flatMap(({ branch }) => branch ?? []);
  return new Set(branches);
}

/** A report that was deleted names no winner, so nothing may be lost. */
function ignoreMissingReport(error: unknown): undefined {
  if (error instanceof AxisError && error.code === "report-missing") return undefined;
  throw error;
}

/** Null if the branch may be deleted. */
async function findReasonToKeep(
  { branch, commit }: CompetitionBranch,
  { repository, checkedOut }: Pruning,
): Promise<string | null> {
  const found = await repository.findBranch(branch);
  if (found === null) return "gone";
  if (found !== commit) return "it points at another commit than the one AXIS made";
  return checkedOut.has(branch) ? "it is checked out" : null;
}
