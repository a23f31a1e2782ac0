/** Starts every new view at its top, for sighted readers and screen readers alike; moving within a view does not scroll. */
import { useLayoutEffect, useRef } from "preact/hooks";

interface ViewStart {
  /** Changes with the view, not with a step inside it. */
  readonly view: string;
  readonly title: string;
}

/** The reference is for the `main` element, which gets the focus. */
export function useViewStart({ view, title }: ViewStart) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(view);
  useLayoutEffect(() => {
    document.title = title;
  }, [view, title]);
  // In the same frame as the view: a frame later it would steal the focus from wherever the reader has moved it.
  useLayoutEffect(() => {
    if (before.current === view) return;
    before.current = view;
    scrollTo({ top: 0, behavior: "instant" });
    main.current?.focus({ preventScroll: true });
  }, [view]);
  return main;
}
