/** Joins two connections, and checks the first bytes of one that must be TLS. */
import type { Socket } from "node:net";
import { parseHost } from "../../core/config/host-entry.ts";
import { readClientHello } from "./client-hello.ts";

/** After one side has ended, how long the other may be silent. */
const halfOpenTimeoutMs = 60_000;
/** More than any hello has, with its records. */
const maxFirstBytes = 20_000;

/** Copies bytes both ways. If one of the two breaks, the other is closed too. */
export function joinSockets(inside: Socket, outside: Socket): void {
  copy(inside, outside);
  copy(outside, inside);
}

function copy(from: Socket, to: Socket): void {
  const hurry = (): void => void to.setTimeout(halfOpenTimeoutMs, () => to.destroy());
  from.on("error", () => to.destroy());
  from.once("end", hurry);
  from.once("close", () => {
    hurry();
    to.destroySoon();
  });
  from.pipe(to);
  // Its end may have come before anything listened to it.
  if (from.readableEnded) to.end();
}

/** What must be sent on, or the reason to cut the connection. */
export type FirstBytes = { readonly bytes: Buffer } | { readonly denied: string };

/** Waits for the TLS hello of a connection to `host`. `head` is what has already arrived. */
export function readHello(
  inside: Socket,
  head: Buffer,
  { host, timeoutMs }: { readonly host: string; readonly timeoutMs: number },
): Promise<FirstBytes> {
  return new Promise((resolve) => {
    let bytes = head;
    const finish = (): void => {
      clearTimeout(timer);
      inside.off("data", onData).off("close", finish).off("end", finish);
      inside.pause();
      const denied = findHelloProblem(bytes, host);
      resolve(denied === null ? { bytes } : { denied });
    };
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > maxFirstBytes || readClientHello(bytes).state !== "incomplete") finish();
    };
    const timer = setTimeout(finish, timeoutMs);
    inside.on("data", onData).once("close", finish).once("end", finish);
    onData(Buffer.alloc(0));
    if (inside.readableEnded) finish();
  });
}

function findHelloProblem(bytes: Buffer, requested: string): string | null {
  const hello = readClientHello(bytes);
  if (hello.state !== "complete") return "on port 443, the first bytes must be a TLS hello";
  if (hello.serverName === null || parseHost(hello.serverName)?.text === requested) return null;
  return `the TLS hello names another server: ${hello.serverName}`;
}
