/** Keeps the scroll position of the list in the history, so that Back and reload return to it. */
import { useEffect, useRef } from "preact/hooks";
import type { RunsState } from "./use-runs.ts";

/** Scrolling counts as over after this long. */
const restMs = 150;

interface ListPosition {
  readonly top: number;
  /** Loaded rows. */
  readonly rows: number;
}

export function useListPosition({ list, readOn }: Pick<RunsState, "list" | "readOn">): void {
  const target = useRef(readPosition(history.state));
  const rows = useRef(0);
  rows.current = list?.rows.length ?? 0;
  useEffect(() => {
    const place = target.current;
    if (place === null || list === null) return;
    if (list.rows.length < place.rows && list.cursor !== null) return readOn();
    target.current = null;
    // The rows must be rendered before the page can scroll there.
    requestAnimationFrame(() => scrollTo({ top: place.top, behavior: "instant" }));
  }, [list]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (target.current === null) history.replaceState({ listPlace: { top: scrollY, rows: rows.current } }, "");
    };
    // Reading the position forces a layout and storing it is slow: not while scrolling.
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, restMs);
    };
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener("scrollend", keepSoon, { signal });
    // Following a link leaves this entry of the history.
    addEventListener("click", () => timer !== undefined && keep(), { signal, capture: true });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, []);
}

/** Null for an entry without a position. */
function readPosition(state: unknown): ListPosition | null {
  const place = (state as { readonly listPlace?: Partial<ListPosition> } | null)?.listPlace;
  return typeof place?.top === "number" && typeof place.rows === "number" ? (place as ListPosition) : null;
}
