/** The growing transcript of a run that is not recorded yet. */
import { useEffect, useState } from "preact/hooks";
import { hasCallFailed, toCall } from "../../../src/agents/transcript/call.ts";
import { classify } from "../../../src/agents/transcript/classify.ts";
import { type EntryGroup, groupEntries } from "../../../src/agents/transcript/groups.ts";
import { elapsedMs, parseTime } from "../../../src/agents/transcript/timestamps.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { pause } from "../data/pause.ts";
import { createNoAudits, type TranscriptData } from "../data/run-data.ts";
import { createRowMaker, type RowStep, type TranscriptRow } from "./rows.ts";

/** The shortest time between two updates; rendering more takes longer pauses. */
const minPauseMs = 400;
const pauseFactor = 8;
const longestPauseMs = 15_000;

export interface FollowedEntries {
  readonly entries: readonly Entry[];
  /** The offset of the last one, as the source counts. */
  readonly last: number;
}

/** Where the entries of a running run come from. */
export interface LiveEntries {
  /** Yields entries after an offset, or from the start. Ends when there are no more for now. */
  readonly follow: (after: number | null, abort: AbortSignal) => AsyncIterable<FollowedEntries>;
  /** Whether retrying is useless. */
  readonly isFinal: (error: unknown) => boolean;
}

/** Null while nothing is followed. Another key starts over. */
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

/** Follows again whenever the entries end: others decide whether the run is over. */
async function followRun(
  live: LiveEntries,
  abort: AbortSignal,
  onChange: (data: TranscriptData) => void,
): Promise<void> {
  const entries: Entry[] = [];
  const show = throttle(() => onChange(toTranscriptData(entries)), abort);
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

function toTranscriptData(entries: readonly Entry[]): TranscriptData {
  const now = [...entries];
  return {
    entries: now,
    rows: listLiveRows(now),
    audits: createNoAudits(),
    unnecessary: new Set(),
    unnecessaryWhy: "",
    total: now.length,
    isWhole: false,
    isGrowing: true,
  };
}

/** Calls at once, then with pauses; the last request is never lost. */
function throttle(work: () => void, abort: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const run = () => {
    isWanted = false;
    const began = performance.now();
    work();
    const rest = Math.max(minPauseMs, (performance.now() - began) * pauseFactor);
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

/** Numbers the steps of a growing transcript like those of the finished one. */
export function listLiveRows(entries: readonly Entry[]): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  createRowMaker(
    groupEntries(entries).map((group, position) => toStep(group, position, entries)),
    rows,
  )(entries.length);
  return rows;
}

function toStep(group: EntryGroup, position: number, entries: readonly Entry[]): RowStep {
  const { kind, entryIndices } = group;
  const call = kind === "tool" ? toCall(group, entries) : null;
  return {
    id: position + 1,
    kind,
    // Each message gets its own row at once; joined to the previous one, nobody would notice it.
    entryIndices: kind === "thinking" ? entryIndices.slice(0, 1) : entryIndices,
    categories: call === null ? ["agent"] : classify(call),
    toolName: call?.tool ?? null,
    hasError: call === null ? kind === "error" : hasCallFailed(call),
    // Thinking lasts until the next step starts, which may not have happened yet.
    durationMs: call?.use && call.result ? elapsedMs(readTime(call.use), readTime(call.result)) : null,
  };
}

function readTime({ timestamp }: Entry): number | null {
  return parseTime(timestamp);
}
