/** Where one was in the list: kept with the step in the history, so that Back and a reload lead there again. */
import { useEffect, useRef } from "preact/hooks";
import type { RunsShown } from "./use-runs.ts";

/** So long after the last scrolling one has come to rest. */
const restMs = 150;

interface ListPlace {
  readonly top: number;
  /** Rows that had been read. */
  readonly rows: number;
}

export function useListPlace({ list, readOn }: Pick<RunsShown, "list" | "readOn">): void {
  const wanted = useRef(placeIn(history.state));
  const rows = useRef(0);
  rows.current = list?.rows.length ?? 0;
  useEffect(() => {
    const place = wanted.current;
    if (place === null || list === null) return;
    if (list.rows.length < place.rows && list.cursor !== null) return readOn();
    wanted.current = null;
    // The rows must have been laid out before there is such a place.
    requestAnimationFrame(() => scrollTo({ top: place.top, behavior: "instant" }));
  }, [list]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (wanted.current === null) history.replaceState({ listPlace: { top: scrollY, rows: rows.current } }, "");
    };
    // To ask for the place lays the page out, and to keep it is work for the whole browser: not while one still scrolls.
    const keepSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, restMs);
    };
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener("scrollend", keepSoon, { signal });
    // Who follows a link leaves this step of the history.
    addEventListener("click", () => timer !== undefined && keep(), { signal, capture: true });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, []);
}

/** Null for a step that was made anew, or by another view. */
function placeIn(state: unknown): ListPlace | null {
  const place = (state as { readonly listPlace?: Partial<ListPlace> } | null)?.listPlace;
  return typeof place?.top === "number" && typeof place.rows === "number" ? (place as ListPlace) : null;
}
