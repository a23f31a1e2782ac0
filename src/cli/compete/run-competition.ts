/** `axis compete`: several agents work on the same scenarios from one commit, and the best work becomes a branch. */
import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import type { CompetitionBranch, CompetitionRank } from "../../core/report/competition.ts";
import type { Report } from "../../core/report.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { buildCompetition } from "../../report/competition/build-competition.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import { newRunId } from "../../runner/run-id.ts";
import { copyBase } from "../../runner/workspace/clone-base.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import { readCalibration } from "../calibrate/calibration-file.ts";
import type { CliDeps } from "../command.ts";
import { openProject, type Project } from "../project.ts";
import type { RunFlags } from "../run-flags.ts";
import { addCalibration, announceRun, openRunReporter } from "../run-project.ts";
import { planRun, type RunRequest } from "../run-request.ts";
import { openRunTelemetry } from "../run-telemetry.ts";
import { createBranchNamer } from "./branch-names.ts";
import { CompetitionFolder, type CompetitionRecord, openCompetition } from "./competition-record.ts";
import { showCompetition, writePatches } from "./show-competition.ts";

export interface CompeteFlags {
  readonly config?: string;
  readonly agent?: string[];
  readonly trials?: number;
  readonly base?: string;
  readonly allowDirty?: true;
  readonly rank: CompetitionRank;
  readonly requireProven?: true;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  /** Minutes. */
  readonly deadline?: number;
  readonly json?: true;
  readonly resume?: string;
}

/** A competition that is about to run. */
interface Contest {
  readonly project: Project;
  readonly repository: UserRepository;
  readonly folder: CompetitionFolder;
  readonly record: CompetitionRecord;
  readonly request: RunRequest;
}

export async function runCompetition(
  scenarios: readonly string[],
  flags: CompeteFlags,
  deps: CliDeps,
): Promise<number> {
  const project = await openProject(deps, flags.config);
  const repository = await UserRepository.open(project.configDir, deps.env);
  const place = { project, repository };
  const contest =
    flags.resume === undefined
      ? await startContest(scenarios, flags, { ...place, deps })
      : await resumeContest(flags.resume, flags, { ...place, deps });
  const report = await runContest(contest, flags, deps);
  if (report.competition === undefined) throw new Error("the report of a competition has no competition");
  if (flags.json) {
    await writePatches(report.competition, contest);
    deps.terminal.out(formatJson(report.competition));
  } else await showCompetition(report, contest, deps);
  const { winner, verdict } = report.competition;
  const isEnough = !contest.record.requiresProof || verdict === "PROVEN";
  return winner !== null && isEnough ? 0 : 1;
}

interface StartDeps {
  readonly project: Project;
  readonly repository: UserRepository;
  readonly deps: CliDeps;
}

async function startContest(scenarios: readonly string[], flags: CompeteFlags, start: StartDeps): Promise<Contest> {
  const { project, repository, deps } = start;
  if (scenarios.length === 0)
    throw new AxisError("flag-invalid", "Name the scenario to compete in", {
      hint: "For example: axis compete my-scenario -a one,other",
    });
  const ref = flags.base ?? "HEAD";
  const commit = await repository.resolveCommit(ref);
  const isDirty = await refuseChanges(flags, repository);
  const request = await planRun(project, { ...toRunFlags(flags), scenario: [...scenarios] }, deps);
  if (request === null) throw new Error("a competition has runs");
  const { plan } = request;
  const agents = [...new Set(plan.jobs.map(({ cell }) => cell.agent))].toSorted();
  requireEntrants(agents);
  warnWithoutGates(plan, deps);
  const id = `cmp_${newRunId(deps.now()).slice("run_".length)}`;
  const folder = new CompetitionFolder(project.configDir, id);
  const record = {
    id,
    reportId: null,
    startedAt: deps.now().toISOString(),
    base: { commit, ref },
    isDirty,
    rank: flags.rank,
    concurrency: flags.concurrency ?? chooseConcurrency(agents.length),
    agents,
    runs: countMostRuns(plan),
    trials: plan.trials,
    scenarios: [...new Set(plan.jobs.map(({ cell }) => cell.scenario))],
    requiresProof: flags.requireProven === true,
  };
  await folder.write(record);
  return { project, repository, folder, record, request };
}

async function resumeContest(id: string, flags: CompeteFlags, start: StartDeps): Promise<Contest> {
  const { project, repository, deps } = start;
  const folder = await openCompetition(project.configDir, id);
  const record = await folder.read();
  if (record.reportId === null)
    throw new AxisError("report-missing", `The competition ${folder.id} was interrupted before its first run`, {
      hint: "Start a new one",
    });
  const { commit } = record.base;
  if ((await repository.resolveCommit(commit)) !== commit) throw new Error("a commit has one name");
  const resumed = { ...toRunFlags(flags), resume: record.reportId, competition: record.id };
  const request = await planRun(project, resumed, deps);
  if (request === null) throw new Error("a resumed competition has a plan");
  return { project, repository, folder, record, request };
}

