/** The spine: plan → runs → judgements → report. The CLI and all other programs use this function. */
import pLimit, { type LimitFunction } from "p-limit";
import { pairId } from "../core/cell.ts";
import { Stop } from "../core/outcome.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { RunSlot } from "../core/store.ts";
import { Ticket } from "../judging/budget/ticket.ts";
import { openSite } from "../runner/site.ts";
import { type EvaluateDeps, requireDeps } from "./evaluate-deps.ts";
import {
  addLatencySample,
  closeRun,
  closeSite,
  describeNotRun,
  judgeEarlierRun,
  judgeJob,
  keepWork,
  obtainRun,
  readEarlierRun,
  type RecordedEvidence,
  recordInternalFailure,
  recordRun,
  toSiteDeps,
} from "./job-steps.ts";
import { runRemotely } from "./run-remotely.ts";
import { Session } from "./session.ts";

export type { EvaluateDeps } from "./evaluate-deps.ts";

/** Everything AXIS does with scenarios goes through here. A failing agent, setup or judge becomes part of the report. */
export async function evaluate(plan: Plan, deps: EvaluateDeps): Promise<Report> {
  await using session = new Session(plan, requireDeps(plan, deps));
  await session.runBeforeAll();
  try {
    await session.preflight();
    await session.openReport();
    // A host has its own slots.
    const limit = pLimit(deps.host === undefined ? plan.concurrency : Number.POSITIVE_INFINITY);
    for (const [number, wave] of planWaves(plan, listLooks(plan, deps)).entries()) {
      if (number > 0 && session.isDecided()) session.report.dropJobs(wave.flat());
      else await evaluateWave(wave, limit, session);
    }
    await deps.onRuns?.(session.report.buildAsComplete(), session.askJudge);
    return await session.finish();
  } finally {
    await session.runAfterAll();
  }
}

async function evaluateWave(chains: readonly Chain[], limit: LimitFunction, session: Session): Promise<void> {
  const ends = await Promise.allSettled(chains.map((chain) => evaluateChain(chain, limit, session)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Runs the trials of a result one after the other, until they decide it. */
async function evaluateChain(chain: Chain, limit: LimitFunction, session: Session): Promise<void> {
  for (const [done, job] of chain.entries()) {
    if (done > 0 && session.report.isPairDecided(job.cell)) return session.report.dropJobs(chain.slice(done));
    await session.stopConditions.lanes.run(job.agent, () => limit(() => evaluateJob(job, session)));
  }
}

/** Evaluates one cell: takes over its earlier result, judges its stored run, or runs and judges it. */
async function evaluateJob(job: Job, session: Session): Promise<void> {
  if (session.stopConditions.isDiskBroken) return;
  const earlier = session.findEarlier(job.cell);
  const stored = await readEarlierRun(earlier, session);
  if (earlier !== undefined && stored !== undefined && session.isFinished(earlier))
    return session.report.add(job.cell, stored);
  const slot = { cell: job.cell, attempt: (earlier?.attempt ?? 0) + 1 };
  const stop = await session.runInSlot(job, async () => {
    const detail =
      stored === undefined ? await makeRun(job, slot, session) : await judgeEarlierRun(job, stored, session);
    if (session.deps.host !== undefined && detail.outcomeClass !== "notRun") await addLatencySample(detail, session);
    session.report.add(job.cell, detail);
  });
  if (stop instanceof Stop) session.report.add(job.cell, describeNotRun(job, slot, { leave: stop, session }));
}

/** Runs and judges a cell, or describes why it is not run. */
async function makeRun(job: Job, slot: RunSlot, session: Session): Promise<RunDetail> {
  const obstacle = session.stopConditions.findStopReason(job.cell.agent);
  const leave = obstacle === undefined ? await session.stopConditions.admit(job) : obstacle;
  const make = session.deps.elsewhere === undefined ? runWithRetries : runRemotely;
  return leave instanceof Ticket
    ? await make(job, { ...slot, leave }, session)
    : describeNotRun(job, slot, { leave, session });
}

/** A slot with a ticket for what its run may spend. */
interface AdmittedSlot extends RunSlot {
  readonly leave: Ticket;
}

/** Retries a run that failed because of the infrastructure, in a new slot: every attempt is kept. */
async function runWithRetries(job: Job, begun: AdmittedSlot, session: Session): Promise<RunDetail> {
  const detail = await runAndJudge(job, begun, session);
  if (!(await session.stopConditions.shouldRetry(job, detail))) return detail;
  const leave = await session.stopConditions.admit(job);
  if (leave instanceof Stop) return detail;
  return runWithRetries(job, { ...begun, attempt: begun.attempt + 1, leave }, session);
}

/** Makes a new run: each step is on disk before the next one starts. */
async function runAndJudge(job: Job, { leave, ...slot }: AdmittedSlot, session: Session): Promise<RunDetail> {
  const runId = session.nextRunId(job.cell);
  await session.handle.record({ type: "attempt-started", data: { ...slot, runId } });
  let seen: RecordedEvidence | undefined;
  try {
    await using site = await openSite(job, toSiteDeps(job, { runId, slot }, session));
    const obtained = await obtainRun(job, { site, leave }, session);
    await keepWork(job, site, session);
    return await session.scoreInTurn(obtained.run, async () => {
      seen = await recordRun(job, obtained, session);
      const judged = await judgeJob(job, { ...seen, left: site.leftWork() }, session);
      session.emit({ type: "run-state", cell: job.cell, state: "teardown" });
      return await closeRun(job, { ...judged, ...(await closeSite(job, site, session)) }, session);
    });
  } catch (error) {
    leave[Symbol.dispose]();
    return await recordInternalFailure(job, { error, runId, slot, seen }, session);
  }
}

/** Jobs that run one after the other. */
type Chain = readonly Job[];

/** Waves run one after the other; the chains of a wave run in parallel. */
export function planWaves(plan: Plan, looks: readonly number[] | undefined): readonly (readonly Chain[])[] {
  if (plan.until === undefined) return [chainEach(plan.jobs)];
  return looks === undefined ? [chainByPair(plan.jobs)] : splitAfter(looks, plan);
}

/** After how many trials a comparison is looked at before the end; undefined if there is none. */
function listLooks({ trials }: Plan, { isDecided, looks }: EvaluateDeps): readonly number[] | undefined {
  return isDecided === undefined ? undefined : (looks ?? [Math.ceil(trials / 2)]);
}

/** One wave up to each of these trials, and one with the rest. */
function splitAfter(looks: readonly number[], { jobs }: Plan): (readonly Chain[])[] {
  return [...looks, Infinity].map((last, index) => {
    const before = looks[index - 1] ?? 0;
    return chainEach(jobs.filter(({ cell }) => cell.trial > before && cell.trial <= last));
  });
}

/** A result is evaluated after each of its trials. */
function chainByPair(jobs: readonly Job[]): Chain[] {
  const chains = new Map<string, Job[]>();
  for (const job of jobs) {
    const pair = pairId(job.cell);
    const chain = chains.get(pair);
    if (chain === undefined) chains.set(pair, [job]);
    else chain.push(job);
  }
  return [...chains.values()].map((chain) => chain.toSorted((a, b) => a.cell.trial - b.cell.trial));
}

function chainEach(jobs: readonly Job[]): Chain[] {
  return jobs.map((job) => [job]);
}
