/** Where one was in the list: kept with the step in the history, so that Back and a reload lead there again. */
import { useEffect, useRef } from "preact/hooks";
import type { RunsShown } from "./use-runs.ts";

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
    const keep = () => {
      if (wanted.current === null) history.replaceState({ listPlace: { top: scrollY, rows: rows.current } }, "");
    };
    addEventListener("scrollend", keep);
    return () => removeEventListener("scrollend", keep);
  }, []);
}

/** Null for a step that was made anew, or by another view. */
function placeIn(state: unknown): ListPlace | null {
  const place = (state as { readonly listPlace?: Partial<ListPlace> } | null)?.listPlace;
  return typeof place?.top === "number" && typeof place.rows === "number" ? (place as ListPlace) : null;
}
