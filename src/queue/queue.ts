/** The queue: tokens that say "look at this run", each held by one worker at a time, delivered at least once. */
import type { Database } from "../store/sql/schema/database.ts";

/** A run that somebody should look at. */
export interface QueuedRun {
  readonly runId: string;
  readonly agent: string;
  /** Higher ones first. */
  readonly priority?: number;
  /** The longest this run may take, from the claim to its score; a day where nobody knows. */
  readonly longestSeconds?: number;
}

/** One delivery of one token. */
export interface Delivery {
  /** The same at every delivery of a token. */
  readonly tokenId: string;
  readonly runId: string;
  readonly queueName: string;
  /** How often the token came back before. */
  readonly returns: number;
}

export interface SendOptions {
  /** Tokens appear with what this transaction writes, or not at all. */
  readonly transaction?: Database;
  /** Nobody is given the token before. */
  readonly delaySeconds?: number;
}

/** What every driver does. The row of a run is the truth about it; a token too many is harmless. */
export interface Queue extends AsyncDisposable {
  /** Whether other processes use it too. */
  readonly isShared: boolean;
  send(runs: readonly QueuedRun[], options?: SendOptions): Promise<void>;
  /** The next token of one of these agents, which take turns. */
  take(agents: readonly string[]): Promise<Delivery | undefined>;
  /** Says that the holder lives. False: the token is no longer its own. */
  renew(delivery: Delivery): Promise<boolean>;
  /** The token is used up. False: it was no longer the holder's. */
  complete(delivery: Delivery): Promise<boolean>;
  /** Whether a token of this run waits or is held. */
  hasToken(run: Pick<QueuedRun, "runId" | "agent">): Promise<boolean>;
  /** A token that was lost with its worker every time it was delivered. */
  takeDead(): Promise<Delivery | undefined>;
}
