/** The list of runs for a view: reloads when the filters change, and follows events. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Api, Query } from "../api/api.ts";
import type { Live } from "../live/live.ts";
import { useOfflineRetry } from "../parts/use-offline-retry.ts";
import { hasChanges, mergeChanges, type ChangedRuns } from "./changed-runs.ts";
import { createRunFeed, type FeedState, type RunFeed } from "./run-feed.ts";
import type { RunSort } from "./run-filters.ts";
import { createRunReader } from "./run-reader.ts";

export interface RunsRequest {
  readonly api: Api;
  readonly live: Live;
  readonly query: Query;
  readonly sort: RunSort;
  /** Whether rows may move now. */
  readonly mayMove: () => boolean;
}

export interface RunsState extends FeedState {
  readOn(): void;
  readAnew(): void;
  showWaiting(): void;
}

export function useRuns({ api, live, query, sort, mayMove }: RunsRequest): RunsState {
  const [, setTurn] = useState(0);
  const feedRef = useRef<RunFeed | null>(null);
  feedRef.current ??= createRunFeed(() => setTurn((turn) => turn + 1));
  const feed = feedRef.current;
  const readAnew = () => void feed.read(createRunReader(api, query), sort);
  useEffect(readAnew, [api, JSON.stringify(query)]);
  useEffect(() => () => feed[Symbol.dispose](), []);
  useOfflineRetry(feed.state().error, () => void feed.refresh(new Set(), mayMove));
  useEffect(() => followRuns(live, (changed) => feed.refresh(changed, mayMove)), [live]);
  return {
    ...feed.state(),
    readAnew,
    readOn: () => void feed.readOn(),
    showWaiting: feed.showWaiting,
  };
}

const pauseMs = 1_000;

/** Reloads changed runs, at most once a second and never twice at a time. Returns the function that ends it. */
function followRuns(live: Live, refresh: (changed: ChangedRuns) => Promise<ChangedRuns>): () => void {
  let changed: ChangedRuns = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const read = async () => {
    const now = changed;
    changed = new Set();
    const later = await refresh(now);
    timer = undefined;
    changed = mergeChanges(changed, later);
    if (hasChanges(changed)) plan();
  };
  const plan = () => {
    if (!isEnded) timer ??= setTimeout(() => void read(), pauseMs);
  };
  const note = (more: ChangedRuns) => {
    changed = mergeChanges(changed, more);
    plan();
  };
  const unsubscribe = live.subscribe((event) => {
    if (event.type === "reset") note("any");
    else if (event.runId !== null) note(new Set([event.runId]));
  });
  // Loads what failed while the server was offline.
  let wasAway = false;
  const unwatch = live.onStatus((status) => {
    if (status === "open" && wasAway) note(new Set());
    wasAway = status === "waiting";
  });
  return () => {
    isEnded = true;
    clearTimeout(timer);
    unsubscribe();
    unwatch();
  };
}
