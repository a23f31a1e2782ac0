/** The runs that were read so far, and how new ones come into their order. Pure. */
import type { ListPage, RunDocument, RunSummary } from "../api/answers.ts";
import type { RunSort } from "./run-filters.ts";

export interface RunList {
  readonly rows: readonly RunSummary[];
  /** Where the next page begins; null at the end. */
  readonly cursor: string | null;
  /** Came while somebody was reading further down: shown when asked for, so that nothing moves under the eye. */
  readonly waiting: readonly RunSummary[];
  /** The order has changed in ways that only reading anew can show. */
  readonly isOutdated: boolean;
}

export function firstRuns(page: ListPage<RunSummary>): RunList {
  return { rows: page.data, cursor: page.next_cursor, waiting: [], isOutdated: false };
}

/** Rows of the page that are known already came by another way meanwhile. */
export function withNextPage(list: RunList, page: ListPage<RunSummary>): RunList {
  const known = idsOf(list);
  return {
    ...list,
    rows: [...list.rows, ...page.data.filter(({ id }) => !known.has(id))],
    cursor: page.next_cursor,
  };
}

export interface Refreshed {
  /** The first page, read again. */
  readonly page: ListPage<RunSummary>;
  readonly sort: RunSort;
  /** Whether new rows may appear at once. */
  readonly mayMove: boolean;
}

/** Known rows change where they stand; new ones come in, or wait. */
export function withRefreshed(list: RunList, { page, sort, mayMove }: Refreshed): RunList {
  const known = idsOf(list);
  const updated = withRows(list, page.data);
  const added = page.data.filter(({ id }) => !known.has(id));
  if (added.length === 0) return updated;
  const overlaps = page.next_cursor === null || added.length < page.data.length;
  // By score a new row may belong anywhere, and without a known row there may be a gap before the known ones.
  if (sort === "score" || !overlaps) return { ...updated, isOutdated: true };
  const waiting = merged(updated.waiting, added);
  return mayMove ? withWaiting({ ...updated, waiting }) : { ...updated, waiting };
}

/** Those that waited come in. */
export function withWaiting(list: RunList): RunList {
  return { ...list, rows: merged(list.rows, list.waiting), waiting: [] };
}

/** Newer states of rows that are known. */
export function withRows(list: RunList, rows: readonly RunSummary[]): RunList {
  const newer = new Map(rows.map((row) => [row.id, row]));
  const update = (row: RunSummary) => newer.get(row.id) ?? row;
  return { ...list, rows: list.rows.map(update), waiting: list.waiting.map(update) };
}

/** The row of a run that was read by itself. */
export function rowOf(run: RunDocument): RunSummary {
  return { ...run, score: run.score?.score ?? null, tier: run.score?.tier ?? "Unranked" };
}

function idsOf({ rows, waiting }: RunList): Set<string> {
  return new Set([...rows, ...waiting].map(({ id }) => id));
}

/** Newest first, as the server sorts: by the moment they were asked for, then by id. */
function merged(rows: readonly RunSummary[], added: readonly RunSummary[]): RunSummary[] {
  return [...added, ...rows].toSorted((a, b) => later(a.queued_at, b.queued_at) || later(a.id, b.id));
}

function later(a: string, b: string): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
