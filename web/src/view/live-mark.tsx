/** Whether the page is kept up to date, in the head of the page. */
import { safeLine } from "../text/safe.ts";
import type { Connection } from "./use-served-index.ts";

/** What a view knows of the server it stands on. */
export interface LiveState {
  readonly connection: Connection;
  /** Why the last reading failed. */
  readonly error: string | null;
}

interface LiveMarkProps {
  readonly live: LiveState;
  /** Whether something is going on that could change what is shown. */
  readonly isGoingOn: boolean;
}

export function LiveMark({ live, isGoingOn }: LiveMarkProps) {
  const { connection, error } = live;
  const word = connection === "lost" ? "Not connected" : error !== null ? "Not up to date" : isGoingOn ? "Live" : "";
  const tone = connection === "lost" || error !== null ? "warn" : "good";
  return (
    <span class={`live-mark tone-${tone}`} role="status">
      {word !== "" && <i aria-hidden="true" class={isGoingOn && tone === "good" ? "pulse" : undefined} />}
      {word}
      {connection === "lost" && <small> this is the last state that was read; trying again</small>}
      {connection !== "lost" && error !== null && <small> {safeLine(error, 200)}</small>}
    </span>
  );
}
