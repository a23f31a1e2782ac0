/** Runs that are put in the queue and waited for: how `axis run --queue` has its cells carried out. */
import { setTimeout as sleep } from "node:timers/promises";
import type { BundleManifest } from "../bundle/bundle-manifest.ts";
import type { Elsewhere, RemoteRequest, RemoteRun } from "../core/elsewhere.ts";
import type { Job } from "../core/plan.ts";
import { isPassing, withRetries } from "../store/sql/retry.ts";
import { endedRuns } from "../store/sql/runs/open-runs.ts";
import { cancelRun, type RunRow } from "../store/sql/runs/runs.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { Doorbell } from "./doorbell.ts";
import { loadArtifact, loadDetail } from "./stored-run.ts";
import { queueRuns, type SubmitWorld } from "./submit.ts";

const lookMs = 2_000;
/** A worker hears of a wish to cancel within five seconds, and its agent gets five to end. */
const cancelMs = 30_000;

export interface QueuedRunsWorld extends SubmitWorld {
  readonly workspaceId: string;
  readonly bundleSha256: Uint8Array;
  readonly manifest: BundleManifest;
}

export class QueuedRuns implements AsyncDisposable {
  readonly #waiting = new Map<string, (row: RunRow) => void>();
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;

  constructor(
    readonly world: QueuedRunsWorld,
    readonly bell: Doorbell,
  ) {
    this.#watching = this.#watch();
  }

  readonly run: Elsewhere = async (job, request) => {
    await withRetries(() => queueRuns([this.#row(job, request)], this.world));
    const row = await this.#ended(request);
    return row === null || row.status === "cancelled" ? null : await madeRun(this.world.database, row);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#watching;
    await this.bell[Symbol.asyncDispose]();
  }

  #row(job: Job, { runId, reportId }: RemoteRequest) {
    const { workspaceId, bundleSha256, manifest } = this.world;
    const scenario = manifest.scenarios[job.cell.scenario];
    if (scenario === undefined) throw new Error(`The bundle does not name ${job.cell.scenario}`);
    return {
      id: runId,
      workspaceId,
      scenarioKey: job.cell.scenario,
      scenarioHash: scenario.hash,
      agent: job.cell.agent,
      model: job.agent.config.model ?? null,
      trial: job.cell.trial,
      reportId,
      bundleSha256,
      longestSeconds: scenario.longestSeconds,
    };
  }

  /** The row of a run that is over; null where it was cancelled and nobody ended it in time. */
  async #ended({ runId, abort }: RemoteRequest): Promise<RunRow | null> {
    const ended = new Promise<RunRow>((resolve) => void this.#waiting.set(runId, resolve));
    this.bell.ring();
    const stopped = new Promise<null>((resolve, reject) => {
      const cancel = () => void this.#cancel(runId).then(() => resolve(null), reject);
      if (abort.aborted) cancel();
      else abort.addEventListener("abort", cancel, { once: true });
    });
    return await Promise.race([ended, stopped]).finally(() => this.#waiting.delete(runId));
  }

  async #cancel(runId: string): Promise<void> {
    const became = await withRetries(() => cancelRun(this.world.database, runId));
    // One that ran or has just finished is told as what it became.
    if (became === "requested" || became === "finished") await sleep(cancelMs, undefined, { ref: false });
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const heard = this.bell.rings;
      await this.#look().catch((error: unknown) => {
        if (!isPassing(error)) throw error; // Away for a while; the next look tells.
      });
      await this.bell.wait(lookMs, this.#over.signal, heard);
    }
  }

  async #look(): Promise<void> {
    for (const row of await endedRuns(this.world.database, [...this.#waiting.keys()])) this.#waiting.get(row.id)?.(row);
  }
}

async function madeRun(database: Database, row: RunRow): Promise<RemoteRun> {
  const attempt = { runId: row.id, attempt: row.attempt };
  const detail = await withRetries(() => loadDetail(database, attempt));
  if (detail === undefined) throw new Error(whyNothing(row));
  return { detail, artifact: (path) => withRetries(() => loadArtifact(database, attempt, path)) };
}

/** What its worker said, or that there was none in the end. */
function whyNothing({ reason, result_doc }: RunRow): string {
  const said = typeof result_doc === "object" && result_doc !== null && "error" in result_doc ? result_doc.error : null;
  if (typeof said === "string") return said;
  return reason === "worker-lost" ? "every worker that took the run was lost" : `the run ended as ${reason}`;
}
