/** Shows in the masthead whether the page is up to date. */
import { safeLine } from "../text/safe.ts";
import type { Connection } from "./use-served-index.ts";

/** The state of the connection to the server. */
export interface LiveState {
  readonly connection: Connection;
  /** Why the last request failed. */
  readonly error: string | null;
}

interface LiveMarkProps {
  readonly live: LiveState;
  /** Whether a run is in progress. */
  readonly isInProgress: boolean;
}

export function LiveMark({ live, isInProgress }: LiveMarkProps) {
  const { connection, error } = live;
  const word = connection === "lost" ? "Not connected" : error !== null ? "Not up to date" : isInProgress ? "Live" : "";
  const tone = connection === "lost" || error !== null ? "warn" : "good";
  return (
    <span class={`live-mark tone-${tone}`} role="status">
      {word !== "" && <i aria-hidden="true" class={isInProgress && tone === "good" ? "pulse" : undefined} />}
      {word}
      {connection === "lost" && <small> showing the last known state; reconnecting</small>}
      {connection !== "lost" && error !== null && <small> {safeLine(error, 200)}</small>}
    </span>
  );
}
