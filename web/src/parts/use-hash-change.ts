/** Hears of every change of the address's hash. */
import { useLayoutEffect } from "preact/hooks";

/**
 * It listens from the moment the first view stands. An effect that waits for the next frame would miss a change before it, and
 * the page would show the old address for good.
 */
export function useHashChange(changed: () => void): void {
  useLayoutEffect(() => {
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
}
