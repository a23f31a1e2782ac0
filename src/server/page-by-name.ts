/** Pages of a short list that is sorted by name: the list is read whole and returned in parts. */
import { readCursor, writeCursor } from "../store/sql/page.ts";
import { defaultPageSize } from "./answers/shared.ts";

export interface NamedPage<Row> {
  readonly list: string;
  /** The filter of the list; a cursor is only valid for the same filter. */
  readonly scope: unknown;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly nameOf: (row: Row) => string;
}

export function pageByName<Row>(
  rows: readonly Row[],
  { list, scope, limit = defaultPageSize, cursor, nameOf }: NamedPage<Row>,
) {
  const filters = { list, scope };
  const after = readCursor(cursor, { filters, kind: "number" })?.id;
  const rest = after === undefined ? rows : rows.filter((row) => nameOf(row) > after);
  const data = rest.slice(0, limit);
  const last = data.at(-1);
  const more = rest.length > limit && last !== undefined;
  return { data, next_cursor: more ? writeCursor({ key: "0", id: nameOf(last) }, filters) : null };
}
