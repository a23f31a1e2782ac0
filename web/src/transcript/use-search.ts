/** Steps through the hits of a search in a transcript. */
import { useEffect, useState } from "preact/hooks";
import type { Entry } from "../../../src/core/entry.ts";
import { searchText, type TranscriptRow } from "./rows.ts";

/** Work between two pauses. */
const sliceMs = 12;

interface SearchTarget {
  readonly rows: readonly TranscriptRow[];
  readonly entries: readonly Entry[];
}

/** The positions of matching rows, ignoring case; undefined if aborted. */
export async function searchRows(
  { rows, entries }: SearchTarget,
  query: string,
  abort: AbortSignal,
): Promise<number[] | undefined> {
  const needle = query.toLowerCase();
  const found: number[] = [];
  let began = performance.now();
  for (const [position, row] of rows.entries()) {
    if (row.entries.some((at) => containsText(entries[at], needle))) found.push(position);
    if (performance.now() - began < sliceMs) continue;
    await nextTask();
    if (abort.aborted) return undefined;
    began = performance.now();
  }
  return abort.aborted ? undefined : found;
}

function containsText(entry: Entry | undefined, needle: string): boolean {
  return entry !== undefined && searchText(entry).toLowerCase().includes(needle);
}

/** Lets the browser render and handle input. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

export interface Search {
  /** The query the hits belong to; empty without a search. */
  readonly query: string;
  /** Null while searching. */
  readonly hits: readonly number[] | null;
  /** The index of the current hit. */
  readonly index: number;
  /** The row of the current hit. */
  readonly current: number | undefined;
  readonly move: (by: 1 | -1) => void;
}

/** Waits for a pause in typing. */
const pauseMs = 150;

export function useSearch(target: SearchTarget, query: string): Search {
  const [found, setFound] = useState<readonly number[] | null>([]);
  const [at, setAt] = useState(0);
  const [searched, setSearched] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    if (query === "") {
      setFound([]);
      setSearched("");
      return () => stop.abort();
    }
    // If only the transcript grew, keep the hits and the position.
    const isSame = query === searched;
    if (!isSame) setFound(null);
    const timer = setTimeout(() => {
      void searchRows(target, query, stop.signal).then((positions) => {
        if (positions === undefined) return;
        setSearched(query);
        setFound(positions);
        if (!isSame) setAt(0);
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [target.rows, query]);
  const count = found?.length ?? 0;
  const move = (by: 1 | -1) => setAt(count === 0 ? 0 : (at + by + count) % count);
  return { query: searched, hits: found, index: at, current: searched === "" ? undefined : found?.[at], move };
}
