/** The list of runs as it grows and changes: loads pages and follows events. Independent of the page. */
import type { ApiError } from "../api/api-error.ts";
import { asApiError } from "../parts/use-loaded.ts";
import { type ChangedRuns, splitChanges } from "./changed-runs.ts";
import type { RunSort } from "./run-filters.ts";
import { startList, type RunList, addNextPage, applyRefresh, updateRows, showWaitingRuns } from "./run-list.ts";
import type { RunReader } from "./run-reader.ts";

export interface FeedState {
  /** Null before the first page is loaded. */
  readonly list: RunList | null;
  /** The first page is loading; the rows shown belong to the previous filters. */
  readonly isReading: boolean;
  readonly isReadingOn: boolean;
  readonly error: ApiError | null;
}

export interface RunFeed extends Disposable {
  state(): FeedState;
  /** Starts over, usually with other filters. */
  read(reader: RunReader, sort: RunSort): Promise<void>;
  readOn(): Promise<void>;
  /** Reloads changed runs; returns those to load later. */
  refresh(changed: ChangedRuns, mayMove: () => boolean): Promise<ChangedRuns>;
  /** Shows the new runs. */
  showWaiting(): void;
}

interface ReadRequest {
  readonly reader: RunReader;
  readonly sort: RunSort;
}

export function createRunFeed(onChange: (state: FeedState) => void): RunFeed {
  let state: FeedState = { list: null, isReading: true, isReadingOn: false, error: null };
  let request: ReadRequest | null = null;
  let turn = new AbortController();
  /** Whether the rows belong to the latest filters. */
  let isCurrent = false;
  let isRefreshing = false;
  const change = (parts: Partial<FeedState>) => {
    state = { ...state, ...parts };
    onChange(state);
  };
  /** Uses an answer unless the filters have changed since. */
  async function take<T>(answer: Promise<T>, use: (value: T) => Partial<FeedState>): Promise<void> {
    const { signal } = turn;
    try {
      const value = await answer;
      if (!signal.aborted) change({ ...use(value), error: null });
    } catch (error) {
      if (!signal.aborted) change({ isReading: false, isReadingOn: false, error: asApiError(error) });
    }
  }

  async function read(reader: RunReader, sort: RunSort): Promise<void> {
    turn.abort();
    turn = new AbortController();
    request = { reader, sort };
    isCurrent = false;
    change({ isReading: true, isReadingOn: false });
    await take(reader.page(null, turn.signal), (page) => {
      isCurrent = true;
      return { list: startList(page), isReading: false };
    });
  }

  async function reread(
    { reader, sort }: ReadRequest,
    changed: ChangedRuns,
    mayMove: () => boolean,
  ): Promise<ChangedRuns> {
    if (!isCurrent) {
      await read(reader, sort);
      return new Set();
    }
    const { signal: abort } = turn;
    const again = readChanges(reader, changed, { shown: () => state.list?.rows ?? [], abort });
    await take(again, ({ page, rows }) => ({
      list: state.list && applyRefresh(updateRows(state.list, rows), { page, sort, mayMove: mayMove() }),
    }));
    return await again.then(
      ({ later }): ChangedRuns => later,
      // Retry if offline; after a change of filters everything is loaded anyway.
      (error: unknown) => (asApiError(error).kind === "offline" && !abort.aborted ? changed : new Set<string>()),
    );
  }

  return {
    state: () => state,
    read,
    async readOn() {
      const cursor = state.list?.cursor ?? null;
      if (request === null || cursor === null || !isCurrent || state.isReadingOn) return;
      change({ isReadingOn: true });
      await take(request.reader.page(cursor, turn.signal), (page) => ({
        list: state.list && addNextPage(state.list, page),
        isReadingOn: false,
      }));
    },
    async refresh(changed, mayMove) {
      // What is being loaded may be older than the change.
      if (request === null || state.isReading || state.isReadingOn || isRefreshing) return changed;
      isRefreshing = true;
      try {
        return await reread(request, changed, mayMove);
      } finally {
        isRefreshing = false;
      }
    },
    showWaiting: () => change({ list: state.list && showWaitingRuns(state.list) }),
    [Symbol.dispose]: () => turn.abort(),
  };
}

interface RereadState {
  readonly shown: () => RunList["rows"];
  readonly abort: AbortSignal;
}

async function readChanges(reader: RunReader, changed: ChangedRuns, { shown, abort }: RereadState) {
  const page = await reader.page(null, abort);
  const { now, later } = splitChanges(changed, shown(), page.data);
  return { page, later, rows: await reader.runs(now, abort) };
}
