/** The runs loaded so far, and how new ones are added. Pure. */
import type { ListPage, RunDocument, RunSummary } from "../api/answers.ts";
import type { RunSort } from "./run-filters.ts";

export interface RunList {
  readonly rows: readonly RunSummary[];
  /** Where the next page starts; null at the end. */
  readonly cursor: string | null;
  /** New runs that arrived while the reader was further down; shown on demand, so that rows do not move. */
  readonly waiting: readonly RunSummary[];
  /** The order has changed, which only reloading can show. */
  readonly isOutdated: boolean;
}

export function startList(page: ListPage<RunSummary>): RunList {
  return { rows: page.data, cursor: page.next_cursor, waiting: [], isOutdated: false };
}

/** Skips rows that have been added in the meantime. */
export function addNextPage(list: RunList, page: ListPage<RunSummary>): RunList {
  const known = listIds(list);
  return {
    ...list,
    rows: [...list.rows, ...page.data.filter(({ id }) => !known.has(id))],
    cursor: page.next_cursor,
  };
}

export interface Refresh {
  /** The first page, loaded again. */
  readonly page: ListPage<RunSummary>;
  readonly sort: RunSort;
  /** Whether new rows may appear right away. */
  readonly mayMove: boolean;
}

/** Updates known rows in place; adds new ones or keeps them waiting. */
export function applyRefresh(list: RunList, { page, sort, mayMove }: Refresh): RunList {
  const known = listIds(list);
  const updated = updateRows(list, page.data);
  const added = page.data.filter(({ id }) => !known.has(id));
  if (added.length === 0) return updated;
  const overlaps = page.next_cursor === null || added.length < page.data.length;
  // Sorted by a number a new row may belong anywhere, and if no row is known, rows may be missing in between.
  if (sort !== "newest" || !overlaps) return { ...updated, isOutdated: true };
  const waiting = mergeRows(updated.waiting, added);
  return mayMove ? showWaitingRuns({ ...updated, waiting }) : { ...updated, waiting };
}

/** Adds the waiting runs. */
export function showWaitingRuns(list: RunList): RunList {
  return { ...list, rows: mergeRows(list.rows, list.waiting), waiting: [] };
}

/** Updates known rows. */
export function updateRows(list: RunList, rows: readonly RunSummary[]): RunList {
  const newer = new Map(rows.map((row) => [row.id, row]));
  const update = (row: RunSummary) => newer.get(row.id) ?? row;
  return { ...list, rows: list.rows.map(update), waiting: list.waiting.map(update) };
}

/** The row of a run that was loaded by itself. */
export function toRow(run: RunDocument): RunSummary {
  return { ...run, score: run.score?.score ?? null, tier: run.score?.tier ?? "Unranked" };
}

function listIds({ rows, waiting }: RunList): Set<string> {
  return new Set([...rows, ...waiting].map(({ id }) => id));
}

/** Newest first, in the server's order: by time, then by id. */
function mergeRows(rows: readonly RunSummary[], added: readonly RunSummary[]): RunSummary[] {
  return [...added, ...rows].toSorted(
    (a, b) => compareDescending(a.queued_at, b.queued_at) || compareDescending(a.id, b.id),
  );
}

function compareDescending(a: string, b: string): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
