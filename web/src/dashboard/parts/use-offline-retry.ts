/** Reloads by itself what failed because the server was offline, as the page promises. */
import { useEffect } from "preact/hooks";
import type { ApiError } from "../api/api-error.ts";

/** How long to wait between attempts. */
const retryMs = 3_000;

/** Each failure is a new error object and is retried once. */
export function useOfflineRetry(failed: ApiError | null, again: () => void): void {
  useEffect(() => {
    if (failed?.kind !== "offline") return;
    const timer = setTimeout(again, retryMs);
    return () => clearTimeout(timer);
  }, [failed]);
}
