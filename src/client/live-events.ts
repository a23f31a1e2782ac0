/** Hears from a server that runs have ended, for as long as somebody wants to know. */
import type { ServerClient } from "./server-client.ts";

const againMs = 2_000;
/** After these, somebody who waits for runs has a reason to look. */
const telling = new Set(["run.finished", "run.cancelled", "reset", "closing"]);

export interface Listening {
  readonly workspace: string;
  readonly onEnded: () => void;
  readonly over: AbortSignal;
}

/** Reads until it is over. A stream that breaks is opened again: whoever waits also looks by itself. */
export async function followEvents(client: ServerClient, { workspace, onEnded, over }: Listening): Promise<void> {
  while (!over.aborted) {
    const ask = { method: "GET", path: "v1/events", query: { workspace }, stream: over } as const;
    try {
      await client.send(ask, (answer) => readStream(answer, { onEnded, over }));
    } catch {
      // Nothing is lost: those who wait find out by looking, and what stands in the way is told there.
    }
    if (!over.aborted) await pause(againMs, over);
  }
}

async function readStream({ body }: Response, { onEnded, over }: Pick<Listening, "onEnded" | "over">): Promise<void> {
  // What happened before the stream was open is not in it.
  onEnded();
  if (body === null) return;
  for await (const type of eventTypes(chunksOf(body, over))) if (telling.has(type)) onEnded();
}

/**
 * The stream until it is over. Node's fetch forgets the signal of an answer that is still being read when memory is
 * tidied up (the request that held it is gone), so the reading itself is ended here.
 */
async function* chunksOf(body: ReadableStream<Uint8Array>, over: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const end = () => void reader.cancel().catch(() => {}); // A stream that broke has ended as well.
  over.addEventListener("abort", end, { once: true });
  if (over.aborted) end();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    over.removeEventListener("abort", end);
    end();
  }
}

/** The types of the events in a stream of them. */
export async function* eventTypes(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(0, longestLine);
    for (const line of lines) if (line.startsWith("event: ")) yield line.slice("event: ".length);
  }
}

/** Names are short; whatever else a line holds is not needed. */
const longestLine = 1_000;

async function pause(ms: number, over: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      over.removeEventListener("abort", done);
      resolve();
    }
    over.addEventListener("abort", done, { once: true });
  });
}
