/** The spine: plan → runs → judgements → report. The CLI and other programs all come through here. */
import pLimit from "p-limit";
import type { Job, Plan } from "./core/plan.ts";
import type { Report, RunDetail } from "./core/report.ts";
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
import { type EvaluateDeps, Session } from "./session.ts";

/** Everything AXIS does with scenarios passes through here. A failing agent, setup or judge is part of the report. */
export async function evaluate(plan: Plan, deps: EvaluateDeps): Promise<Report> {
  await using session = new Session(plan, deps);
  await session.beforeAll();
  try {
    await session.preflight();
    await session.begin();
    const limit = pLimit(plan.concurrency);
    const jobs = await Promise.allSettled(plan.jobs.map((job) => limit(() => evaluateJob(job, session))));
    for (const job of jobs) if (job.status === "rejected") throw job.reason;
    return await session.finish();
  } finally {
    await session.afterAll();
  }
}

/** One cell: taken over from before, judged from its stored run, or run and judged. */
async function evaluateJob(job: Job, session: Session): Promise<void> {
  if (session.isBeyondRepair) return;
  const earlier = session.earlier(job.cell);
  const stored = await storedRun(earlier, session);
  if (earlier !== undefined && stored !== undefined) {
    const detail = session.isFinished(earlier) ? stored : await judgeStored(job, stored, session);
    return session.add(job.cell, cellResult(detail));
  }
  const slot = { cell: job.cell, attempt: (earlier?.attempt ?? 0) + 1 };
  const aborted = session.interruption.agents.aborted || session.limits.abort.aborted;
  session.add(job.cell, cellResult(aborted ? notRun(job, slot, session) : await runAndJudge(job, slot, session)));
}

/** A fresh run: each step is on disk before the next begins. */
async function runAndJudge(job: Job, slot: RunSlot, session: Session): Promise<RunDetail> {
  const runId = newRunId(session.now());
  await session.handle.record({ type: "attempt-started", data: { ...slot, runId } });
  let seen: Seen | undefined;
  try {
    await using site = await openSite(job, siteWorld(job, { runId, slot }, session));
    seen = await recordRun(job, await obtainRun(job, site, session), session);
    const judged = await judge(job, { ...seen, left: site.leftWork() }, session);
    session.emit({ type: "run-state", cell: job.cell, state: "teardown" });
    return await finishRun(job, { ...judged, ...(await closeSite(site, session)) }, session);
  } catch (error) {
    return await salvaged(job, { error, runId, slot, seen }, session);
  }
}
