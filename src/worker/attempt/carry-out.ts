/** Runs one claimed run, then stores and scores it and completes its token; or requeues it, or discards it. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AxisError, messageOf } from "../../core/error.ts";
import type { EventSettings } from "../../core/config/event-settings.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { RunFacts } from "../../core/run/run-facts.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { Delivery } from "../../queue/queue.ts";
import { createRedactor, secretsIn } from "../../runner/secrets/redact.ts";
import type { ObjectsUnavailable } from "../../store/sql/files/objects/objects-unavailable.ts";
import { isLastingRefusal, isPassing, withRetries } from "../../store/sql/retry.ts";
import { releaseRun } from "../../store/sql/runs/claim.ts";
import { noteCost } from "../../store/sql/runs/run-progress.ts";
import { type RunRow, storeFacts } from "../../store/sql/runs/runs.ts";
import { bareFacts, detailOf, endingOf, factsOf } from "./facts.ts";
import { Hold } from "./hold.ts";
import { LiveRun } from "../live/live-run.ts";
import { isWorthKeeping, type MadeRun, makeRun, type Restore } from "./make-run.ts";
import { findRecorded, restored } from "../stored/recorded-run.ts";
import type { AttemptResult } from "./result.ts";
import { planOfRun } from "./run-plan.ts";
import { refusalWords, spoolResult, storeSpooled, unspool } from "../upkeep/spool.ts";
import { ClaimGone, saveDetail } from "../stored/stored-run.ts";
import type { WorkerWorld } from "../worker-world.ts";

const againMs = 5_000;
/** A worker whose object store refuses a request must not take the same run again at once. */
const refusedSeconds = 60;

export interface Claimed {
  readonly run: RunRow;
  readonly delivery: Delivery;
}

