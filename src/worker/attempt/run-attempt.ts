/** Runs one claimed run, then stores and scores it and completes its token; or requeues it, or discards it. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EventSettings } from "../../core/config/event-settings.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import { joinInside } from "../../core/paths/inside.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { withoutFile } from "../../core/run-patch.ts";
import type { RunFacts } from "../../core/run/run-facts.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import { collectSecrets, createRedactor } from "../../runner/secrets/redact.ts";
import type { BlobStore } from "../../store/sql/files/blob-store.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import { gateLogFile } from "../../store/sql/files/log-files.ts";
import type { ObjectsUnavailable } from "../../store/sql/files/objects/objects-unavailable.ts";
import { findRunFile, type RunFileName, patchFile } from "../../store/sql/files/run-files.ts";
import { isPermanentRefusal, isTransient, withRetries } from "../../store/sql/retry.ts";
import { releaseRun } from "../../store/sql/runs/claim.ts";
import { recordCost } from "../../store/sql/runs/run-progress.ts";
import { type Attempt, type RunRow, storeFacts } from "../../store/sql/runs/runs.ts";
import { LiveRun } from "../live/live-run.ts";
import type { Delivery } from "../queue/queue.ts";
import { ClaimGone, loadDetail, saveDetail } from "../stored/stored-run.ts";
import { describeRefusal, removeSpooled, spoolResult, storePendingResult } from "../upkeep/spool.ts";
import type { AttemptDeps, WorkerDeps } from "../worker-deps.ts";
import { ClaimLease } from "./claim-lease.ts";
import { bareFacts, toRowFacts, toRunEnding, toStoredDetail } from "./facts.ts";
import { isWorthKeeping, type MadeRun, makeRun, type Restore } from "./make-run.ts";
import { loadRunPlan } from "./run-plan.ts";
import type { AttemptResult } from "./store-result.ts";

/** A run that an earlier attempt recorded before its worker was lost. Restores its detail and its files. */
interface RecordedRun {
  readonly detail: RunDetail;
  /** The attempt that recorded it. */
  readonly source: Attempt;
}

/** The newest recording of the run. */
export async function findRecordedRun(store: BlobStore, { runId, attempt }: Attempt): Promise<RecordedRun | undefined> {
  for (let earlier = attempt; earlier >= 1; earlier -= 1) {
    const source = { runId, attempt: earlier };
    const detail = await loadDetail(store, source);
    if (detail !== undefined) return { detail, source };
  }
  return undefined;
}

const lostReason = "it was lost with the worker that captured it";

/** Restores the files into the report folder, and returns a detail that marks missing files as lost. */
export async function restoreRecording(recorded: RecordedRun, folder: string, store: BlobStore): Promise<RunDetail> {
  const { detail, source } = recorded;
  const put: PutFile = async (stored, file) => {
    const found = await findRunFile(store.database, source, stored);
    if (found === undefined) return false;
    const place = joinInside(folder, file);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, await readBytes(store, found.blob_sha256));
    return true;
  };
  return {
    ...detail,
    patch: detail.patch && (await restorePatch(detail.patch, put)),
    artifacts: detail.artifacts && (await restoreArtifacts(detail.artifacts, put)),
    gates: detail.gates && (await restoreGates(detail.gates, put)),
  };
}

/** Writes a stored file to its place; false if it is not stored. */
type PutFile = (stored: RunFileName, file: string) => Promise<boolean>;

async function restorePatch(patch: NonNullable<RunDetail["patch"]>, put: PutFile) {
  const isBack = patch.file === undefined || (await put(patchFile, patch.file));
  return isBack ? patch : withoutFile(patch, lostReason);
}

async function restoreArtifacts(artifacts: NonNullable<RunDetail["artifacts"]>, put: PutFile) {
  const restored: NonNullable<RunDetail["artifacts"]> = [];
  for (const { file, ...artifact } of artifacts) {
    const isBack = file !== undefined && (await put({ kind: "artifact", path: artifact.path }, file));
    restored.push(isBack ? { ...artifact, file } : { ...artifact, skipped: artifact.skipped ?? lostReason });
  }
  return restored;
}

async function restoreGates(gates: NonNullable<RunDetail["gates"]>, put: PutFile) {
  const restored: NonNullable<RunDetail["gates"]> = [];
  for (const { log, ...execution } of gates) {
    const isBack = log !== undefined && (await put(gateLogFile(execution), log));
    restored.push(isBack ? { ...execution, log } : execution);
  }
  return restored;
}

const storeRetryMs = 5_000;
/** A worker whose object store refuses a request must not take the same run again at once. */
const refusalDelaySeconds = 60;

export interface ClaimedRun {
  readonly run: RunRow;
  readonly delivery: Delivery;
}

