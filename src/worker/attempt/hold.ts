/** Holding a run: says that its worker lives, and hears when it is to stop. */
import { Stop } from "../../core/outcome.ts";
import type { Delivery } from "../../queue/queue.ts";
import { claimState } from "../../store/sql/runs/claim.ts";
import type { Attempt } from "../../store/sql/runs/runs.ts";
import type { WorkerWorld } from "../worker-world.ts";

const renewMs = 10_000;
/** A wish to cancel is heard within five seconds. */
const lookMs = 3_000;

/** Gone: the run is another's, or over. */
export type Ending = "gone" | "cancelled" | "evicted";

const sentences: Readonly<Record<Ending, string>> = {
  gone: "the run was given to another worker",
  cancelled: "the run was cancelled",
  evicted: "the worker is going away",
};

/** Why a worker evicts its runs when somebody else has them already. */
export const givenBack = Symbol("given back");

export class Hold implements Disposable {
  readonly #stop = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];
  #ending: Ending | undefined;

  constructor(
    readonly attempt: Attempt,
    readonly delivery: Delivery,
    readonly world: WorkerWorld,
  ) {
    this.#timers = [setInterval(this.#renew, renewMs), setInterval(this.#look, lookMs)];
    if (world.evicted.aborted) this.#evict();
    else world.evicted.addEventListener("abort", this.#evict, { once: true });
  }

  /** Fires when the run is to stop here. */
  get abort(): AbortSignal {
    return this.#stop.signal;
  }

  /** Why it was to stop; undefined while all is well. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** A write that matched no row says the same as a look. */
  lose(): void {
    this.#end("gone");
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearInterval);
    this.world.evicted.removeEventListener("abort", this.#evict);
  }

  readonly #evict = () => this.#end(this.world.evicted.reason === givenBack ? "gone" : "evicted");

  /** A database that does not answer is no reason to stop: the agent goes on, and the next look tells. */
  readonly #renew = () => {
    this.world.queue.renew(this.delivery).then((held) => held || this.lose(), ignore);
  };

  readonly #look = () => {
    claimState(this.world.database, this.attempt).then((state) => {
      if (state === "gone") this.lose();
      if (state === "cancel-requested") this.#end("cancelled");
    }, ignore);
  };

  #end(ending: Ending): void {
    if (this.#ending === undefined || ending === "gone") this.#ending = ending;
    this.#stop.abort(new Stop("user", "run", sentences[ending]));
  }
}

function ignore(): void {
  // Said where something depends on it: when the run is stored.
}
