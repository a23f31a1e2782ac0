/** Entries of a run as they are written: lines that come for as long as the run goes on. */
import type { Entry } from "../../../../src/core/entry.ts";
import type { Api } from "../api/api.ts";

export interface FollowedEntries {
  readonly entries: readonly Entry[];
  /** Number of the last of them. */
  readonly last: number;
}

export interface FollowedAttempt {
  readonly api: Api;
  readonly runId: string;
  readonly attempt: number;
  /** Number of the last entry one has. */
  readonly after: number;
  readonly abort: AbortSignal;
}

/** As many at a time as arrive together. Ends when the attempt has ended, or when the server goes away. */
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
    if (last !== undefined) yield { entries: numbered.map(({ event }) => entryOf(event)), last };
  }
}

interface NumberedEvent {
  readonly index: number;
  readonly event: unknown;
}

/** Fields without which an entry cannot be shown. */
const texts: Readonly<Record<string, string>> = {
  assistant: "text",
  user: "text",
  system: "text",
  tool_use: "tool",
  tool_result: "output",
  error: "message",
};

/** What is no entry of ours is shown as it is. */
export function entryOf(event: unknown): Entry {
  const fields = typeof event === "object" && event !== null ? (event as Readonly<Record<string, unknown>>) : {};
  const type = String(fields["type"]);
  const field = Object.hasOwn(texts, type) ? texts[type] : undefined;
  const isEntry = field !== undefined && typeof fields[field] === "string";
  if (!isEntry) return { type: "system", timestamp: null, text: JSON.stringify(event) ?? "" };
  const timestamp = typeof fields["timestamp"] === "string" ? fields["timestamp"] : null;
  return { ...fields, timestamp } as Entry;
}
