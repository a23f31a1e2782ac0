/** Closes a pipe of a process that has exited while something else still holds its other end. */
import type { Readable } from "node:stream";

const quietMs = 100;
/** How often to look at a pipe that never becomes quiet. */
const maxLooks = 10;
/** More than any pipe holds: everything beyond it was written by another process. */
const maxBytes = 4 * 1024 * 1024;

/**
 * The process's own output is in the pipe by now, so silence means that all of it has been read. A background process
 // that holds the pipe open, or keeps writing to it, must not keep us waiting.
 */
export function closeWhenQuiet(pipe: Readable): void {
  if (pipe.destroyed) return;
  let bytes = 0;
  let bytesBefore = 0;
  let looks = 0;
  let timer = setTimeout(look, quietMs).unref();
  pipe.once("close", () => clearTimeout(timer));
  pipe.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxBytes) pipe.destroy();
  });

  function look(): void {
    // After a busy stretch, timers fire before pipes are read; data that is already waiting is read before the decision.
    setImmediate(() => {
      if (pipe.destroyed) return;
      if (bytes === bytesBefore || ++looks >= maxLooks) return void pipe.destroy();
      bytesBefore = bytes;
      timer = setTimeout(look, quietMs).unref();
    });
  }
}
