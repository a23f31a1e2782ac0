/** The spine: plan → runs → judgements → report. The CLI and other programs all come through here. */
import pLimit from "p-limit";
import { AxisError, messageOf } from "./core/error.ts";
import type { OnEvent } from "./core/event.ts";
import type { Evidence } from "./core/evidence.ts";
import { type Outcome, Stop } from "./core/outcome.ts";
import type { Job, Plan } from "./core/plan.ts";
import type { Report, RunDetail } from "./core/report.ts";
import type { Run } from "./core/run.ts";
import type { FileMark, ReportHandle, RunSlot, Store } from "./core/store.ts";
import { judgeRun } from "./judge-run.ts";
import { cellResult } from "./report/cell-result.ts";
import { describeRun } from "./report/describe-run.ts";
import type { CellProgress } from "./runner/progress.ts";
import { withoutSecrets } from "./runner/redact.ts";
import { newRunId } from "./runner/run-id.ts";
import { runJob, unstarted } from "./runner/run-job.ts";
import { openSite, type Site } from "./runner/site.ts";
import { Session } from "./session.ts";
import { gather } from "./transcript/gather.ts";
import { sparseIndex } from "./transcript/sparse-index.ts";
import { runStats } from "./transcript/stats.ts";

/** What an evaluation may use. */
export interface EvaluateDeps {
  readonly store: Store;
  /** Go on with this report instead of making a new one; what changed since its plan runs again. */
  readonly handle?: ReportHandle;
  /** The operator's environment; default process.env. */
  readonly env?: NodeJS.ProcessEnv;
  /** Fires on Ctrl-C. */
  readonly abort?: AbortSignal;
  readonly onEvent?: OnEvent;
  readonly now?: () => Date;
  /** Completes the report before it is written for the last time, as with a comparison. */
  readonly finalise?: (report: Report) => Report;
  /** Also capture what agents write, as it arrives. */
  readonly debug?: boolean;
}

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

/** The run of an earlier attempt that still counts: whole on disk, and really run. */
async function storedRun(earlier: CellProgress | undefined, session: Session): Promise<RunDetail | undefined> {
  if (earlier === undefined || earlier.file === null || earlier.state === "stale") return undefined;
  const detail = await session.handle.readDetail(earlier.file);
  return detail.outcomeClass === "notRun" ? undefined : detail;
}

async function runAndJudge(job: Job, slot: RunSlot, session: Session): Promise<RunDetail> {
  const runId = newRunId(session.now());
  await session.handle.record({ type: "attempt-started", data: { ...slot, runId } });
  try {
    await using site = await openSite(job, siteWorld(job, { runId, slot }, session));
    const { recorded, evidence } = await recordRun(job, await obtainRun(job, site, session), session);
    const judged = await judge(job, { recorded, evidence }, session);
    session.emit({ type: "run-state", cell: job.cell, state: "teardown" });
    return await finishRun(job, { ...judged, ...(await site.close(session.interruption.teardown)) }, session);
  } catch (error) {
    if (error instanceof AxisError && error.code === "disk") {
      session.giveUp(error);
      throw error;
    }
    const outcome: Outcome = { status: "failed", code: "internal", message: session.redactor.text(messageOf(error)) };
    const run = unstarted({ runId, slot }, session, { outcome });
    const { recorded, evidence } = await recordRun(job, { run, raw: null }, session);
    return finishRun(job, await judge(job, { recorded, evidence }, session), session);
  }
}

/** A run, and the mark of the raw file it left. */
interface Obtained {
  readonly run: Run;
  readonly raw: FileMark | null;
}

/** Drives the agent; what it writes is on disk as it comes. */
async function obtainRun(job: Job, site: Site, session: Session): Promise<Obtained> {
  const { handle, interruption } = session;
  const raw = await handle.openRaw(site.slot);
  const debug = session.deps.debug
    ? { stdout: await handle.openRaw(site.slot, "debug"), stderr: await handle.openRaw(site.slot, "debug-stderr") }
    : undefined;
  const run = await runJob(job, site, {
    plan: session.plan,
    operator: session.operator,
    runLimits: session.limits,
    redactor: session.redactor,
    now: session.now,
    abort: interruption.agents,
    raw,
    ...(debug === undefined ? {} : { debug }),
    onState: (state) => session.emit({ type: "run-state", cell: job.cell, state }),
    onUsage: (tokens, estimated) => session.emit({ type: "run-usage", cell: job.cell, tokens, estimated }),
  });
  const [mark] = await Promise.all([raw.close(), debug?.stdout.close(), debug?.stderr.close()]);
  session.emit({ type: "run-end", cell: job.cell, outcome: run.outcome, durationMs: run.durationMs });
  return { run, raw: mark };
}

