/** Reloads data after events on the server: soon after the first one, then not again for a while. */
import { useEffect } from "preact/hooks";
import type { Live, LiveEvent } from "./live.ts";

type EventType = LiveEvent["type"];

interface Refresh {
  readonly pauseMs: number;
  /** Undefined for all events. */
  readonly on?: readonly EventType[];
}

const refreshes = {
  scores: { pauseMs: 3_000, on: ["run.scored", "reset"] },
  workers: {
    pauseMs: 500,
    on: ["worker.changed", "run.queued", "run.started", "run.finished", "run.cancelled", "reset"],
  },
  reports: { pauseMs: 1_000, on: ["report.changed", "run.scored", "reset"] },
  competitions: {
    pauseMs: 1_000,
    on: ["competition.changed", "run.started", "run.scored", "run.finished", "run.cancelled", "reset"],
  },
  run: { pauseMs: 500 },
} as const satisfies Readonly<Record<string, Refresh>>;

/** `{ runId }` follows the events of one run. */
export function useLiveRefresh(
  live: Live,
  what: "scores" | "workers" | "reports" | "competitions" | { readonly runId: string },
  ...readAgain: readonly (() => void)[]
): void {
  const runId = typeof what === "object" ? what.runId : null;
  const { pauseMs, on }: Refresh = refreshes[typeof what === "object" ? "run" : what];
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = live.subscribe((event) => {
      if (on !== undefined && !on.includes(event.type)) return;
      if (runId !== null && event.type !== "reset" && event.runId !== runId) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const read of readAgain) read();
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [live, runId, ...readAgain]);
}
