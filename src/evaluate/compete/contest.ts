/** Evaluates a competition: its runs start from one commit, their work becomes branches, and its report says who won. */
import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { AxisError } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import type { Competition, CompetitionBranch } from "../../core/report/competition.ts";
import type { Report } from "../../core/report.ts";
import type { RemoteRunner } from "../../core/run/remote-runner.ts";
import type { Store } from "../../core/store.ts";
import { buildCompetition } from "../../report/competition/build-competition.ts";
import type { JudgedDuels } from "../../report/competition/judge-competition.ts";
import { newRunId } from "../../runner/run-id.ts";
import { copyBase } from "../../runner/workspace/clone-base.ts";
import type { UserRepository } from "../../runner/workspace/user-repository.ts";
import type { EvaluateDeps } from "../evaluate-deps.ts";
import { evaluate } from "../evaluate.ts";
import { findJudge, judgeWork, requireReady } from "./judge-work.ts";
import { createBranchNamer } from "./branch-names.ts";
import type { CompetitionFolder, CompetitionRecord } from "./competition-record.ts";

/** A competition that is about to run. */
export interface Contest {
  readonly repository: UserRepository;
  readonly folder: CompetitionFolder;
  readonly record: CompetitionRecord;
}

/** What is asked of a competition besides its plan. */
export interface ContestRequest extends Pick<
  CompetitionRecord,
  "base" | "isDirty" | "rank" | "requiresProof" | "looks" | "wishes"
> {
  readonly now: Date;
  /** How many runs at once; if omitted, chosen for this machine. */
  readonly concurrency?: number | undefined;
}

/** The record of a new competition. */
export function describeContest(plan: Plan, { now, concurrency, ...asked }: ContestRequest): CompetitionRecord {
  const agents = [...new Set(plan.jobs.map(({ cell }) => cell.agent))].toSorted();
  requireEntrants(agents);
  findJudge(plan, { rank: asked.rank, agents });
  return {
    id: `cmp_${newRunId(now).slice("run_".length)}`,
    reportId: null,
    startedAt: now.toISOString(),
    ...asked,
    concurrency: concurrency ?? chooseConcurrency(agents.length),
    agents,
    runs: countMostRuns(plan),
    trials: plan.trials,
    scenarios: [...new Set(plan.jobs.map(({ cell }) => cell.scenario))],
  };
}

interface RoundsRequest {
  readonly until?: "decided" | undefined;
  readonly trials?: number | undefined;
  readonly maxTrials?: number | undefined;
}

/** The trials of the first round when it goes on until decided: fewer can hardly prove anything. */
const firstTrials = 3;
const mostTrials = 50;

/** After how many trials to look: each round doubles them, up to the most. Undefined without --until. */
export function planLooks({ until, trials = firstTrials, maxTrials }: RoundsRequest): number[] | undefined {
  if (until === undefined) {
    if (maxTrials === undefined) return undefined;
    throw new AxisError("flag-invalid", "--max-trials requires --until decided");
  }
  const most = maxTrials ?? mostTrials;
  if (trials >= most)
    throw new AxisError("flag-invalid", `--trials is the first round, and must be below --max-trials (${most})`);
  const looks: number[] = [];
  // A last round that adds little would cost a look.
  for (let next = trials; next * 1.5 < most; next *= 2) looks.push(next);
  return [...looks, most];
}

const mostEntrants = 20;

function requireEntrants(agents: readonly string[]): void {
  if (agents.length >= 2 && agents.length <= mostEntrants) return;
  throw new AxisError("flag-invalid", `A competition has 2 to ${mostEntrants} agents, not ${agents.length}`, {
    hint: "Name them with: -a one,other",
  });
}

function chooseConcurrency(agents: number): number {
  return Math.max(1, Math.min(agents, 4, Math.floor(availableParallelism() / 2)));
}

function countMostRuns({ jobs }: Plan): number {
  const counts = new Map<string, number>();
  for (const { cell } of jobs) counts.set(cell.agent, (counts.get(cell.agent) ?? 0) + 1);
  return Math.max(...counts.values());
}

