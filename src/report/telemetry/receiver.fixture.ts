/** A loopback host that receives telemetry and answers as a test tells it to. */
import { createServer, type IncomingMessage } from "node:http";

export interface Received {
  readonly path: string;
  readonly body: unknown;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** Resolves when this many requests have arrived. */
  came(count: number): Promise<void>;
}

/** Answers each request with the next status and repeats the last one; 0 never answers. */
export async function openReceiver(...statuses: number[]): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push({ path: request.url ?? "", body: body === "" ? null : JSON.parse(body) });
      const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
      for (const { count, done } of waiting) if (received.length >= count) done();
      if (status !== 0) response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("{}");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    received,
    came: (count) =>
      new Promise((done) => {
        if (received.length >= count) done();
        else waiting.push({ count, done });
      }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
