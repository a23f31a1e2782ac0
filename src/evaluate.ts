/** The spine: plan → runs → judgements → report. The CLI and all other programs use this function. */
import pLimit, { type LimitFunction } from "p-limit";
import { Ticket } from "./budget/ticket.ts";
import { Stop } from "./core/outcome.ts";
import type { Job, Plan } from "./core/plan.ts";
import type { Report } from "./core/report.ts";
import type { RunDetail } from "./core/report/run-detail.ts";
import type { RunSlot } from "./core/store.ts";
import {
  closeSite,
  finishRun,
  judge,
  judgeStored,
  notRun,
  obtainRun,
  recordRun,
  salvaged,
  type Seen,
  siteWorld,
  storedRun,
} from "./job-steps.ts";
import { cellResult } from "./report/cell-result.ts";
import { newRunId } from "./runner/run-id.ts";
import { openSite } from "./runner/site.ts";
import { runElsewhere } from "./run-elsewhere.ts";
import { type Chain, wavesOf } from "./schedule.ts";
import { type EvaluateDeps, requireDeps } from "./session/evaluate-deps.ts";
import { Session } from "./session/session.ts";

export type { EvaluateDeps } from "./session/evaluate-deps.ts";

/** Everything AXIS does with scenarios goes through here. A failing agent, setup or judge becomes part of the report. */
export async function evaluate(plan: Plan, deps: EvaluateDeps): Promise<Report> {
  await using session = new Session(plan, requireDeps(plan, deps));
  await session.beforeAll();
  try {
    await session.preflight();
    await session.begin();
    const limit = pLimit(plan.concurrency);
    for (const [number, wave] of wavesOf(plan, deps.isDecided !== undefined).entries()) {
      if (number > 0 && session.isDecided()) session.report.leaveOut(wave.flat());
      else await evaluateAll(wave, limit, session);
    }
    return await session.finish();
  } finally {
    await session.afterAll();
  }
}

async function evaluateAll(chains: readonly Chain[], limit: LimitFunction, session: Session): Promise<void> {
  const ends = await Promise.allSettled(chains.map((chain) => evaluateChain(chain, limit, session)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Runs the trials of a result one after the other, until they decide it. */
async function evaluateChain(chain: Chain, limit: LimitFunction, session: Session): Promise<void> {
  for (const [done, job] of chain.entries()) {
    if (done > 0 && session.report.isPairDecided(job.cell)) return session.report.leaveOut(chain.slice(done));
    await session.brakes.lanes.pass(job.agent, () => limit(() => evaluateJob(job, session)));
  }
}

/** Evaluates one cell: takes over its earlier result, judges its stored run, or runs and judges it. */
async function evaluateJob(job: Job, session: Session): Promise<void> {
  if (session.brakes.isBeyondRepair) return;
  const earlier = session.earlier(job.cell);
  const stored = await storedRun(earlier, session);
  if (earlier !== undefined && stored !== undefined) {
    const detail = session.isFinished(earlier) ? stored : await judgeStored(job, stored, session);
    return session.report.add(job.cell, cellResult(detail));
  }
  const slot = { cell: job.cell, attempt: (earlier?.attempt ?? 0) + 1 };
  const obstacle = session.brakes.whyNotRun(job.cell.agent);
  const leave = obstacle === undefined ? await session.brakes.admit(job) : obstacle;
  const make = session.deps.elsewhere === undefined ? runUntilItCounts : runElsewhere;
  const detail =
    leave instanceof Ticket ? await make(job, { ...slot, leave }, session) : notRun(job, slot, { leave, session });
  session.report.add(job.cell, cellResult(detail));
}

/** A slot with a ticket for what its run may spend. */
interface Begun extends RunSlot {
  readonly leave: Ticket;
}

/** Retries a run that failed because of the infrastructure, in a new slot: every attempt is kept. */
async function runUntilItCounts(job: Job, begun: Begun, session: Session): Promise<RunDetail> {
  const detail = await runAndJudge(job, begun, session);
  if (!(await session.brakes.triesAgain(job, detail))) return detail;
  const leave = await session.brakes.admit(job);
  if (leave instanceof Stop) return detail;
  return runUntilItCounts(job, { ...begun, attempt: begun.attempt + 1, leave }, session);
}

/** Makes a new run: each step is on disk before the next one starts. */
async function runAndJudge(job: Job, { leave, ...slot }: Begun, session: Session): Promise<RunDetail> {
  const runId = newRunId(session.now());
  await session.handle.record({ type: "attempt-started", data: { ...slot, runId } });
  let seen: Seen | undefined;
  try {
    await using site = await openSite(job, siteWorld(job, { runId, slot }, session));
    seen = await recordRun(job, await obtainRun(job, { site, leave }, session), session);
    const judged = await judge(job, { ...seen, left: site.leftWork() }, session);
    session.emit({ type: "run-state", cell: job.cell, state: "teardown" });
    return await finishRun(job, { ...judged, ...(await closeSite(job, site, session)) }, session);
  } catch (error) {
    leave[Symbol.dispose]();
    return await salvaged(job, { error, runId, slot, seen }, session);
  }
}
