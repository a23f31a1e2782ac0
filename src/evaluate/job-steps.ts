/** The steps of one job in the order that evaluate takes them: obtain a run, record it, judge it, close its site, finish. */
import { gatherEvidence } from "../agents/transcript/gather.ts";
import { sparseIndex } from "../agents/transcript/sparse-index.ts";
import { runStats } from "../agents/transcript/stats.ts";
import { priceRun } from "../core/agent/agent-cost.ts";
import { resolveServices } from "../core/config/services.ts";
import { AxisError, errorMessage, firstError } from "../core/error.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Judge, WorkspaceSnapshot } from "../core/judge.ts";
import { stopOutcome } from "../core/outcome.ts";
import type { Job } from "../core/plan.ts";
import { addStatus } from "../core/report/failure-reason.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Run, RunIdentity } from "../core/run.ts";
import type { OnProgress } from "../core/run/run-progress.ts";
import { type StepDeps, timeStep } from "../core/run/run-step.ts";
import type { FileMark, LiveFile, RawFile, ReportHandle, RunSlot } from "../core/store.ts";
import type { Ticket } from "../judging/budget/ticket.ts";
import { shareProviderPace } from "../judging/rate/provider-pace.ts";
import { describeRun, hasUnscored } from "../report/describe-run.ts";
import type { CellProgress } from "../runner/progress.ts";
import { runJob, toUnstartedRun } from "../runner/run-job.ts";
import { redactRunDetail } from "../runner/secrets/redact.ts";
import type { ClosingResult, Site, SiteDeps } from "../runner/site.ts";
import { addScorecard, judgeRun, recordLatencySample, type ScorecardDeps } from "./judge-run.ts";
import { toAgentCost } from "./budget/earlier-spending.ts";
import type { Session } from "./session.ts";

/** The files that receive the output of a run; they are closed with the run, however it ends. */
class RunOutput implements AsyncDisposable {
  readonly raw: RawFile;
  readonly debug: { readonly stdout: RawFile; readonly stderr: RawFile } | undefined;

  private constructor(raw: RawFile, debug: RunOutput["debug"]) {
    this.raw = raw;
    this.debug = debug;
  }

  static async open(handle: ReportHandle, slot: RunSlot, isDebug: boolean): Promise<RunOutput> {
    const raw = await handle.openRaw(slot);
    if (!isDebug) return new RunOutput(raw, undefined);
    const stdout = await handle.openRaw(slot, "debug");
    return new RunOutput(raw, { stdout, stderr: await handle.openRaw(slot, "debug-stderr") });
  }

  /** Resolves when all output is on disk. The returned mark is that of the raw file. */
  async close(): Promise<FileMark> {
    const [mark] = await Promise.all([this.raw.close(), this.debug?.stdout.close(), this.debug?.stderr.close()]);
    return mark;
  }

