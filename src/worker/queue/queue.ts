/** The queue. A token means "look at this run"; one worker holds it at a time, and it is delivered at least once. */
import type { Database } from "../../store/sql/schema/database.ts";

/** A run for which a token is queued. */
export interface QueuedRun {
  readonly runId: string;
  readonly agent: string;
  /** Higher priorities come first. */
  readonly priority?: number;
  /** The longest this run may take, from the claim to its score. Defaults to a day. */
  readonly longestSeconds?: number;
}

/** One delivery of one token. */
export interface Delivery {
  /** The same for every delivery of a token. */
  readonly tokenId: string;
  readonly runId: string;
  readonly queueName: string;
  /** How often the token was returned to the queue before this delivery. */
  readonly returns: number;
}

export interface SendOptions {
  /** The tokens are written in this transaction: they appear when it commits, or not at all. */
  readonly transaction?: Database;
  /** The token is not delivered before this delay has passed. */
  readonly delaySeconds?: number;
}

/** The contract of every queue driver. The row of a run is authoritative, so an extra token is harmless. */
export interface Queue extends AsyncDisposable {
  send(runs: readonly QueuedRun[], options?: SendOptions): Promise<void>;
  /** Takes the next token of one of these agents. The agents take turns. */
  take(agents: readonly string[]): Promise<Delivery | undefined>;
  /** Reports that the holder is alive. Returns false if it no longer holds the token. */
  renew(delivery: Delivery): Promise<boolean>;
  /** Removes the token from the queue. Returns false if the holder no longer held it. */
  complete(delivery: Delivery): Promise<boolean>;
  /** Whether a token of this run is waiting or held. */
  hasToken(run: QueuedRun): Promise<boolean>;
  /** Takes a token whose worker was lost on every delivery. */
  takeDead(): Promise<Delivery | undefined>;
}
