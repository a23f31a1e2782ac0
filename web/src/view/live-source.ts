/** Polls the entries of a running run, which come from a growing file. */
import { pause } from "../data/pause.ts";
import type { RunSource } from "../source/source.ts";
import { toEntry } from "../transcript/to-entry.ts";
import type { FollowedEntries, LiveEntries } from "../transcript/use-live-transcript.ts";

/** The writer's own interval. */
const pollMs = 1_000;

export function createLiveSource(live: NonNullable<RunSource["live"]>, runId: string): LiveEntries {
  return { follow: (after, abort) => followLive({ live, runId, from: after ?? 0 }, abort), isFinal: () => false };
}

interface Followed {
  readonly live: NonNullable<RunSource["live"]>;
  readonly runId: string;
  readonly from: number;
}

/** Ends with the run. */
export async function* followLive(
  { live, runId, from }: Followed,
  abort: AbortSignal,
): AsyncGenerator<FollowedEntries> {
  for (let place = from; !abort.aborted;) {
    const part = await live(runId, place);
    if (part === null) return;
    place = part.next;
    if (part.entries.length > 0) yield { entries: part.entries.map(toEntry), last: place };
    else await pause(pollMs, abort);
  }
}