  /** Runs after a failed run too: the run's own error matters, and closing twice does no harm. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.raw.close(), this.debug?.stdout.close(), this.debug?.stderr.close()]);
  }
}

/** Returns the run of an earlier attempt if it still counts: complete on disk, and really run. */
export async function readEarlierRun(
  earlier: CellProgress | undefined,
  session: Session,
): Promise<RunDetail | undefined> {
  if (earlier === undefined || earlier.file === null || earlier.state === "stale") return undefined;
  try {
    const detail = await session.handle.readDetail(earlier.file);
    return detail.outcomeClass === "notRun" ? undefined : detail;
  } catch (error) {
    const message = `${earlier.file} cannot be read (${errorMessage(error)}): the run is repeated`;
    session.emit({ type: "warning", cell: earlier.cell, message });
    return undefined;
  }
}

/** Records a job in which AXIS itself failed. A run that is already on disk is never overwritten by the failure. */
export async function recordInternalFailure(
  job: Job,
  broken: {
    readonly error: unknown;
    readonly runId: string;
    readonly slot: RunSlot;
    readonly seen: RecordedEvidence | undefined;
  },
  session: Session,
): Promise<RunDetail> {
  const { runId, slot, seen } = broken;
  const error = firstError(broken.error);
  if (error instanceof AxisError && error.code === "disk") {
    session.stopConditions.stopForDiskFailure(error);
    throw error;
  }
  const why = session.redactor.text(errorMessage(error));
  await session.handle.record({ type: "attempt-failed", data: { ...slot, runId, why } });
  if (seen !== undefined) return closeRun(job, await judgeJob(declineJudging(job, why), seen, session), session);
  const run = toUnstartedRun({ runId, slot }, session, {
    outcome: { status: "failed", code: "internal", message: why },
  });
  return closeRun(job, await judgeJob(job, await recordRun(job, { run, raw: null }, session), session), session);
}

/** Reports and records a failed teardown, also one that could not even start. */
export async function closeSite(job: Job, site: Site, session: Session): Promise<ClosingResult> {
  const closing = await site
    .close(session.stopConditions.signalsFor(job).teardown)
    .catch((error: unknown): ClosingResult => {
      if (error instanceof AxisError && error.code === "disk") throw error;
      return { teardownError: session.redactor.text(errorMessage(error)) };
    });
  if (closing.teardownError !== undefined)
    session.emit({ type: "warning", cell: job.cell, message: `teardown failed: ${closing.teardownError}` });
  return closing;
}

/** Returns the job with judges that decline and give the reason. */
function declineJudging(job: Job, why: string): Job {
  const none: Judge = { id: "none", ask: async () => ({ status: "declined", why: `AXIS failed: ${why}` }) };
  return { ...job, judges: { goal: none, environment: none, service: none, agent: none } };
}

/** A recorded run and its evidence. */
export interface RecordedEvidence {
  readonly recorded: RunDetail;
  readonly evidence: Evidence;
}

/** A run, and the mark of its raw file. */
export interface ObtainedRun {
  readonly run: Run;
  readonly raw: FileMark | null;
}

/** Drives the agent; its output is written to disk as it arrives. */
export async function obtainRun(
  job: Job,
  { site, leave }: { readonly site: Site; readonly leave: Ticket },
  session: Session,
): Promise<ObtainedRun> {
  const { handle, stopConditions } = session;
  await using output = await RunOutput.open(handle, site.slot, session.deps.debug ?? false);
  await using live = handle.openLive(site.slot);
  const { raw, debug } = output;
  const made = await runJob(job, site, {
    plan: session.plan,
    operator: session.operator,
    runLimits: { abort: session.stopConditions.limits.abort, spend: (tokens, costUsd) => leave.use(tokens, costUsd) },
    redactor: session.redactor,
    abort: stopConditions.signalsFor(job).agents,
    ready: session.readyAgent(job.agent.name),
    raw,
    debug,
    onState: (state) => session.emit({ type: "run-state", cell: job.cell, state }),
    onProgress: createProgressListener(job, live, session),
    ...toStepDeps(job, site.runId, session),
    onUsage: (tokens, estimated) => session.emit({ type: "run-usage", cell: job.cell, tokens, estimated }),
  });
  const run = priceRun(made, job.agent.config.model, session.plan.prices);
  const { transcript } = run;
  leave.settle(toAgentCost({ ...run, output: { transcript } }, leave.used.tokens));
  const mark = await output.close();
  session.emit({ type: "run-end", cell: job.cell, outcome: run.outcome, durationMs: run.durationMs });
  return { run, raw: mark };
}

/** Hands the work of a run over as a commit. Work that git cannot commit is lost to the contest, not the run. */
export async function keepWork({ cell }: Job, site: Site, session: Session): Promise<void> {
  const { start } = session.plan;
  const { onWork } = session.deps;
  if (start === undefined || onWork === undefined) return;
  try {
    const work = await site.commitWork(start, `${cell.agent}: ${cell.scenario}, trial ${cell.trial}`);
    if (work !== null) await onWork(cell, site.runId, work);
  } catch (error) {
    const message = `The work of this run has no branch: ${session.redactor.text(errorMessage(error))}`;
    session.emit({ type: "warning", cell, message });
  }
}

/** Emits the progress of a run, and appends its entries to the live file for viewers. */
function createProgressListener({ cell }: Job, live: LiveFile, { emit }: Session): OnProgress {
  return (progress) => {
    if (progress.what === "entry") live.append(progress.entry);
    emit({ type: "run-progress", cell, progress });
  };
}

/** Writes the whole run to disk before anything is judged: `axis rescore` can start from here. */
export async function recordRun(job: Job, { run, raw }: ObtainedRun, session: Session): Promise<RecordedEvidence> {
  const { handle } = session;
  const { recorded: described, evidence } = buildRecordedEvidence(job, run, {
    file: handle.detailFile(run.slot),
    session,
  });
  const card = () => addScorecard(described, run.facts, toScorecardDeps(session));
  const recorded = await timeStep("scorecard", card, toStepDeps(job, run.runId, session));
  const index = sparseIndex(evidence.interactions, { scenarioKey: job.scenario.key, agentName: job.agent.name });
  // Written in parallel, so that both share one flush of their folder.
  const [detail] = await Promise.all([
    handle.writeDetail(run.slot, recorded),
    handle.writeSparseIndex(run.slot, index),
  ]);
  await handle.record({ type: "run-recorded", data: { ...run.slot, runId: run.runId, detail, raw } });
  // With a host, all attempts have the same id, so only the last one may become a sample.
  if (session.deps.host === undefined) await addLatencySample(recorded, session);
  return { recorded, evidence };
}

/** Adds the run to the samples of the usual time, if it qualifies. */
export async function addLatencySample(detail: RunDetail, session: Session): Promise<void> {
  await recordLatencySample(detail, session.handle.reportId, toScorecardDeps(session));
}

function toStepDeps(job: Job, runId: string, { now, emit }: Session): StepDeps<unknown> {
  return { now, onStep: (step) => emit({ type: "run-step", cell: job.cell, runId, step }) };
}

function toScorecardDeps({ deps, now, emit }: Session): ScorecardDeps {
  return { store: deps.store, now, onWarning: (message) => emit({ type: "warning", message }) };
}

function buildRecordedEvidence(
  job: Job,
  run: Run,
  { file, session }: { readonly file: string; readonly session: Session },
): RecordedEvidence {
  const { scenario } = job;
  const evidence = gatherEvidence({
    scenarioKey: scenario.key,
    task: scenario.prompt,
    checks: scenario.checks,
    verified: run.verified,
    outcome: run.outcome,
    durationMs: run.durationMs,
    tokenUsage: run.tokenUsage ?? null,
    transcript: run.transcript,
    startTime: run.startTime,
    services: resolveServices(scenario.services),
  });
  const stats = runStats({ entries: evidence.transcript, interactions: evidence.interactions }, run);
  const earlierAttempts = session.stopConditions.retries.listEarlier(job.cell);
  const described = describeRun(job, run, { evidence, stats, file, earlierAttempts });
  return { recorded: redactRunDetail(described, session.redactor), evidence };
}

/** `left` is available while the run's site is open. */
export async function judgeJob(
  job: Job,
  seen: { recorded: RunDetail; evidence?: Evidence; left?: WorkspaceSnapshot },
  session: Session,
): Promise<RunDetail> {
  const { weights, judging } = session.plan;
  if (weights === null) return seen.recorded;
  session.emit({ type: "run-state", cell: job.cell, state: seen.recorded.failed ? "failed" : "scoring" });
  const { left } = seen;
  const abort = session.stopConditions.signalsFor(job).judging;
  const deps = {
    judges: session.stopConditions.budget.meterJudges(job.judges),
    weights,
    judging,
    abort,
    left,
  };
  const judged = await timeStep("judge", () => judgeRun(seen.recorded, deps, seen.evidence), {
    ...toStepDeps(job, seen.recorded.runId, session),
    isOk: ({ score }) => score !== undefined && !hasUnscored(score),
  });
  const { metrics, metricJudge } = job;
  if (metrics === undefined) return judged;
  // Loaded only if there are metrics to measure.
  const { measureRun } = await import("../metrics/measure-run.ts");
  return await session.stopConditions.budget.measureWithinBudget(judged, abort, (until) =>
    measureRun(judged, { metrics, scenario: job.scenario, judge: metricJudge, abort: until }),
  );
}

export async function closeRun(job: Job, judged: RunDetail, session: Session): Promise<RunDetail> {
  const ended = addStatus(judged, session.plan.verdict.pass_mark);
  const detail = { ...redactRunDetail(ended, session.redactor), closed: true };
  const slot = { cell: job.cell, attempt: detail.attempt ?? 1 };
  const mark = await session.handle.writeDetail(slot, detail);
  const data = { ...slot, runId: detail.runId, detail: mark };
  // A judge that was stopped by Ctrl-C or by the budget is asked again when the report is resumed.
  const isJudged = session.plan.weights !== null && !session.stopConditions.recordIfCutOff(detail);
  await session.handle.record(
    isJudged ? { type: "judged", data } : { type: "run-recorded", data: { ...data, raw: null } },
  );
  return detail;
}

const interruptedWarning = "AXIS was interrupted after this run: teardown was not run and artifacts were not captured";

/** Judges a stored run that has no judgement, or one by other rules. */
export async function judgeEarlierRun(job: Job, stored: RunDetail, session: Session): Promise<RunDetail> {
  const lost = stored.closed !== true && (job.scenario.teardown.length > 0 || job.scenario.artifacts.length > 0);
  const recorded = lost ? { ...stored, warnings: [...(stored.warnings ?? []), interruptedWarning] } : stored;
  // A killed AXIS may have written the run but not its line.
  await addLatencySample(stored, session);
  return closeRun(job, await judgeJob(job, { recorded }, session), session);
}

/** Describes a cell that was never run. Nothing is written to disk, so a resumed report runs it. */
export function describeNotRun(
  job: Job,
  slot: RunSlot,
  { leave, session }: { readonly leave: unknown; readonly session: Session },
): RunDetail {
  const outcome = stopOutcome({ reason: leave });
  const run = toUnstartedRun({ runId: session.nextRunId(job.cell), slot }, session, { outcome });
  return buildRecordedEvidence(job, run, { file: "", session }).recorded;
}

export function toSiteDeps(job: Job, { runId, slot }: RunIdentity, session: Session): SiteDeps {
  return {
    plan: session.plan,
    operator: session.operator,
    redactor: session.redactor,
    runId,
    slot,
    addArtifact: (path: string, content: Uint8Array) => session.handle.addArtifact(slot, path, content),
    addPatch: (text: string) => session.handle.writePatch(slot, text),
    sandbox: session.readySandbox(job),
    ready: session.readyAgent(job.agent.name),
    onWarning: (message: string) => session.emit({ type: "warning", cell: job.cell, message }),
    onDebug: (message: string) => session.emit({ type: "debug", cell: job.cell, message }),
    pace: shareProviderPace,
  };
}
