/** The kinds of columns: what comes out of one, what goes in, what it may be changed to. */
import type { ColumnType } from "kysely";

/** JSON goes in as text, because drivers write lists in ways of their own. */
export type JsonColumn<T> = ColumnType<T, string, string>;
export type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;
export type OptionalBytes = ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
/** Given by the database alone. */
export type Assigned<T> = ColumnType<T, never, never>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