/** The run is on disk, whole, before anything is judged: from here `axis rescore` can start. */
async function recordRun(
  job: Job,
  { run, raw }: Obtained,
  session: Session,
): Promise<{ recorded: RunDetail; evidence: Evidence }> {
  const { handle } = session;
  const { recorded, evidence } = writeDown(job, run, { file: handle.detailFile(run.slot), session });
  const index = sparseIndex(evidence.interactions, { scenarioKey: job.scenario.key, agentName: job.agent.name });
  // Side by side, so that they share the flush of their folder.
  const [detail] = await Promise.all([
    handle.writeDetail(run.slot, recorded),
    handle.writeSparseIndex(run.slot, index),
  ]);
  await handle.record({ type: "run-recorded", data: { ...run.slot, runId: run.runId, detail, raw } });
  return { recorded, evidence };
}

function writeDown(
  job: Job,
  run: Run,
  { file, session }: { readonly file: string; readonly session: Session },
): { recorded: RunDetail; evidence: Evidence } {
  const { scenario } = job;
  const evidence = gather({
    scenarioKey: scenario.key,
    task: scenario.prompt,
    checks: scenario.checks,
    verified: run.verified,
    outcome: run.outcome,
    durationMs: run.durationMs,
    tokenUsage: run.tokenUsage ?? null,
    transcript: run.transcript,
    startTime: run.startTime,
  });
  const stats = runStats({ entries: evidence.transcript, interactions: evidence.interactions }, run);
  return { recorded: withoutSecrets(describeRun(job, run, { evidence, stats, file }), session.redactor), evidence };
}

async function judge(
  job: Job,
  seen: { recorded: RunDetail; evidence?: Evidence },
  session: Session,
): Promise<RunDetail> {
  const { weights, judging } = session.plan;
  if (weights === null) return seen.recorded;
  session.emit({ type: "run-state", cell: job.cell, state: seen.recorded.failed ? "failed" : "scoring" });
  return judgeRun(
    seen.recorded,
    { judges: job.judges, weights, judging, abort: session.interruption.judging },
    seen.evidence,
  );
}

async function finishRun(job: Job, judged: RunDetail, session: Session): Promise<RunDetail> {
  const detail = withoutSecrets(judged, session.redactor);
  const slot = { cell: job.cell, attempt: detail.attempt ?? 1 };
  const mark = await session.handle.writeDetail(slot, detail);
  const data = { ...slot, runId: detail.runId, detail: mark };
  // A judge that was cut off by Ctrl-C is asked again when the report is resumed.
  const isJudged =
    session.plan.weights !== null && !(detail.outcomeClass === "judge" && session.interruption.judging.aborted);
  await session.handle.record(
    isJudged ? { type: "judged", data } : { type: "run-recorded", data: { ...data, raw: null } },
  );
  return detail;
}

/** A run that was on disk when AXIS was killed: only the judgement is missing. */
async function judgeStored(job: Job, stored: RunDetail, session: Session): Promise<RunDetail> {
  const warnings = [
    ...(stored.warnings ?? []),
    "AXIS was interrupted after this run: teardown did not take place, artifacts were not captured",
  ];
  const gone = job.scenario.teardown.length > 0 || job.scenario.artifacts.length > 0;
  return finishRun(job, await judge(job, { recorded: gone ? { ...stored, warnings } : stored }, session), session);
}

/** A cell whose turn never came. Nothing is on disk, so a resumed report runs it. */
function notRun(job: Job, slot: RunSlot, session: Session): RunDetail {
  const reason: unknown = session.interruption.agents.aborted
    ? session.interruption.agents.reason
    : session.limits.abort.reason;
  const outcome = (reason instanceof Stop ? reason : new Stop("user", "run", "stopped")).outcome();
  const run = unstarted({ runId: newRunId(session.now()), slot }, session, { outcome });
  return writeDown(job, run, { file: "", session }).recorded;
}

function siteWorld(job: Job, { runId, slot }: { runId: string; slot: RunSlot }, session: Session) {
  return {
    plan: session.plan,
    operator: session.operator,
    redactor: session.redactor,
    runId,
    slot,
    addArtifact: (path: string, content: Uint8Array) => session.handle.addArtifact(slot, path, content),
    onWarning: (message: string) => session.emit({ type: "warning", cell: job.cell, message }),
    onDebug: (message: string) => session.emit({ type: "debug", cell: job.cell, message }),
  };
}
