/** Whether the object store can be used: looked at now and then, told at once, so that nobody who asks waits for it. */
import { createHash } from "node:crypto";
import { ObjectsUnavailable } from "../store/sql/files/objects/objects-unavailable.ts";
import type { ObjectStore } from "../store/sql/files/objects/object-store.ts";

/** How long an answer counts. Whoever may ask without a token must not be able to make the server ask often. */
const freshMs = 30_000;
/** A store that needs longer is as good as away. */
const slowMs = 5_000;

/** Away: it does not answer, or is busy. Refuses: somebody has to set something right. Unknown: nobody looked yet. */
export const objectStates = ["ok", "away", "refuses", "unknown"] as const;
export type ObjectState = (typeof objectStates)[number];

export class ObjectsWatch {
  #state: ObjectState = "unknown";
  #begunAt = -Infinity;
  #isLooking = false;

  constructor(
    readonly objects: Pick<ObjectStore, "has" | "keyOf">,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** As far as it is known now. */
  state(): ObjectState {
    const age = this.now() - this.#begunAt;
    if (this.#isLooking) return age > slowMs ? "away" : this.#state;
    if (age > freshMs) void this.#look();
    return this.#state;
  }

  async #look(): Promise<void> {
    this.#begunAt = this.now();
    this.#isLooking = true;
    this.#state = await stateOf(this.objects);
    this.#isLooking = false;
  }
}

/** The empty file: it is never stored there, and whether it is there is of no interest. */
async function stateOf(objects: Pick<ObjectStore, "has" | "keyOf">): Promise<ObjectState> {
  try {
    await objects.has(objects.keyOf(createHash("sha256").digest()), 0);
    return "ok";
  } catch (error) {
    return error instanceof ObjectsUnavailable && !error.mayPass ? "refuses" : "away";
  }
}
