/** A text stream to one reader that buffers unread text up to a limit. */
import type { TextSink } from "./event-stream.ts";

export interface Outlet extends TextSink {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the reader leaves or nothing more will be written. */
  readonly ended: Promise<void>;
}

/** Opens an outlet. A reader that exceeds the limit is cut off; any other gets everything written before the end. */
export function createOutlet(mostBytes: number, cut: () => void): Outlet {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  let isBehind = false;
  let onTaken: (() => void) | undefined;
  let onEnd: () => void = () => {};
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  const stop = () => {
    isOpen = false;
    onTaken?.();
    onEnd();
  };
  const room = () => controller?.desiredSize ?? 0;
  const isFull = () => isOpen && room() < mostBytes / 2;
  const stream = new ReadableStream<Uint8Array>(
    { start: (given) => void (controller = given), pull: () => onTaken?.(), cancel: stop },
    new ByteLengthQueuingStrategy({ highWaterMark: mostBytes }),
  );
  return {
    stream,
    ended,
    write(text) {
      const bytes = encoder.encode(text);
      isBehind = room() < bytes.length;
      if (!isOpen || isBehind) return false;
      controller?.enqueue(bytes);
      return true;
    },
    async taken() {
      while (isFull()) await new Promise<void>((resolve) => (onTaken = resolve));
    },
    end() {
      if (!isOpen) return;
      stop();
      // A reader that has stopped reading would never receive the end either, so cut the connection.
      if (isBehind) cut();
      controller?.close();
    },
  };
}
