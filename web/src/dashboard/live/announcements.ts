/** What happened, in one sentence for those who listen to the page. */
import { formatCount } from "../../../../src/report/text/format-verdict.ts";
import type { LiveEvent } from "./live.ts";

/** Said of runs; what happens inside a run would be too much to listen to. */
const words: Readonly<Partial<Record<LiveEvent["type"], string>>> = {
  "run.queued": "queued",
  "run.started": "started",
  "run.finished": "finished",
  "run.cancelled": "cancelled",
};

/** Empty where nothing worth saying happened. */
export function announcementOf(events: readonly LiveEvent[]): string {
  const parts = Object.entries(words).flatMap(([type, word]) => {
    const count = events.filter((event) => event.type === type).length;
    return count === 0 ? [] : [`${formatCount(count, "run")} ${word}`];
  });
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}
