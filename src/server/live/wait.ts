/** Waits until something may have happened to a run. */
import type { EventHub } from "./event-hub.ts";

/** New transcript chunks cause no event, so a follower also checks on its own. */
const recheckMs = 1_000;

/** Resolves on an event of the run, after a second, or when the server shuts down or the reader leaves. */
export async function waitForEvent(hub: EventHub, runId: string, gone: AbortSignal): Promise<"look" | "closing"> {
  let timer: NodeJS.Timeout | undefined;
  let wake: (why: "look" | "closing") => void = () => {};
  const woken = new Promise<"look" | "closing">((resolve) => {
    wake = resolve;
    timer = setTimeout(() => resolve("look"), recheckMs);
  });
  const onGone = () => wake("closing");
  gone.addEventListener("abort", onGone, { once: true });
  using _ = await hub.watch({
    onEvents: (events) => {
      if (events.some((event) => event.run_id === runId)) wake("look");
    },
    onClose: () => wake("closing"),
  });
  try {
    return gone.aborted ? "closing" : await woken;
  } finally {
    clearTimeout(timer);
    gone.removeEventListener("abort", onGone);
  }
}
