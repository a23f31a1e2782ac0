/** Closes a pipe of a process that has exited when something else still holds its other end. */
import type { Readable } from "node:stream";

const quietMs = 100;
/** Looks at a pipe that never falls quiet. */
const mostLooks = 10;
/** More than any pipe holds: what comes after it was written by someone else. */
const mostBytes = 4 * 1024 * 1024;

/**
 * What the process itself wrote is in the pipe by now, so silence means that it has all been read. A background process
 * that holds the pipe open must not keep us waiting, nor may one that goes on writing.
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
    if (bytes > mostBytes) pipe.destroy();
  });

  function look(): void {
    // After a busy stretch timers run before pipes are read; what waits there is heard before the verdict.
    setImmediate(() => {
      if (pipe.destroyed) return;
      if (bytes === bytesBefore || ++looks >= mostLooks) return void pipe.destroy();
      bytesBefore = bytes;
      timer = setTimeout(look, quietMs).unref();
    });
  }
}
