/** Data that is read from the server: not yet there, there, or the reason why not. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/api-error.ts";

export type Loaded<T> =
  | { readonly state: "loading"; readonly value: T | null }
  | { readonly state: "ready"; readonly value: T }
  /** `value` is what was read before it failed. */
  | { readonly state: "failed"; readonly error: ApiError; readonly value: T | null };

/** A server that is away is asked again after this long. */
const retryMs = 3_000;

/**
 * Reads anew when the key changes, and whenever `again` is called; what was read stays until then.
 * @example const [trend, readAgain] = useLoaded((abort) => api.get("/v1/trends", { query, abort }), JSON.stringify(query));
 */
export function useLoaded<T>(read: (abort: AbortSignal) => Promise<T>, key: string): readonly [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading", value: null });
  const [turn, setTurn] = useState(0);
  const reading = useRef(read);
  reading.current = read;
  const shownKey = useRef(key);
  useEffect(() => {
    const ended = new AbortController();
    const isOther = shownKey.current !== key;
    shownKey.current = key;
    setLoaded((before) => ({ state: "loading", value: isOther ? null : before.value }));
    reading.current(ended.signal).then(
      (value) => ended.signal.aborted || setLoaded({ state: "ready", value }),
      (error: unknown) =>
        ended.signal.aborted ||
        setLoaded((before) => ({ state: "failed", error: apiErrorOf(error), value: before.value })),
    );
    return () => ended.abort();
  }, [key, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    if (loaded.state !== "failed" || loaded.error.kind !== "offline") return;
    const timer = setTimeout(again, retryMs);
    return () => clearTimeout(timer);
  }, [loaded]);
  return [loaded, again];
}

/** What is not an error of the API is a defect of this page, and is shown as one. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError("broken", error instanceof Error ? error.message : String(error), { cause: error });
}
