/** A run that was opened: its head at hand, the rows of its long lists read when they are asked for. */
import type { RunDetail } from "../report/run-detail.ts";
import { type ListName, listNames, rowsOf, withoutRows } from "./run-lists.ts";

export interface RowList {
  readonly length: number;
  /** Of that row, in bytes or characters of JSON. */
  readonly lengthOf: (position: number) => number;
  /** From the first of these positions up to the one before the second. Checked. */
  readonly read: (from: number, to: number) => Promise<readonly unknown[]>;
}

export interface OpenedRun {
  /** Checked. Its long lists are empty. */
  readonly head: RunDetail;
  readonly lists: Readonly<Record<ListName, RowList>>;
}

/** One that is in memory, and was checked. */
export function wholeRun(detail: RunDetail): OpenedRun {
  return { head: withoutRows(detail), lists: eachList((name) => rowsInMemory(rowsOf(detail, name))) };
}

export function eachList(make: (name: ListName) => RowList): Record<ListName, RowList> {
  return Object.fromEntries(listNames.map((name) => [name, make(name)])) as Record<ListName, RowList>;
}

function rowsInMemory(rows: readonly unknown[]): RowList {
  return {
    length: rows.length,
    lengthOf: (position) => JSON.stringify(rows[position]).length,
    read: (from, to) => Promise.resolve(rows.slice(from, to)),
  };
}
