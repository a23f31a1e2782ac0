/** An opened run: its head is in memory, and the rows of its long lists are read on request. */
import type { RunDetail } from "../report/run-detail.ts";
import { type ListName, listNames, readListRows, stripRows } from "./run-lists.ts";

export interface RowList {
  readonly length: number;
  /** Length of that row, in bytes or characters of JSON. */
  readonly measureRow: (position: number) => number;
  /** The rows from the first position up to, but not including, the second. They are validated. */
  readonly read: (from: number, to: number) => Promise<readonly unknown[]>;
}

export interface OpenedRun {
  /** Validated. Its long lists are empty. */
  readonly head: RunDetail;
  readonly lists: Readonly<Record<ListName, RowList>>;
}

/** Opens a run that is in memory and already validated. */
export function openRunInMemory(detail: RunDetail): OpenedRun {
  return { head: stripRows(detail), lists: mapLists((name) => createMemoryRows(readListRows(detail, name))) };
}

export function mapLists(make: (name: ListName) => RowList): Record<ListName, RowList> {
  return Object.fromEntries(listNames.map((name) => [name, make(name)])) as Record<ListName, RowList>;
}

function createMemoryRows(rows: readonly unknown[]): RowList {
  return {
    length: rows.length,
    measureRow: (position) => JSON.stringify(rows[position]).length,
    read: (from, to) => Promise.resolve(rows.slice(from, to)),
  };
}
