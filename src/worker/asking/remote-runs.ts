/** Queues runs and waits for them: this is how `axis run --queue` runs its plan. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RemoteRunner, EndedRun, RemoteRequest, RunDispatcher } from "../../core/run/remote-runner.ts";
import type { ChangeSignal } from "../change-signal.ts";

/** A worker notices a cancel request within five seconds, and its agent gets another five to end. */
const cancelGraceMs = 30_000;

interface PendingRun {
  readonly end: (run: EndedRun) => void;
  readonly fail: (error: unknown) => void;
}

export class RemoteRuns implements AsyncDisposable {
  readonly #waiting = new Map<string, PendingRun>();
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;

  constructor(
    readonly desk: RunDispatcher,
    readonly bell: ChangeSignal,
  ) {
    this.#watching = this.#watch();
  }

  readonly run: RemoteRunner = async ({ cell, agent }, request) => {
    const { runId, reportId } = request;
    await this.desk.submit({ runId, reportId, cell, model: agent.config.model ?? null });
    const ended = await this.#ended(request);
    return ended === null || ended.status === "cancelled" ? null : await this.desk.fetch(ended);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#watching;
    await this.bell[Symbol.asyncDispose]();
  }

  /** Resolves when the run has ended; null if it was cancelled and no worker ended it in time. */
  async #ended({ runId, abort }: RemoteRequest): Promise<EndedRun | null> {
    const ended = new Promise<EndedRun>((end, fail) => void this.#waiting.set(runId, { end, fail }));
    this.bell.notify();
    let cancel = () => {};
    const stopped = new Promise<null>((resolve, reject) => {
      cancel = () => void this.#cancel(runId).then(() => resolve(null), reject);
    });
    if (abort.aborted) cancel();
    else abort.addEventListener("abort", cancel, { once: true });
    try {
      return await Promise.race([ended, stopped]);
    } finally {
      // The signal belongs to the whole evaluation: a run that has ended must not be cancelled with the others.
      abort.removeEventListener("abort", cancel);
      this.#waiting.delete(runId);
    }
  }

  async #cancel(runId: string): Promise<void> {
    const became = await this.desk.cancel(runId);
    // A run that was running or has just finished is still reported with its real ending.
    if (became === "requested" || became === "finished") await sleep(cancelGraceMs, undefined, { ref: false });
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const heard = this.bell.changes;
      await this.#look().catch((error: unknown) => {
        // A transient error: the next check may succeed.
        if (!this.desk.isTransient(error)) this.#fail(error);
      });
      await this.bell.wait(this.desk.pollMs, this.#over.signal, heard);
    }
  }

  async #look(): Promise<void> {
    const ids = [...this.#waiting.keys()];
    if (ids.length === 0) return;
    for (const run of await this.desk.listEnded(ids)) this.#waiting.get(run.id)?.end(run);
  }

  #fail(error: unknown): void {
    for (const { fail } of this.#waiting.values()) fail(error);
  }
}
