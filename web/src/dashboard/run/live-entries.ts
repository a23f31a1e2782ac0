/** Follows the entries of a run as they are written. */
import { toEntry } from "../../transcript/to-entry.ts";
import type { FollowedEntries, LiveEntries } from "../../transcript/use-live-transcript.ts";
import type { Api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import type { RunDocument } from "../api/answers.ts";

export interface FollowedAttempt {
  readonly api: Api;
  readonly runId: string;
  readonly attempt: number;
  /** The number of the last entry received. */
  readonly after: number;
  readonly abort: AbortSignal;
}

/** Null unless the run is still running. */
export function followLiveEntries(api: Api, { id, attempt, status }: FollowedRun): LiveEntries | null {
  if (status !== "running") return null;
  return {
    follow: (after, abort) => followEntries({ api, runId: id, attempt, after: after ?? -1, abort }),
    isFinal: (error) => error instanceof ApiError && ["login", "not-found", "no-permission"].includes(error.kind),
  };
}

type FollowedRun = Pick<RunDocument, "id" | "attempt" | "status">;

/** Yields entries as they arrive. Ends when the attempt ends or the server goes away. */
export async function* followEntries(followed: FollowedAttempt): AsyncGenerator<FollowedEntries> {
  const { api, runId, attempt, after, abort } = followed;
  const answer = await api.open("/v1/runs/{id}/transcript", {
    path: { id: runId },
    query: { follow: "true", attempt, after },
    abort,
  });
  const text = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await text?.read(); piece?.value !== undefined; piece = await text?.read()) {
    const lines = `${rest}${piece.value}`.split("\n");
    rest = lines.pop() ?? "";
    const numbered = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as NumberedEvent);
    const last = numbered.at(-1)?.index;
    if (last !== undefined) yield { entries: numbered.map(({ event }) => toEntry(event)), last };
  }
}

interface NumberedEvent {
  readonly index: number;
  readonly event: unknown;
}
