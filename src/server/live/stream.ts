/** Responses that stream until there is nothing more to send. */
import { ApiProblem } from "../problem.ts";
import type { ApiContext, RouteDeps } from "../route-deps.ts";

/** JSON on one line. Lone surrogates are replaced, and line breaks inside are always escaped. */
export function toJsonLine(value: unknown): string {
  return `${JSON.stringify(value, toWellFormedValue)}\n`;
}

/** A JSON.stringify replacer that removes lone surrogates from text. */
export function toWellFormedValue(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Generates text until it is done or the reader has gone. */
export type TextSource = (gone: AbortSignal) => AsyncGenerator<string>;

/** Streams text at the reader's speed: a slow reader slows down the generator. */
export function streamText(c: ApiContext, deps: RouteDeps, make: TextSource): Response {
  const release = acquireStream(c, deps);
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
        // The status is already sent, so breaking off the stream is the only way to report a failure.
        if (!(error instanceof ApiProblem)) deps.onDefect?.(error, c.get("requestId"));
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

/** Counts an open stream of this caller. Returns the function that releases it; calling it twice has no effect. */
export function acquireStream(c: ApiContext, { streams, limits }: RouteDeps): () => void {
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
