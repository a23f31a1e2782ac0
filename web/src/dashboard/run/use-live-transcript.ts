/** The transcript of a run of which nothing is recorded yet: it grows while one reads it. */
import { useEffect, useState } from "preact/hooks";
import type { Entry } from "../../../../src/core/entry.ts";
import { noAudits, type TranscriptData } from "../../data/run-data.ts";
import { liveRows } from "../../transcript/live-steps.ts";
import type { Api } from "../api/api.ts";
import type { RunDocument } from "../api/answers.ts";
import { ApiError } from "../api/api-error.ts";
import { type FollowedAttempt, followEntries } from "./live-entries.ts";
import { pause } from "./run-source.ts";

/** Least time between two states that are shown; the more there is to lay out, the longer. */
const calmMs = 400;
const shareOfTime = 8;
const longestPauseMs = 15_000;

/** Null while it is not followed. A further attempt starts from nothing, and so does what is shown of it. */
export function useLiveTranscript(
  api: Api,
  { id, attempt, status }: Pick<RunDocument, "id" | "attempt" | "status">,
): TranscriptData | null {
  const [data, setData] = useState<TranscriptData | null>(null);
  const isFollowed = status === "running";
  useEffect(() => {
    setData(null);
    if (!isFollowed) return;
    const ended = new AbortController();
    void followRun({ api, runId: id, attempt, abort: ended.signal }, (next) => {
      if (!ended.signal.aborted) setData(next);
    });
    return () => ended.abort();
  }, [api, id, attempt, isFollowed]);
  return isFollowed ? data : null;
}

type FollowedRun = Omit<FollowedAttempt, "after">;

/** Follows again whenever the stream ends: whether the run is over is for others to say. */
async function followRun(followed: FollowedRun, tell: (data: TranscriptData) => void): Promise<void> {
  const { abort } = followed;
  const entries: Entry[] = [];
  const show = calmly(() => tell(growing(entries)), abort);
  let after = -1;
  for (let failures = 0; !abort.aborted;) {
    try {
      for await (const part of followEntries({ ...followed, after })) {
        failures = 0;
        after = part.last;
        for (const entry of part.entries) entries.push(entry);
        show();
      }
    } catch (error) {
      if (error instanceof ApiError && ["login", "not-found", "no-permission"].includes(error.kind)) return;
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
