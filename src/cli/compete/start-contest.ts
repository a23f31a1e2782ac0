/** Prepares a competition: what it starts from, who takes part, and the plan of its runs. */
import { AxisError } from "../../core/error.ts";
import { omitUndefined } from "../../core/json.ts";
import type { Plan } from "../../core/plan.ts";
import type { CompetitionRank } from "../../core/report/competition.ts";
import {
  CompetitionFolder,
  type CompetitionRecord,
  type CompetitionWishes,
  openCompetition,
} from "../../evaluate/compete/competition-record.ts";
import { type Contest, describeContest, planLooks } from "../../evaluate/compete/contest.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { readProgress } from "../../runner/progress.ts";
import type { UserRepository } from "../../runner/workspace/user-repository.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../project.ts";
import type { RunFlags } from "../run-flags.ts";
import { planRun, type RunRequest } from "../run-request.ts";

export interface CompeteFlags {
  readonly config?: string;
  readonly agent?: string[];
  /** Another name of --agent. */
  readonly agents?: string[];
  readonly trials?: number;
  readonly until?: "decided";
  readonly maxTrials?: number;
  readonly base?: string;
  readonly allowDirty?: true;
  readonly rank: CompetitionRank;
  readonly judge?: string;
  readonly requireProven?: true;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
  /** Minutes. */
  readonly deadline?: number;
  readonly allowUnknownCost?: true;
  readonly openPr?: true;
  readonly json?: true;
  readonly resume?: string;
  /** Workers execute the runs. */
  readonly queue?: true;
  /** False with --no-push: keep the report on this machine, although a database is configured. */
  readonly push?: boolean;
}

/** A competition and the plan of its runs. */
export interface PlannedContest extends Contest {
  readonly project: Project;
  readonly request: RunRequest;
}

interface StartDeps {
  readonly project: Project;
  readonly repository: UserRepository;
  readonly deps: CliDeps;
}

export async function startContest(
  scenarios: readonly string[],
  flags: CompeteFlags,
  start: StartDeps,
): Promise<PlannedContest> {
  const { project, repository, deps } = start;
  if (scenarios.length === 0)
    throw new AxisError("flag-invalid", "Name the scenario to compete in", {
      hint: "For example: axis compete my-scenario -a one,other",
    });
  const ref = flags.base ?? "HEAD";
  const commit = await repository.resolveCommit(ref);
  const isDirty = await refuseChanges(flags, repository);
  const looks = planLooks(flags);
  const wishes = { scenario: [...scenarios], ...readWishes(flags), ...(looks && { trials: looks.at(-1) }) };
  const request = await planContest(project, { ...wishes, queue: flags.queue }, deps);
  const record = describeContest(request.plan, {
    now: deps.now(),
    base: { commit, ref },
    isDirty,
    rank: flags.rank,
    concurrency: flags.concurrency,
    requiresProof: flags.requireProven === true,
    wishes,
    ...(looks && { looks }),
  });
  warnWithoutGates(request.plan, deps);
  if (looks !== undefined)
    deps.terminal.err(`Looks after ${looks.join(", ")} trials of each scenario, and stops as soon as it is decided`);
  const folder = new CompetitionFolder(project.configDir, record.id);
  await folder.write(record);
  return { project, repository, folder, record, request };
}

/** Limits can be given anew; everything else is as it was. */
export async function resumeContest(id: string, flags: CompeteFlags, start: StartDeps): Promise<PlannedContest> {
  const { project, repository, deps } = start;
  const folder = await openCompetition(project.configDir, id);
  const record = await folder.read();
  const { commit } = record.base;
  if ((await repository.resolveCommit(commit)) !== commit) throw new Error("a commit has one name");
  const { scenario, agent, trials, ...limits } = { ...record.wishes, ...readWishes(flags) };
  const request = (await hasPlan(project, record))
    ? await planContest(
        project,
        { ...limits, queue: flags.queue, resume: record.reportId ?? "", competition: record.id },
        deps,
      )
    : await planContest(project, { scenario, agent, trials, ...limits, queue: flags.queue }, deps);
  return { project, repository, folder, record, request };
}

/** Whether its report knows which runs belong to it. Until then, none has started. */
async function hasPlan({ store }: Project, { reportId }: CompetitionRecord): Promise<boolean> {
  if (reportId === null) return false;
  await using handle = await store.resumeReport(reportId);
  return readProgress(handle.steps).plan !== undefined;
}

async function planContest(
  project: Project,
  { deadline, ...flags }: Partial<CompetitionWishes> & Pick<RunFlags, "resume" | "competition" | "queue">,
  deps: CliDeps,
): Promise<RunRequest> {
  const limited = { ...flags, ...(deadline !== undefined && { budgetMinutes: deadline }) };
  const request = await planRun(project, { score: true, ...limited }, deps);
  if (request === null) throw new Error("a competition has runs");
  return request;
}

function readWishes({ agent, agents, trials, until, judge, concurrency, ...flags }: CompeteFlags) {
  const { budgetUsd, budgetTokens, deadline, allowUnknownCost } = flags;
  const entrants = [...(agent ?? []), ...(agents ?? [])];
  return omitUndefined({
    agent: entrants.length === 0 ? undefined : entrants,
    trials,
    until,
    judge,
    concurrency,
    budgetUsd,
    budgetTokens,
    deadline,
    allowUnknownCost,
  });
}

/** Whether there are uncommitted changes, which the contest leaves out. */
async function refuseChanges({ allowDirty }: CompeteFlags, repository: UserRepository): Promise<boolean> {
  const changes = await repository.listChanges();
  if (changes.length === 0 || allowDirty) return changes.length > 0;
  const names = changes.slice(0, 3).map(terminalLine).join(", ");
  const more = changes.length > 3 ? ` and ${changes.length - 3} more` : "";
  throw new AxisError(
    "flag-invalid",
    `The repository has uncommitted changes, which the entrants would not get: ${names}${more}`,
    { hint: "Commit them, or leave them out of the contest with --allow-dirty" },
  );
}

function warnWithoutGates({ jobs }: Plan, { terminal }: CliDeps): void {
  const without = new Set(
    jobs.filter(({ scenario }) => (scenario.gates ?? []).length === 0).map(({ cell }) => cell.scenario),
  );
  if (without.size === 0) return;
  const names = [...without].map(terminalLine).join(", ");
  terminal.err(
    terminal.errPaint.warn(`Warning: no gate checks the work in ${names}; only its checks decide who passed`),
  );
}
