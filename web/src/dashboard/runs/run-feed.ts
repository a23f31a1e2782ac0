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

interface Listing {
  readonly reader: RunReader;
  readonly sort: RunSort;
}

/** The state of a feed, and the turn that may change it; a turn ends when the filters change. */
function createFeedState(onChange: (state: FeedState) => void) {
  let state: FeedState = { list: null, isReading: true, isReadingOn: false, error: null };
  let turn = new AbortController();
  const change = (parts: Partial<FeedState>) => {
    state = { ...state, ...parts };
    onChange(state);
  };
  return {
    get: () => state,
    mapList: (use: (list: RunList) => RunList) => ({ list: state.list && use(state.list) }),
    change,
    /** Uses an answer unless the filters have changed since. */
    async take<T>(answer: Promise<T>, use: (value: T) => Partial<FeedState>): Promise<void> {
      const { signal } = turn;
      try {
        const value = await answer;
        if (!signal.aborted) change({ ...use(value), error: null });
      } catch (error) {
        if (!signal.aborted) change({ isReading: false, isReadingOn: false, error: asApiError(error) });
      }
    },
    signal: () => turn.signal,
    nextTurn() {
      turn.abort();
      turn = new AbortController();
    },
    end: () => turn.abort(),
  };
}

/** Retry if offline; after a change of filters everything is loaded anyway. */
function listRemaining(error: unknown, changed: ChangedRuns, abort: AbortSignal): ChangedRuns {
  return asApiError(error).kind === "offline" && !abort.aborted ? changed : new Set();
}

export function createRunFeed(onChange: (state: FeedState) => void): RunFeed {
  const { change, take, signal, ...state } = createFeedState(onChange);
  let request: Listing | null = null;
  /** Whether the rows belong to the latest filters. */
  let isCurrent = false;
  let isRefreshing = false;

  async function read(reader: RunReader, sort: RunSort): Promise<void> {
    state.nextTurn();
    request = { reader, sort };
    isCurrent = false;
    change({ isReading: true, isReadingOn: false });
    await take(reader.page(null, signal()), (page) => {
      isCurrent = true;
      return { list: startList(page), isReading: false };
    });
  }

  async function reread({ reader, sort }: Listing, changed: ChangedRuns, mayMove: () => boolean): Promise<ChangedRuns> {
    if (!isCurrent) {
      await read(reader, sort);
      return new Set();
    }
    const abort = signal();
    const again = readChanges(reader, changed, { shown: () => state.get().list?.rows ?? [], abort });
    await take(again, ({ page, rows }) =>
      state.mapList((list) => applyRefresh(updateRows(list, rows), { page, sort, mayMove: mayMove() })),
    );
    return await again.then(
      ({ later }) => later,
      (error: unknown) => listRemaining(error, changed, abort),
    );
  }

  return {
    state: state.get,
    read,
    async readOn() {
      const { list, isReadingOn } = state.get();
      const cursor = list?.cursor ?? null;
      if (request === null || cursor === null || !isCurrent || isReadingOn) return;
      change({ isReadingOn: true });
      await take(request.reader.page(cursor, signal()), (page) => ({
        ...state.mapList((shown) => addNextPage(shown, page)),
        isReadingOn: false,
      }));
    },
    async refresh(changed, mayMove) {
      // What is being loaded may be older than the change.
      const { isReading, isReadingOn } = state.get();
      if (request === null || isReading || isReadingOn || isRefreshing) return changed;
      isRefreshing = true;
      try {
        return await reread(request, changed, mayMove);
      } finally {
        isRefreshing = false;
      }
    },
    showWaiting: () => change(state.mapList(showWaitingRuns)),
    [Symbol.dispose]: state.end,
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
