/** Keeps a served page up to date: reads its index again after changes, with pauses. */
import { errorMessage } from "../../../src/core/error.ts";
import { useEffect, useState } from "preact/hooks";
import type { ServedIndex, ServedSource } from "../source/served.ts";

/** The connection to the server. */
export type Connection = "connected" | "lost";

export interface Served {
  readonly index: ServedIndex | null;
  /** Why it could not be read; the last good index stays. */
  readonly error: string | null;
  readonly connection: Connection;
}

const initialState: Served = { index: null, error: null, connection: "connected" };

/** The pause between two requests: at least this long, and this many times as long as the last request took. */
const pauseMs = 500;
const pauseFactor = 5;

export function useServedIndex(source: ServedSource): Served {
  const [served, setServed] = useState(initialState);
  useEffect(() => {
    const change = (part: Partial<Served>) => setServed((now) => ({ ...now, ...part }));
    const reader = openReader(source, change);
    const events = openEvents({
      // Events may have been missed before the connection, so read the index.
      onReady: () => {
        change({ connection: "connected" });
        reader.request();
      },
      onChanged: reader.request,
      onLost: () => change({ connection: "lost" }),
    });
    reader.request();
    return () => {
      events.close();
      reader.close();
    };
  }, [source]);
  return served;
}

const reconnectMs = 2000;

interface EventHandlers {
  readonly onReady: () => void;
  readonly onChanged: () => void;
  readonly onLost: () => void;
}

/** Listens for changes while the page is visible: browsers allow few connections to one server across all tabs. */
function openEvents({ onReady, onChanged, onLost }: EventHandlers): { readonly close: () => void } {
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const adjust = () => {
    if (document.hidden) {
      events?.close();
      events = null;
      return;
    }
    if (events !== null) return;
    events = new EventSource("events");
    events.addEventListener("ready", onReady);
    events.addEventListener("changed", onChanged);
    events.addEventListener("error", () => {
      onLost();
      // Most browsers reconnect by themselves; this is for those that gave up.
      if (events?.readyState !== EventSource.CLOSED) return;
      events = null;
      timer = setTimeout(adjust, reconnectMs);
    });
  };
  adjust();
  document.addEventListener("visibilitychange", adjust);
  return {
    close: () => {
      document.removeEventListener("visibilitychange", adjust);
      clearTimeout(timer);
      events?.close();
    },
  };
}

/** Reads one index at a time; requests in between are merged into one. */
function openReader(source: ServedSource, change: (part: Partial<Served>) => void) {
  let isRequested = false;
  let isReading = false;
  let isOpen = true;
  const read = async () => {
    isRequested = false;
    isReading = true;
    const began = performance.now();
    const part = await source.index().then(
      (index) => ({ index, error: null }),
      (error: unknown) => ({ error: errorMessage(error) }),
    );
    if (isOpen) change(part);
    setTimeout(
      () => {
        isReading = false;
        if (isRequested && isOpen) void read();
      },
      Math.max(pauseMs, (performance.now() - began) * pauseFactor),
    );
  };
  return {
    request: () => {
      isRequested = true;
      if (!isReading) void read();
    },
    close: () => {
      isOpen = false;
    },
  };
}
