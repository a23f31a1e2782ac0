/** Follows a server's event stream to learn when runs have ended. */
import type { ServerClient } from "./server-client.ts";

const reconnectPauseMs = 2_000;
/** After one of these events, a caller that waits for runs should check their state. */
const wakingEvents = new Set(["run.finished", "run.cancelled", "reset", "closing"]);

export interface EventSubscription {
  readonly workspace: string;
  readonly onEnded: () => void;
  readonly over: AbortSignal;
}

/** Reads until `over` fires. A broken stream is reopened; events missed meanwhile do no harm, because callers also poll. */
export async function followEvents(client: ServerClient, subscription: EventSubscription): Promise<void> {
  const { workspace, over } = subscription;
  while (!over.aborted) {
    const ask = { method: "GET", path: "v1/events", query: { workspace }, stream: over } as const;
    try {
      await client.send(ask, (answer) => readStream(answer, subscription));
    } catch {
      // Nothing is lost: callers also poll, and polling reports the error if it persists.
    }
    if (!over.aborted) await pause(reconnectPauseMs, over);
  }
}

async function readStream({ body }: Response, { onEnded, over }: EventSubscription): Promise<void> {
  // The stream does not contain events from before it was opened.
  onEnded();
  if (body === null) return;
  for await (const type of readEventTypes(readChunks(body, over))) if (wakingEvents.has(type)) onEnded();
}

/**
 * Reads the stream until `over` fires. When memory is garbage collected, Node's fetch drops the signal of a response
 * that is still being read (the request that held it is gone), so the reader is cancelled here.
 */
async function* readChunks(body: ReadableStream<Uint8Array>, over: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const end = () => void reader.cancel().catch(() => {}); // A broken stream has ended already.
  over.addEventListener("abort", end, { once: true });
  if (over.aborted) end();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    over.removeEventListener("abort", end);
    end();
  }
}

/** The types of the events in a stream. */
export async function* readEventTypes(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = (lines.pop() ?? "").slice(0, longestLine);
    for (const line of lines) if (line.startsWith("event: ")) yield line.slice("event: ".length);
  }
}

/** Event names are short; the rest of a longer line is not needed. */
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
