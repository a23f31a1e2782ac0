/** Keeps the claim on a run: reports that its worker is alive, and notices when the run must stop. */
import { Stop } from "../../core/outcome.ts";
import type { Delivery } from "../queue/queue.ts";
import { claimState } from "../../store/sql/runs/claim.ts";
import type { Attempt } from "../../store/sql/runs/runs.ts";
import type { AttemptDeps } from "../worker-deps.ts";

const renewMs = 10_000;
/** Cancel requests must be noticed within five seconds. */
const claimCheckMs = 3_000;

/** `gone`: another worker has the run, or it has ended. */
export type LeaseEnding = "gone" | "cancelled" | "evicted";

const stopMessages: Readonly<Record<LeaseEnding, string>> = {
  gone: "the run was assigned to another worker",
  cancelled: "the run was cancelled",
  evicted: "the worker is shutting down",
};

/** The reason to stop runs that have already been requeued for other workers. */
export const alreadyRequeued = Symbol("given back");

export class ClaimLease implements Disposable {
  readonly #stop = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];
  #ending: LeaseEnding | undefined;

  constructor(
    readonly attempt: Attempt,
    readonly delivery: Delivery,
    readonly deps: AttemptDeps,
  ) {
    this.#timers = [setInterval(this.#renew, renewMs), setInterval(this.#look, claimCheckMs)];
    if (deps.evicted.aborted) this.#evict();
    else deps.evicted.addEventListener("abort", this.#evict, { once: true });
  }

  /** Fires when this worker must stop the run. */
  get abort(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why the run must stop; undefined while the claim holds. */
  get ending(): LeaseEnding | undefined {
    return this.#ending;
  }

  /** Called when a write matched no row, which also means that the claim is gone. */
  lose(): void {
    this.#end("gone");
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearInterval);
    this.deps.evicted.removeEventListener("abort", this.#evict);
  }

  readonly #evict = () => this.#end(this.deps.evicted.reason === alreadyRequeued ? "gone" : "evicted");

  /** An unavailable database is no reason to stop: the agent continues, and the next check tries again. */
  readonly #renew = () => {
    this.deps.queue.renew(this.delivery).then((held) => held || this.lose(), ignoreError);
  };

  readonly #look = () => {
    claimState(this.deps.database, this.attempt).then((state) => {
      if (state === "gone") this.lose();
      if (state === "cancel-requested") this.#end("cancelled");
    }, ignoreError);
  };

  #end(ending: LeaseEnding): void {
    if (this.#ending === undefined || ending === "gone") this.#ending = ending;
    this.#stop.abort(new Stop("user", "run", stopMessages[ending]));
  }
}

function ignoreError(): void {
  // The error is reported where it matters: when the run is stored.
}
