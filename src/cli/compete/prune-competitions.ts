/** `axis compete prune`: deletes branches of competitions, and only what AXIS made and nobody uses. */
import { AxisError } from "../../core/error.ts";
import type { CompetitionBranch } from "../../core/report/competition.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import type { CliDeps } from "../command.ts";
import { openProject, type Project } from "../project.ts";
import { CompetitionFolder, listCompetitions, openCompetition } from "./competition-record.ts";

export interface PruneFlags {
  readonly config?: string;
  /** Minutes. */
  readonly olderThan?: number;
  readonly dryRun?: true;
  readonly all?: true;
}

export async function pruneCompetitions(id: string | undefined, flags: PruneFlags, deps: CliDeps): Promise<number> {
  const project = await openProject(deps, flags.config);
  const repository = await UserRepository.open(project.configDir, deps.env);
  const checkedOut = await repository.listCheckedOut();
  let count = 0;
  for (const folder of await chooseFolders(project, id)) {
    const { startedAt } = await folder.read();
    const ageMinutes = (deps.now().getTime() - Date.parse(startedAt)) / 60_000;
    if (flags.olderThan !== undefined && ageMinutes < flags.olderThan) continue;
    const kept = flags.all ? new Set<string>() : await listWinners(folder, project);
    for (const branch of await folder.listBranches()) {
      if (kept.has(branch.branch)) continue;
      const why = await findReasonToKeep(branch, { repository, checkedOut });
      if (why === "gone") continue;
      if (why === null && !flags.dryRun) await repository.deleteBranch(branch.branch, branch.commit);
      if (why === null) count += 1;
      const done = flags.dryRun ? "would delete" : "deleted";
      deps.terminal.out(`${why === null ? done : "kept"}  ${terminalLine(branch.branch)}${why === null ? "" : `: ${why}`}`);
    }
  }
  deps.terminal.err(`${count} ${count === 1 ? "branch" : "branches"} ${flags.dryRun ? "would be deleted" : "deleted"}.`);
  return 0;
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
  { repository, checkedOut }: { readonly repository: UserRepository; readonly checkedOut: ReadonlySet<string> },
): Promise<string | null> {
  const found = await repository.findBranch(branch);
  if (found === null) return "gone";
  if (found !== commit) return "it points at another commit than the one AXIS made";
  return checkedOut.has(branch) ? "it is checked out" : null;
}