export async function runAttempt({ run, delivery }: ClaimedRun, deps: AttemptDeps): Promise<void> {
  const folder = join(deps.folders.attempts, `${run.id}-${run.attempt}`);
  const attempt = { runId: run.id, attempt: run.attempt };
  using hold = new ClaimLease(attempt, delivery, deps);
  const redact = createRedactor(collectSecrets(deps.env, [])).text;
  await using live = new LiveRun(attempt, { redact, onGone: () => hold.lose() }, deps);
  await mkdir(folder, { recursive: true });
  try {
    const result = await produceResult(run, { hold, live, folder, redact }, deps);
    await live.end();
    if (hold.ending === "evicted" && result.facts.reason === "cancelled") await requeueEvicted(result, run, deps);
    else if (hold.ending !== "gone") await storeWithRetries(result, hold, deps);
    if (hold.ending !== "gone") await deps.queue.complete(delivery);
    else deps.log(`${run.id}: abandoned, another worker has it`);
  } catch (error) {
    if (!isPermanentRefusal(error)) throw error;
    await requeueRefused({ run, delivery }, error, deps);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The state of an attempt in progress. */
interface AttemptState {
  readonly hold: ClaimLease;
  readonly live: LiveRun;
  readonly folder: string;
  readonly redact: (text: string) => string;
}

/** The result of the run. An error in its bundle or on this machine is a result too. */
async function produceResult(run: RunRow, state: AttemptState, deps: WorkerDeps): Promise<AttemptResult> {
  const { hold, live, ...place } = state;
  const steps: RunStep[] = [];
  const nothing = { ...hold.attempt, detail: null, reportFolder: null, steps };
  let events: EventSettings | undefined;
  try {
    const plan = await withRetries(() => loadRunPlan(run, deps));
    events = plan.events;
    const restore = run.facts === null ? undefined : await prepareRestore(hold.attempt, deps);
    const onRecorded = (detail: RunDetail) => storeRecorded(detail, state, deps);
    const onStep = (step: RunStep) => void steps.push(step);
    const made = await makeRun(plan, { ...place, restore, live, abort: hold.abort, onRecorded, onStep }, deps);
    return { ...toAttemptResult(made, run, hold), events, steps };
  } catch (error) {
    // A problem of this machine, not of the run: its token returns to the queue and may go to another worker.
    if (isTransient(error) || isPermanentRefusal(error) || (error instanceof AxisError && error.code === "disk"))
      throw error;
    if (error instanceof ClaimGone) hold.lose();
    const why = `${run.id}: ${errorMessage(error)}`;
    deps.log(why);
    const reason = error instanceof AxisError && error.code === "preflight" ? "agent-missing" : "internal";
    return {
      ...nothing,
      events,
      facts: bareFacts(run.id, reason),
      ending: { result_doc: { error: errorMessage(error) } },
    };
  }
}

/** Returns a function that restores the recording of an earlier attempt; undefined if there is no recording. */
async function prepareRestore(attempt: Attempt, deps: WorkerDeps): Promise<Restore | undefined> {
  const recorded = await withRetries(() => findRecordedRun(deps, attempt));
  return recorded && ((folder) => withRetries(() => restoreRecording(recorded, folder, deps)));
}

function toAttemptResult({ detail, reportFolder, raw }: MadeRun, run: RunRow, { attempt }: ClaimLease): AttemptResult {
  if (detail === undefined)
    return { ...attempt, detail: null, reportFolder, facts: bareFacts(run.id, "cancelled"), ending: {} };
  const own = toStoredDetail(run.id, detail);
  const files = { reportFolder, raw };
  return { ...attempt, detail: own, ...files, facts: toRowFacts(run.id, own), ending: toRunEnding(own) };
}

/** Stores the recording, so that another worker would only have to judge it. If this fails, the end of the run retries. */
async function storeRecorded(detail: RunDetail, { hold, live }: AttemptState, deps: WorkerDeps): Promise<void> {
  const { attempt } = hold;
  const facts: RunFacts = toRowFacts(attempt.runId, detail);
  if (!isWorthKeeping(detail, facts)) return;
  await live.end();
  try {
    await saveDetail(deps, attempt, toStoredDetail(attempt.runId, detail));
    if (!(await storeFacts(deps.database, attempt, facts))) hold.lose();
  } catch (error) {
    if (error instanceof ClaimGone) hold.lose();
    else if (!isTransient(error) && !isPermanentRefusal(error)) throw error;
  }
}

/** The worker is shutting down: another one starts this run from scratch. Its cost so far is recorded. */
async function requeueEvicted(result: AttemptResult, { id, agent, priority }: RunRow, deps: WorkerDeps): Promise<void> {
  const { database, queue } = deps;
  if (typeof result.ending.cost_micros === "number") await recordCost(database, result, result.ending.cost_micros);
  if (!(await releaseRun(database, result))) return;
  await queue.send([{ runId: id, agent, priority }]);
  deps.log(`${id}: requeued`);
}

/** The object store refuses this machine: the run waits for a machine that has access, and does not count as lost. */
async function requeueRefused(
  { run, delivery }: ClaimedRun,
  error: ObjectsUnavailable,
  deps: WorkerDeps,
): Promise<void> {
  const { id: runId, agent, priority, attempt } = run;
  deps.log(`Warning: ${runId} was requeued: ${describeRefusal(error)}`);
  if (await releaseRun(deps.database, { runId, attempt }))
    await deps.queue.send([{ runId, agent, priority }], { delaySeconds: refusalDelaySeconds });
  await deps.queue.complete(delivery);
}

/** Retries until the result is stored, the claim is gone, or the worker shuts down: then the spool keeps the result. */
async function storeWithRetries(result: AttemptResult, hold: ClaimLease, deps: AttemptDeps): Promise<void> {
  const since = deps.now();
  for (let isSpooled = false; hold.ending !== "gone";) {
    try {
      const { status } = await storePendingResult(result, since, deps);
      if (status === "discarded") hold.lose();
      if (isSpooled) await removeSpooled(result.runId, deps);
      return;
    } catch (error) {
      if (!isTransient(error) && !isPermanentRefusal(error)) throw error;
      const why = isPermanentRefusal(error) ? describeRefusal(error) : "the store does not answer";
      if (!isSpooled) deps.log(`${result.runId}: ${why}; result kept in ${await spoolResult(result, deps)}`);
      isSpooled = true;
      if (deps.evicted.aborted) return;
      await sleep(storeRetryMs);
    }
  }
}
