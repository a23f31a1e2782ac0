/** Reads again by itself what could not be read because the server was away: the page promises that it goes on. */
import { useEffect } from "preact/hooks";
import type { ApiError } from "../api/api-error.ts";

/** A server that is away is asked again after this long. */
const retryMs = 3_000;

/** Every failure is an error of its own, and is tried again once. */
export function useOfflineRetry(failed: ApiError | null, again: () => void): void {
  useEffect(() => {
    if (failed?.kind !== "offline") return;
    const timer = setTimeout(again, retryMs);
    return () => clearTimeout(timer);
  }, [failed]);
}