export async function carryOut({ run, delivery }: Claimed, world: WorkerWorld): Promise<void> {
  const folder = join(world.places.attempts, `${run.id}-${run.attempt}`);
  const attempt = { runId: run.id, attempt: run.attempt };
  using hold = new Hold(attempt, delivery, world);
  const redact = createRedactor(secretsIn(world.env, [])).text;
  await using live = new LiveRun(attempt, { ...world, redact, onGone: () => hold.lose() });
  await mkdir(folder, { recursive: true });
  try {
    const result = await resultOf(run, { hold, live, folder, redact }, world);
    await live.end();
    if (hold.ending === "evicted" && result.facts.reason === "cancelled") await putBack(result, run, world);
    else if (hold.ending !== "gone") await keepTrying(result, hold, world);
    if (hold.ending !== "gone") await world.queue.complete(delivery);
    else world.say(`${run.id}: abandoned, another worker has it`);
  } catch (error) {
    if (!isLastingRefusal(error)) throw error;
    await handBack({ run, delivery }, error, world);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The state of an attempt in progress. */
interface Attempted {
  readonly hold: Hold;
  readonly live: LiveRun;
  readonly folder: string;
  readonly redact: (text: string) => string;
}

/** The result of the run. An error in its bundle or on this machine is a result too. */
async function resultOf(run: RunRow, { hold, live, ...place }: Attempted, world: WorkerWorld): Promise<AttemptResult> {
  const steps: RunStep[] = [];
  const nothing = { ...hold.attempt, detail: null, reportFolder: null, steps };
  let events: EventSettings | undefined;
  try {
    const plan = await withRetries(() => planOfRun(run, world));
    events = plan.events;
    const restore = run.facts === null ? undefined : await restoring(run, world);
    const onRecorded = (detail: RunDetail) => storeRecorded(detail, { hold, live }, world);
    const onStep = (step: RunStep) => void steps.push(step);
    const made = await makeRun(plan, restore, { ...world, ...place, live, abort: hold.abort, onRecorded, onStep });
    return { ...resultOfMade(made, run, hold), events, steps };
  } catch (error) {
    // A problem of this machine, not of the run: its token returns to the queue and may go to another worker.
    if (isPassing(error) || isLastingRefusal(error) || (error instanceof AxisError && error.code === "disk"))
      throw error;
    if (error instanceof ClaimGone) hold.lose();
    const why = `${run.id}: ${messageOf(error)}`;
    world.say(why);
    const reason = error instanceof AxisError && error.code === "preflight" ? "agent-missing" : "internal";
    return {
      ...nothing,
      events,
      facts: bareFacts(run.id, reason),
      ending: { result_doc: { error: messageOf(error) } },
    };
  }
}

/** Returns a function that restores the recording of an earlier attempt; undefined if there is no recording. */
async function restoring(run: RunRow, world: WorkerWorld): Promise<Restore | undefined> {
  const recorded = await withRetries(() => findRecorded(world, run));
  return recorded && ((folder) => withRetries(() => restored(recorded, folder, world)));
}

function resultOfMade({ detail, reportFolder, raw }: MadeRun, run: RunRow, { attempt }: Hold): AttemptResult {
  if (detail === undefined)
    return { ...attempt, detail: null, reportFolder, facts: bareFacts(run.id, "cancelled"), ending: {} };
  const own = detailOf(run.id, detail);
  const files = { reportFolder, ...(raw !== undefined && { raw }) };
  return { ...attempt, detail: own, ...files, facts: factsOf(run.id, own), ending: endingOf(own) };
}

/** Stores the recording, so that another worker would only have to judge it. If this fails, the end of the run retries. */
async function storeRecorded(
  detail: RunDetail,
  { hold, live }: Pick<Attempted, "hold" | "live">,
  world: WorkerWorld,
): Promise<void> {
  const { attempt } = hold;
  const facts: RunFacts = factsOf(attempt.runId, detail);
  if (!isWorthKeeping(detail, facts)) return;
  await live.end();
  try {
    await saveDetail(world, attempt, detailOf(attempt.runId, detail));
    if (!(await storeFacts(world.database, attempt, facts))) hold.lose();
  } catch (error) {
    if (error instanceof ClaimGone) hold.lose();
    else if (!isPassing(error) && !isLastingRefusal(error)) throw error;
  }
}

/** The worker is shutting down: another one starts this run from scratch. Its cost so far is recorded. */
async function putBack(result: AttemptResult, { id, agent, priority }: RunRow, world: WorkerWorld): Promise<void> {
  const { database, queue } = world;
  if (typeof result.ending.cost_micros === "number") await noteCost(database, result, result.ending.cost_micros);
  if (!(await releaseRun(database, result))) return;
  await queue.send([{ runId: id, agent, priority }]);
  world.say(`${id}: requeued`);
}

/** The object store refuses this machine: the run waits for a machine that has access, and does not count as lost. */
async function handBack({ run, delivery }: Claimed, error: ObjectsUnavailable, world: WorkerWorld): Promise<void> {
  const { id: runId, agent, priority, attempt } = run;
  world.say(`Warning: ${runId} was requeued: ${refusalWords(error)}`);
  if (await releaseRun(world.database, { runId, attempt }))
    await world.queue.send([{ runId, agent, priority }], { delaySeconds: refusedSeconds });
  await world.queue.complete(delivery);
}

/** Retries until the result is stored, the claim is gone, or the worker shuts down: then the spool keeps the result. */
async function keepTrying(result: AttemptResult, hold: Hold, world: WorkerWorld): Promise<void> {
  const since = world.now();
  for (let isSpooled = false; hold.ending !== "gone";) {
    try {
      const { status } = await storeSpooled(result, since, world);
      if (status === "discarded") hold.lose();
      if (isSpooled) await unspool(result.runId, world);
      return;
    } catch (error) {
      if (!isPassing(error) && !isLastingRefusal(error)) throw error;
      const why = isLastingRefusal(error) ? refusalWords(error) : "the store does not answer";
      if (!isSpooled) world.say(`${result.runId}: ${why}; result kept in ${await spoolResult(result, world)}`);
      isSpooled = true;
      if (world.evicted.aborted) return;
      await sleep(againMs);
    }
  }
}
