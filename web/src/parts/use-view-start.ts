/** Starts every new view at its top, for sighted readers and screen readers alike; Back returns to the place that was left. */
import { useLayoutEffect, useRef } from "preact/hooks";

interface ViewStart {
  /** Changes with the view, not with a step inside it. */
  readonly view: string;
  readonly title: string;
}

/** Browsers allow few changes of the history, so the place is stored when the page has come to rest. */
const restMs = 120;

/** The reference is for the `main` element, which gets the focus. */
export function useViewStart({ view, title }: ViewStart) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(view);
  useStoredPlace();
  useLayoutEffect(() => {
    document.title = title;
  }, [view, title]);
  // In the same frame as the view: a frame later it would steal the focus from wherever the reader has moved it.
  useLayoutEffect(() => {
    if (before.current === view) return;
    before.current = view;
    scrollTo({ top: readPlace(), behavior: "instant" });
    main.current?.focus({ preventScroll: true });
  }, [view]);
  return main;
}

/** Only an address that was left before has a place. */
function readPlace(): number {
  const state: unknown = history.state;
  const place = typeof state === "object" && state !== null && "place" in state ? state.place : 0;
  return typeof place === "number" ? place : 0;
}

/** Keeps the place with the address, and takes it from the browser to restore it. Before the first frame: a link may be followed right after it. */
function useStoredPlace(): void {
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    if (readPlace() > 0) scrollTo({ top: readPlace(), behavior: "instant" }); // The page was reloaded.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = () => history.replaceState({ ...(history.state as object | null), place: scrollY }, "");
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(store, restMs);
    };
    // A link is followed before the page has come to rest.
    const leave = (event: Event) => {
      if (event.target instanceof Element && event.target.closest("a") !== null) store();
      clearTimeout(timer);
    };
    // The address that Back leads to has a place of its own.
    const forget = () => clearTimeout(timer);
    addEventListener("scroll", wait, { passive: true });
    addEventListener("click", leave, { capture: true });
    addEventListener("popstate", forget);
    return () => {
      clearTimeout(timer);
      removeEventListener("popstate", forget);
      removeEventListener("scroll", wait);
      removeEventListener("click", leave, { capture: true });
    };
  }, []);
}
