/** Entries of a run that goes on, asked for again and again: what they come from is a file that grows. */
import { pause } from "../data/pause.ts";
import type { RunSource } from "../source/source.ts";
import { entryOf } from "../transcript/shown-entry.ts";
import type { FollowedEntries, LiveEntries } from "../transcript/use-live-transcript.ts";

/** As often as its writer adds to it. */
const lookMs = 1_000;

export function liveSource(live: NonNullable<RunSource["live"]>, runId: string): LiveEntries {
  return { follow: (after, abort) => followLive({ live, runId, from: after ?? 0 }, abort), isFinal: () => false };
}

interface Followed {
  readonly live: NonNullable<RunSource["live"]>;
  readonly runId: string;
  readonly from: number;
}

/** Ends when the run has. */
export async function* followLive(
  { live, runId, from }: Followed,
  abort: AbortSignal,
): AsyncGenerator<FollowedEntries> {
  for (let place = from; !abort.aborted;) {
    const part = await live(runId, place);
    if (part === null) return;
    place = part.next;
    if (part.entries.length > 0) yield { entries: part.entries.map(entryOf), last: place };
    else await pause(lookMs, abort);
  }
}