function toRunFlags({ agent, trials, concurrency, budgetUsd, deadline }: CompeteFlags): RunFlags {
  return {
    score: true,
    ...(agent !== undefined && { agent }),
    ...(trials !== undefined && { trials }),
    ...(concurrency !== undefined && { concurrency }),
    ...(budgetUsd !== undefined && { budgetUsd }),
    ...(deadline !== undefined && { budgetMinutes: deadline }),
  };
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

const mostEntrants = 20;

function requireEntrants(agents: readonly string[]): void {
  if (agents.length >= 2 && agents.length <= mostEntrants) return;
  throw new AxisError("flag-invalid", `A competition has 2 to ${mostEntrants} agents, not ${agents.length}`, {
    hint: "Name them with: -a one,other",
  });
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

function chooseConcurrency(agents: number): number {
  return Math.max(1, Math.min(agents, 4, Math.floor(availableParallelism() / 2)));
}

function countMostRuns({ jobs }: Plan): number {
  const counts = new Map<string, number>();
  for (const { cell } of jobs) counts.set(cell.agent, (counts.get(cell.agent) ?? 0) + 1);
  return Math.max(...counts.values());
}

/** Trial t starts with another agent than trial t + 1, so that nobody is always first. */
function rotateEntrants(jobs: Plan["jobs"], agents: readonly string[]): Plan["jobs"] {
  const turn = ({ agent, trial }: { agent: string; trial: number }) =>
    (agents.indexOf(agent) + trial - 1) % agents.length;
  return jobs
    .map((job, index) => ({ job, index }))
    .toSorted((one, other) => {
      const [a, b] = [one.job.cell, other.job.cell];
      if (a.trial !== b.trial) return a.trial - b.trial;
      return a.scenario === b.scenario ? turn(a) - turn(b) : one.index - other.index;
    })
    .map(({ job }) => job);
}

async function runContest(
  { project, repository, folder, record, request }: Contest,
  flags: CompeteFlags,
  deps: CliDeps,
) {
  const source = join(folder.path, "base.git");
  await rm(source, { recursive: true, force: true }); // A killed AXIS may have left a part of one.
  await mkdir(folder.path, { recursive: true });
  const start = { competition: record.id, commit: record.base.commit, source, hidden: repository.folders };
  const path = deps.env["PATH"] ?? "";
  await copyBase(repository.gitFolder, start, { work: folder.path, runId: record.id, path });
  const plan: Plan = {
    ...request.plan,
    concurrency: record.concurrency,
    jobs: rotateEntrants(request.plan.jobs, record.agents),
    start,
  };
  const branches = await folder.listBranches();
  const nameBranch = createBranchNamer(record.id, record);
  const calibration = await readCalibration(project.configDir);
  await using telemetry = await openRunTelemetry(plan, project, deps);
  using reporter = await openRunReporter(plan, { project, flags: toRunFlags(flags) }, deps);
  const resumeHint = () =>
    `Resume with: axis compete --resume ${record.id}${formatConfigFlag(project.configFile, deps.cwd)}`;
  const abort = deps.abortOnInterrupt({ resumeHint, countRuns: reporter.countRuns });
  const finalise = (report: Report): Report => ({
    ...report,
    competition: buildCompetition(report, pickStart(record), {
      branches: dropRepeated(branches, report),
      verdict: plan.verdict,
    }),
  });
  const opened: Promise<void>[] = [];
  try {
    return await evaluate(plan, {
      store: project.store,
      env: deps.env,
      now: deps.now,
      abort,
      handle: request.handle,
      sandboxes: await announceRun(plan, false, deps),
      onEvent: telemetry.wrapListener((event) => {
        if (event.type === "report-start") opened.push(folder.write({ ...record, reportId: event.reportId }));
        reporter.onEvent(event);
      }),
      onWork: async ({ scenario: scenarioKey, agent: agentName, trial }, runId, work) => {
        await Promise.all(opened);
        const branch = nameBranch({ scenario: scenarioKey, agent: agentName, trial });
        await repository.fetchWork(work, branch);
        const kept = { scenarioKey, agentName, trial, runId, branch, commit: work.commit };
        await folder.addBranch(kept);
        branches.push(kept);
      },
      ...addCalibration({ finalise }, calibration),
    });
  } finally {
    await Promise.all(opened);
    await rm(source, { recursive: true, force: true });
  }
}

function pickStart({ id, base, isDirty, rank, concurrency, agents, runs }: CompetitionRecord) {
  return { id, base, isDirty, rank, concurrency, agents, runs };
}

/** Only the branches of runs that are in the report: a run that was repeated has a new one. */
function dropRepeated(branches: readonly CompetitionBranch[], { results }: Report): CompetitionBranch[] {
  const runs = new Set(results.flatMap(({ runId, trials }) => trials?.map((trial) => trial.runId) ?? [runId]));
  return branches.filter(({ runId }) => runs.has(runId));
}
