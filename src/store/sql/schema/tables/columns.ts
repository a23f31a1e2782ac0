/** The kinds of columns: the types for selecting, inserting and updating. */
import type { ColumnType } from "kysely";

/** JSON is inserted as text, because drivers serialize lists differently. */
export type JsonColumn<T> = ColumnType<T, string, string>;
export type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type TimeColumn = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalTimeColumn = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;
export type OptionalBytes = ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
/** Assigned by the database only. */
export type Assigned<T> = ColumnType<T, never, never>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
