/** Waits until something may have happened to a run. */
import type { EventHub } from "./event-hub.ts";

/** Chunks of a transcript cause no event, so a follower also looks by itself. */
const lookAgainMs = 1_000;

/** Resolved by an event of the run, after a second, or when the server ends or nobody waits any more. */
export async function waitForEvent(hub: EventHub, runId: string, gone: AbortSignal): Promise<"look" | "closing"> {
  let timer: NodeJS.Timeout | undefined;
  let wake: (why: "look" | "closing") => void = () => {};
  const woken = new Promise<"look" | "closing">((resolve) => {
    wake = resolve;
    timer = setTimeout(() => resolve("look"), lookAgainMs);
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
