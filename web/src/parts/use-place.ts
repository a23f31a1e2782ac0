/** A new view begins at its top, for eyes and for screen readers; steps within one view do not move it. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export function usePlace(place: string, main: RefObject<HTMLElement | null>): void {
  const before = useRef(place);
  // With the view itself: a frame later it would take the focus from where the reader went meanwhile.
  useLayoutEffect(() => {
    if (before.current === place) return;
    before.current = place;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);
}
