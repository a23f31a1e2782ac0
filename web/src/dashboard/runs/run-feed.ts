/** The list of runs as it grows and changes: read, read on, kept up with what happens. Knows no page. */
import type { ApiError } from "../api/api-error.ts";
import { apiErrorOf } from "../parts/use-loaded.ts";
import { type ChangedRuns, toReadAgain } from "./changed-runs.ts";
import type { RunSort } from "./run-filters.ts";
import { firstRuns, type RunList, withNextPage, withRefreshed, withRows, withWaiting } from "./run-list.ts";
import type { RunReader } from "./run-reader.ts";

export interface FeedState {
  /** Null before the first page has come. */
  readonly list: RunList | null;
  /** The first page is on its way; rows that are shown are those of the filters before. */
  readonly isReading: boolean;
  readonly isReadingOn: boolean;
  readonly error: ApiError | null;
}

export interface RunFeed extends Disposable {
  state(): FeedState;
  /** Begins anew with other filters, or the same. */
  read(reader: RunReader, sort: RunSort): Promise<void>;
  readOn(): Promise<void>;
  /** Reads again what has changed; gives what there was no room for, or what it was too early for. */
  refresh(changed: ChangedRuns, mayMove: () => boolean): Promise<ChangedRuns>;
  /** Lets those in that wait above. */
  showWaiting(): void;
}

interface Asked {
  readonly reader: RunReader;
  readonly sort: RunSort;
}

/** The state of a feed, and the turn that may change it: it ends when other filters are asked for. */
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
    /** Does something with an answer, unless other filters were asked for since. */
    async take<T>(answer: Promise<T>, use: (value: T) => Partial<FeedState>): Promise<void> {
      const { signal } = turn;
      try {
        const value = await answer;
        if (!signal.aborted) change({ ...use(value), error: null });
      } catch (error) {
        if (!signal.aborted) change({ isReading: false, isReadingOn: false, error: apiErrorOf(error) });
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

/** Who could not be asked is asked again; other filters have read everything anew. */
function leftAfter(error: unknown, changed: ChangedRuns, abort: AbortSignal): ChangedRuns {
  return apiErrorOf(error).kind === "offline" && !abort.aborted ? changed : new Set();
}

export function createRunFeed(onChange: (state: FeedState) => void): RunFeed {
  const { change, take, signal, ...state } = createFeedState(onChange);
  let asked: Asked | null = null;
  /** The rows are those of the filters that were asked for last. */
  let isCurrent = false;
  let isRefreshing = false;

  async function read(reader: RunReader, sort: RunSort): Promise<void> {
    state.nextTurn();
    asked = { reader, sort };
    isCurrent = false;
    change({ isReading: true, isReadingOn: false });
    await take(reader.page(null, signal()), (page) => {
      isCurrent = true;
      return { list: firstRuns(page), isReading: false };
    });
  }

  async function reread({ reader, sort }: Asked, changed: ChangedRuns, mayMove: () => boolean): Promise<ChangedRuns> {
    if (!isCurrent) {
      await read(reader, sort);
      return new Set();
    }
    const abort = signal();
    const again = rereadOf(reader, changed, { shown: () => state.get().list?.rows ?? [], abort });
    await take(again, ({ page, rows }) =>
      state.mapList((list) => withRefreshed(withRows(list, rows), { page, sort, mayMove: mayMove() })),
    );
    return await again.then(
      ({ later }) => later,
      (error: unknown) => leftAfter(error, changed, abort),
    );
  }

  return {
    state: state.get,
    read,
    async readOn() {
      const { list, isReadingOn } = state.get();
      const cursor = list?.cursor ?? null;
      if (asked === null || cursor === null || !isCurrent || isReadingOn) return;
      change({ isReadingOn: true });
      await take(asked.reader.page(cursor, signal()), (page) => ({
        ...state.mapList((shown) => withNextPage(shown, page)),
        isReadingOn: false,
      }));
    },
    async refresh(changed, mayMove) {
      // What is on its way may have been read before it changed.
      const { isReading, isReadingOn } = state.get();
      if (asked === null || isReading || isReadingOn || isRefreshing) return changed;
      isRefreshing = true;
      try {
        return await reread(asked, changed, mayMove);
      } finally {
        isRefreshing = false;
      }
    },
    showWaiting: () => change(state.mapList(withWaiting)),
    [Symbol.dispose]: state.end,
  };
}

interface Shown {
  readonly shown: () => RunList["rows"];
  readonly abort: AbortSignal;
}

async function rereadOf(reader: RunReader, changed: ChangedRuns, { shown, abort }: Shown) {
  const page = await reader.page(null, abort);
  const { now, later } = toReadAgain(changed, shown(), page.data);
  return { page, later, rows: await reader.runs(now, abort) };
}
