/** Monitors whether the object store is usable. Checks now and then and returns the last result, so that no request waits. */
import { createHash } from "node:crypto";
import { ObjectsUnavailable } from "../store/sql/files/objects/objects-unavailable.ts";
import type { ObjectStore } from "../store/sql/files/objects/object-store.ts";

/** How long a result stays valid. Clients without a token must not be able to trigger frequent checks. */
const freshMs = 30_000;
/** A store that takes longer counts as away. */
const slowMs = 5_000;

/** away: no response, or busy. refuses: the operator has to fix something. unknown: not checked yet. */
export const objectStates = ["ok", "away", "refuses", "unknown"] as const;
export type ObjectState = (typeof objectStates)[number];

export class ObjectStoreMonitor {
  #state: ObjectState = "unknown";
  #startedAt = -Infinity;
  #isChecking = false;

  constructor(
    readonly objects: Pick<ObjectStore, "has" | "keyOf">,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** The last known state. Starts a new check if that state is too old. */
  state(): ObjectState {
    const age = this.now() - this.#startedAt;
    if (this.#isChecking) return age > slowMs ? "away" : this.#state;
    if (age > freshMs) void this.#check();
    return this.#state;
  }

  async #check(): Promise<void> {
    this.#startedAt = this.now();
    this.#isChecking = true;
    this.#state = await checkObjectStore(this.objects);
    this.#isChecking = false;
  }
}

/** Checks for the empty file: AXIS never stores it, and only the ability to ask matters, not the answer. */
async function checkObjectStore(objects: Pick<ObjectStore, "has" | "keyOf">): Promise<ObjectState> {
  try {
    await objects.has(objects.keyOf(createHash("sha256").digest()), 0);
    return "ok";
  } catch (error) {
    return error instanceof ObjectsUnavailable && !error.isTransient ? "refuses" : "away";
  }
}
