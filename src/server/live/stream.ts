/** Answers that go on for as long as there is something to say. */
import { ApiProblem } from "../problem.ts";
import type { ApiContext, World } from "../world.ts";

/** JSON on one line: half characters are replaced, and no line break can be inside. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value, wellFormed)}\n`;
}

/** For JSON.stringify: text without half characters. */
export function wellFormed(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Makes text until there is no more, or its reader has gone. */
export type Texts = (gone: AbortSignal) => AsyncGenerator<string>;

/** Streams text as its reader takes it; what is slow to read is slow to make. */
export function streamOf(c: ApiContext, world: World, make: Texts): Response {
  const release = openStream(c, world);
  const gone = new AbortController();
  const texts = make(gone.signal);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (gone.signal.aborted) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        release();
        controller.close();
      } catch (error) {
        release();
        // The status is sent already: the only way left to say that it failed is to break off.
        if (!(error instanceof ApiProblem)) world.deps.onDefect?.(error, c.get("requestId"));
        controller.error(error);
      }
    },
    async cancel() {
      release();
      gone.abort();
      await texts.return(undefined);
    },
  });
  return c.body(stream, 200);
}

/** Counts a stream of this caller; gives the function that counts it back, once. */
export function openStream(c: ApiContext, { streams, limits }: World): () => void {
  const { key } = c.get("caller");
  const open = streams.get(key) ?? 0;
  if (open >= limits.streamsPerCaller)
    throw new ApiProblem("rate-limited", "Too many open streams", { headers: { "Retry-After": "10" } });
  streams.set(key, open + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const left = (streams.get(key) ?? 1) - 1;
    if (left === 0) streams.delete(key);
    else streams.set(key, left);
  };
}
