/** A small in-memory object store on this machine: it checks signatures and can be made to misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hashOf, isSigned, type SigningKey } from "./object-signature.ts";

/** What the server does to one request instead of serving it. */
export type Mischief = "fail" | "redirect" | "hang-up" | "cut" | "lie" | "swell" | "silence";

export interface ObjectServer extends AsyncDisposable {
  readonly endpoint: string;
  /** Objects by path: bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** Method and path of every request, including refused ones. */
  readonly requests: string[];
  /** What to do to the next requests, one entry per request. */
  readonly mischief: (Mischief | "none")[];
}

/** A canary: output that contains it has leaked a secret. */
export const objectKey: SigningKey = { keyId: "canary-key-id", secret: "canary-secret-value", region: "eu-test-1" };

type Received = Pick<ObjectServer, "objects"> & { readonly path: string; readonly trick: Mischief | "none" };

export async function openObjectServer(): Promise<ObjectServer> {
  const state = { objects: new Map<string, Buffer>(), requests: [] as string[], mischief: [] as (Mischief | "none")[] };
  const server = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? "/", "http://any");
    state.requests.push(`${request.method} ${path}`);
    const trick = state.mischief.shift() ?? "none";
    void answer(request, response, { objects: state.objects, path, trick }).catch(() => request.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...state,
    endpoint: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, received: Received): Promise<void> {
  const { trick } = received;
  if (trick === "silence") return;
  if (trick === "hang-up") return void request.destroy();
  const body = await bodyOf(request);
  if (trick === "fail") return end(response, 503, `SlowDown ${objectKey.secret}`);
  if (trick === "redirect") return void response.writeHead(307, { location: "http://127.0.0.1:1/elsewhere" }).end();
  if (!isSigned(request, objectKey)) return end(response, 403, `SignatureDoesNotMatch ${objectKey.secret}`);
  if (request.headers["x-amz-content-sha256"] !== hashOf(body)) return end(response, 400, "XAmzContentSHA256Mismatch");
  serve(request, response, { ...received, body });
}

function serve(request: IncomingMessage, response: ServerResponse, asked: Received & { readonly body: Buffer }): void {
  const { objects, path, body, trick } = asked;
  const found = objects.get(path);
  if (request.method === "PUT" && request.headers["content-length"] === undefined) return end(response, 411, "");
  if (request.method === "PUT") {
    objects.set(path, body);
    return end(response, 200, "");
  }
  if (request.method === "DELETE") {
    objects.delete(path);
    return end(response, 204, "");
  }
  if (found === undefined) return end(response, 404, "NoSuchKey");
  if (request.method === "HEAD") return void response.writeHead(200, { "content-length": found.length }).end();
  give(response, found, trick);
}

function give(response: ServerResponse, found: Buffer, trick: Mischief | "none"): void {
  const other = Buffer.alloc(found.length, "not what was stored");
  const sent = trick === "lie" ? other : trick === "swell" ? Buffer.concat([found, other]) : found;
  response.writeHead(200, { "content-length": sent.length });
  if (trick !== "cut") return void response.end(sent);
  response.write(sent.subarray(0, sent.length / 2), () => response.destroy());
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status).end(text);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
