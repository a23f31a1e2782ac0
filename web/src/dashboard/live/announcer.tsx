/** Tells screen readers what happened, at most every five seconds. */
import { useEffect, useState } from "preact/hooks";
import { formatCount } from "../../../../src/core/format-count.ts";
import type { Live, LiveEvent } from "./live.ts";

/** Only events of whole runs; more would be too much to listen to. */
const words: Readonly<Partial<Record<LiveEvent["type"], string>>> = {
  "run.queued": "queued",
  "run.started": "started",
  "run.finished": "finished",
  "run.cancelled": "cancelled",
};

/** Empty if there is nothing to announce. */
export function announce(events: readonly LiveEvent[]): string {
  const parts = Object.entries(words).flatMap(([type, word]) => {
    const count = events.filter((event) => event.type === type).length;
    return count === 0 ? [] : [`${formatCount(count, "run")} ${word}`];
  });
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}

const pauseMs = 5_000;

export function Announcer({ live }: { live: Live }) {
  const [text, setText] = useState("");
  useEffect(() => {
    let events: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      const next = announce(events);
      events = [];
      if (next !== "") setText(next);
    };
    const unsubscribe = live.subscribe((event) => {
      // Start waiting only when there is something to announce.
      if (announce([event]) === "") return;
      events.push(event);
      timer ??= setTimeout(update, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [live]);
  return (
    <p class="sr" role="status" aria-live="polite">
      {text}
    </p>
  );
}
