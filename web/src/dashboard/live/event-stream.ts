/** One stream of events, from its opening to its end. */
import type { Api } from "../api/api.ts";
import { watchInattention } from "./attention.ts";
import { createEventLines, type SentEvent } from "./event-lines.ts";

/** The server says something every 15 s, so a stream that is quiet for longer is dead. */
const quietMs = 40_000;

export interface StreamAsked {
  readonly api: Api;
  /** Null for all workspaces. */
  readonly workspace: string | null;
  /** Events after this one; null for those that come. */
  readonly last: string | null;
  readonly abort: AbortSignal;
}

/** Ends or throws when the server ends it, says nothing any more, or nobody looks at the page. */
export async function* streamedEvents(asked: StreamAsked): AsyncGenerator<"open" | SentEvent> {
  const { api, workspace, last, abort } = asked;
  const inattention = watchInattention();
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), quietMs);
  try {
    const answer = await api.open("/v1/events", {
      query: { workspace },
      abort: AbortSignal.any([abort, quiet.signal, inattention.signal]),
      ...(last !== null && { headers: { "Last-Event-ID": last } }),
    });
    yield "open";
    const lines = createEventLines();
    const text = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await text?.read(); piece?.value !== undefined; piece = await text?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), quietMs);
      yield* lines.read(piece.value);
    }
  } finally {
    clearTimeout(timer);
    inattention[Symbol.dispose]();
  }
}
