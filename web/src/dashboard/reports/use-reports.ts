/** The reports of a list, page by page; the first page is read again when something happens. */
import { useState } from "preact/hooks";
import type { ReportEntry } from "../api/answers.ts";
import type { ApiError } from "../api/api-error.ts";
import type { Query } from "../api/api.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { asApiError, type Loaded, useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

export interface ReportsState {
  readonly loaded: Loaded<readonly ReportEntry[]>;
  readonly again: () => void;
  /** Reads the next page; null if there is none. */
  readonly readOn: (() => void) | null;
  /** Why the next page could not be read. */
  readonly error: ApiError | null;
}

const pageSize = 50;

export function useReports({ api, live }: Pick<ViewProps, "api" | "live">, query: Query): ReportsState {
  const key = JSON.stringify(query);
  const [first, again] = useLoaded(
    (abort) => api.get("/v1/reports", { query: { ...query, limit: pageSize }, abort }),
    key,
  );
  const [more, setMore] = useState<{ key: string; rows: readonly ReportEntry[]; cursor: string | null } | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useLiveRefresh(live, "reports", again);
  const later = more?.key === key ? more : null;
  const cursor = later === null ? (first.value?.next_cursor ?? null) : later.cursor;
  const readOn = async () => {
    try {
      const page = await api.get("/v1/reports", { query: { ...query, limit: pageSize, cursor } });
      setMore({ key, rows: [...(later?.rows ?? []), ...page.data], cursor: page.next_cursor });
      setError(null);
    } catch (failure) {
      setError(asApiError(failure));
    }
  };
  const value = first.value === null ? null : mergeRows(first.value.data, later?.rows ?? []);
  return {
    loaded: { ...first, value } as Loaded<readonly ReportEntry[]>,
    again,
    readOn: cursor === null ? null : () => void readOn(),
    error,
  };
}

/** A report that moved to the second page since is shown once. */
function mergeRows(first: readonly ReportEntry[], later: readonly ReportEntry[]): readonly ReportEntry[] {
  const idOf = ({ workspace, id }: ReportEntry) => `${workspace} ${id}`;
  const known = new Set(first.map(idOf));
  return [...first, ...later.filter((row) => !known.has(idOf(row)))];
}
