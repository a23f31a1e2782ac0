/** The transcript of a run of which nothing is recorded yet: it grows while one reads it. */
import { useEffect, useState } from "preact/hooks";
import type { Entry } from "../../../src/core/entry.ts";
import { pause } from "../data/pause.ts";
import { noAudits, type TranscriptData } from "../data/run-data.ts";
import { liveRows } from "./live-steps.ts";

/** Least time between two states that are shown; the more there is to lay out, the longer. */
const calmMs = 400;
const shareOfTime = 8;
const longestPauseMs = 15_000;

export interface FollowedEntries {
  readonly entries: readonly Entry[];
  /** The place of the last of them, as whoever gave them counts. */
  readonly last: number;
}

/** Where the entries of a run come from while it goes on. */
export interface LiveEntries {
  /** As many at a time as come together, from behind a place, or from the first. Ends when there are no more for now. */
  readonly follow: (after: number | null, abort: AbortSignal) => AsyncIterable<FollowedEntries>;
  /** Whether it is in vain to try again. */
  readonly isFinal: (error: unknown) => boolean;
}

/** Null while it is not followed. What has another key starts from nothing, and so does what is shown of it. */
export function useLiveTranscript(live: LiveEntries | null, key: string): TranscriptData | null {
  const [data, setData] = useState<TranscriptData | null>(null);
  const isFollowed = live !== null;
  useEffect(() => {
    setData(null);
    if (live === null) return;
    const ended = new AbortController();
    void followRun(live, ended.signal, (next) => {
      if (!ended.signal.aborted) setData(next);
    });
    return () => ended.abort();
  }, [key, isFollowed]);
  return isFollowed ? data : null;
}

/** Follows again whenever the entries end: whether the run is over is for others to say. */
async function followRun(live: LiveEntries, abort: AbortSignal, tell: (data: TranscriptData) => void): Promise<void> {
  const entries: Entry[] = [];
  const show = calmly(() => tell(growing(entries)), abort);
  let after: number | null = null;
  for (let failures = 0; !abort.aborted;) {
    try {
      for await (const part of live.follow(after, abort)) {
        failures = 0;
        after = part.last;
        part.entries.forEach((entry) => entries.push(entry));
        show();
      }
    } catch (error) {
      if (live.isFinal(error)) return;
    }
    show();
    failures += 1;
    await pause(Math.min(longestPauseMs, 500 * 2 ** failures), abort);
  }
}

function growing(entries: readonly Entry[]): TranscriptData {
  const now = [...entries];
  return {
    entries: now,
    rows: liveRows(now),
    audits: noAudits(),
    unnecessary: new Set(),
    unnecessaryWhy: "",
    total: now.length,
    isWhole: false,
    isGrowing: true,
  };
}

/** Calls at once, then no more often than is calm, and never misses the last wish. */
function calmly(work: () => void, abort: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const run = () => {
    isWanted = false;
    const began = performance.now();
    work();
    const rest = Math.max(calmMs, (performance.now() - began) * shareOfTime);
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted && !abort.aborted) run();
    }, rest);
  };
  return () => {
    isWanted = true;
    if (timer === undefined) run();
  };
}
