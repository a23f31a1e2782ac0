/** Receives notifications on a separate connection, and reconnects when that breaks. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const reconnectPauseMs = 1_000;

/** Calls back for each notification until disposed. Poll too: notifications are lost while the connection is down. */
export async function startListener(url: string, onNotice: () => void): Promise<AsyncDisposable> {
  const stop = new AbortController();
  const first = await connect(url, onNotice);
  const work = keepListening(first, { url, onNotice, abort: stop.signal });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await work;
    },
  };
}

interface ListenerOptions {
  readonly url: string;
  readonly onNotice: () => void;
  readonly abort: AbortSignal;
}

async function keepListening(first: pg.Client, { url, onNotice, abort }: ListenerOptions): Promise<void> {
  let client: pg.Client | null = first;
  while (!abort.aborted) {
    if (client !== null) await waitForEnd(client, abort);
    if (abort.aborted) break;
    // The database may be restarting: try again after a pause.
    client = await connect(url, onNotice).catch(() => null);
    if (client === null) await sleep(reconnectPauseMs, undefined, { signal: abort }).catch(() => {});
  }
  await client?.end().catch(() => {}); // A broken connection needs no closing.
}

async function connect(url: string, onNotice: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: "axis-listen",
  });
  client.on("error", () => {}); // An "end" event follows, which keepListening waits for.
  client.on("notification", onNotice);
  await client.connect();
  await client.query("listen axis_events");
  return client;
}

function waitForEnd(client: pg.Client, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.once("end", resolve);
    abort.addEventListener("abort", () => resolve(), { once: true });
  });
}
