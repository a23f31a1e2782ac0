/** Data loaded from the server: loading, ready or failed. */
import { errorMessage } from "../../../../src/core/error.ts";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/api-error.ts";
import { useOfflineRetry } from "./use-offline-retry.ts";

export type Loaded<T> =
  | { readonly state: "loading"; readonly value: T | null }
  | { readonly state: "ready"; readonly value: T }
  /** `value` is from before the failure. */
  | { readonly state: "failed"; readonly error: ApiError; readonly value: T | null };

/**
 * Loads again when the key changes and whenever `again` is called; the old value stays until then. Calls during a request are
 * merged into one after it, so that answers are shown even if events arrive faster.
 * @example const [trend, readAgain] = useLoaded((abort) => api.get("/v1/trends", { query, abort }), JSON.stringify(query));
 */
export function useLoaded<T>(read: (abort: AbortSignal) => Promise<T>, key: string): readonly [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading", value: null });
  const [turn, setTurn] = useState(0);
  const reading = useRef(read);
  reading.current = read;
  const shownKey = useRef(key);
  const latest = useRef({ isReading: false, isRequested: false });
  const again = useCallback(() => {
    if (latest.current.isReading) latest.current.isRequested = true;
    else setTurn((before) => before + 1);
  }, []);
  useEffect(() => {
    const ended = new AbortController();
    const isOther = shownKey.current !== key;
    shownKey.current = key;
    const request = { isReading: true, isRequested: false };
    latest.current = request;
    setLoaded((before) => ({ state: "loading", value: isOther ? null : before.value }));
    const settle = (next: (before: Loaded<T>) => Loaded<T>) => {
      if (ended.signal.aborted) return;
      request.isReading = false;
      setLoaded(next);
      if (request.isRequested) again();
    };
    reading.current(ended.signal).then(
      (value) => settle(() => ({ state: "ready", value })),
      (error: unknown) => settle(({ value }) => ({ state: "failed", error: asApiError(error), value })),
    );
    return () => ended.abort();
  }, [key, turn]);
  useOfflineRetry(loaded.state === "failed" ? loaded.error : null, again);
  return [loaded, again];
}

/** Anything else is a bug in this page and is shown as one. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError("broken", errorMessage(error), { cause: error });
}