/** Where the runs of a competition are executed instead of here. */
interface ContestQueue extends AsyncDisposable {
  readonly plan: Plan;
  readonly remoteRunner: RemoteRunner;
}

interface ContestDeps extends EvaluateDeps {
  /** Called when the base of the plan is on disk. */
  readonly openQueue?: ((plan: Plan) => Promise<ContestQueue>) | undefined;
}

/** Runs the plan from the base of the competition; what `finalise` adds to the report comes before the ranking. */
export async function evaluateContest(
  contest: Contest,
  asked: Plan,
  { openQueue, ...deps }: ContestDeps,
): Promise<Report> {
  const { repository, folder, record } = contest;
  const judge = findJudge(asked, record);
  if (record.rank === "judge" && judge !== undefined) await requireReady(judge, deps.env ?? process.env);
  const source = folder.baseFolder;
  await rm(source, { recursive: true, force: true }); // A killed AXIS may have left a part of one.
  await mkdir(folder.path, { recursive: true });
  const start = { competition: record.id, commit: record.base.commit, source, hidden: repository.folders };
  const { PATH: path = "", HOME: home } = deps.env ?? process.env;
  await copyBase(repository.gitFolder, start, { work: folder.path, runId: record.id, path });
  const plan: Plan = {
    ...asked,
    concurrency: record.concurrency,
    jobs: rotateEntrants(asked.jobs, record.agents),
    start,
  };
  const branches = await openBranches(contest);
  let judged: JudgedDuels | undefined;
  const addCompetition = (made: Report): Report & { readonly competition: Competition } => {
    const report = deps.finalise?.(made) ?? made;
    const more = { branches: dropRepeated(branches.list, report), verdict: plan.verdict, judged };
    const competition = buildCompetition(report, pickStart(record), more);
    return { ...report, competition: { ...competition, ...(record.pick && { pick: record.pick }) } };
  };
  try {
    await using queue = await openQueue?.(plan);
    return await evaluate(queue?.plan ?? plan, {
      ...deps,
      elsewhere: queue?.remoteRunner,
      ...(record.looks !== undefined && {
        looks: record.looks.slice(0, -1),
        isDecided: (made) => addCompetition(made).competition.verdict !== "TOO CLOSE",
      }),
      store: noteReport(deps.store, (reportId) => folder.write({ ...record, reportId })),
      onWork: branches.add,
      onRuns: async (report, ask) => {
        const work = { plan, contest, branches: branches.list, home, ask };
        if (judge !== undefined) judged = await judgeWork(report, judge, work);
      },
      finalise: addCompetition,
    });
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

/** The competition knows its report before the report knows any run. */
function noteReport(store: Store, write: (reportId: string) => Promise<void>): Store {
  return {
    ...store,
    async createReport(start) {
      const handle = await store.createReport(start);
      await write(handle.reportId);
      return handle;
    },
  };
}

/** Makes a branch of each run's work. A run that is recorded has its branch, so a kill in between repeats the run. */
async function openBranches({ record, folder, repository }: Contest) {
  const list = await folder.listBranches();
  const nameBranch = createBranchNamer(record.id, record);
  const add: EvaluateDeps["onWork"] = async (cell, runId, work) => {
    const { scenario: scenarioKey, agent: agentName, trial } = cell;
    const branch = nameBranch(cell);
    await repository.fetchWork(work, branch);
    const kept = { scenarioKey, agentName, trial, runId, branch, commit: work.commit };
    await folder.addBranch(kept);
    list.push(kept);
  };
  return { list, add };
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

function pickStart({ id, base, isDirty, rank, concurrency, agents, runs, looks }: CompetitionRecord) {
  return { id, base, isDirty, rank, concurrency, agents, runs, looks };
}

/** Only the branches of runs that are in the report: a run that was repeated has a new one. */
function dropRepeated(branches: readonly CompetitionBranch[], { results }: Report): CompetitionBranch[] {
  const runs = new Set(results.flatMap(({ runId, trials }) => trials?.map((trial) => trial.runId) ?? [runId]));
  return branches.filter(({ runId }) => runs.has(runId));
}
