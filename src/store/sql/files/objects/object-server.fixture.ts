/** A small in-memory object store on this machine: it checks signatures and can be made to misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sha256Hex, isSigned, type SigningKey } from "./object-signature.fixture.ts";

/** What the server does to one request instead of serving it. */
export type Misbehavior = "fail" | "redirect" | "hang-up" | "cut" | "lie" | "swell" | "silence";

export interface ObjectServer extends AsyncDisposable {
  readonly endpoint: string;
  /** Objects by path: bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** Method and path of every request, including refused ones. */
  readonly requests: string[];
  /** What to do to the next requests, one entry per request. */
  readonly mischief: (Misbehavior | "none")[];
}

/** A canary: output that contains it has leaked a secret. */
export const objectKey: SigningKey = { keyId: "canary-key-id", secret: "canary-secret-value", region: "eu-test-1" };

type ReceivedRequest = Pick<ObjectServer, "objects"> & { readonly path: string; readonly trick: Misbehavior | "none" };

export async function openObjectServer(): Promise<ObjectServer> {
  const state = {
    objects: new Map<string, Buffer>(),
    requests: [] as string[],
    mischief: [] as (Misbehavior | "none")[],
  };
  const server = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? "/", "http://any");
    state.requests.push(`${request.method} ${path}`);
    const trick = state.mischief.shift() ?? "none";
    void answerRequest(request, response, { objects: state.objects, path, trick }).catch(() => request.destroy());
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

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  received: ReceivedRequest,
): Promise<void> {
  const { trick } = received;
  if (trick === "silence") return;
  if (trick === "hang-up") return void request.destroy();
  const body = await readRequestBody(request);
  if (trick === "fail") return sendStatus(response, 503, `SlowDown ${objectKey.secret}`);
  if (trick === "redirect") return void response.writeHead(307, { location: "http://127.0.0.1:1/elsewhere" }).end();
  if (!isSigned(request, objectKey)) return sendStatus(response, 403, `SignatureDoesNotMatch ${objectKey.secret}`);
  if (request.headers["x-amz-content-sha256"] !== sha256Hex(body))
    return sendStatus(response, 400, "XAmzContentSHA256Mismatch");
  serveObject(request, response, { ...received, body });
}

function serveObject(
  request: IncomingMessage,
  response: ServerResponse,
  asked: ReceivedRequest & { readonly body: Buffer },
): void {
  const { objects, path, body, trick } = asked;
  const found = objects.get(path);
  if (request.method === "PUT" && request.headers["content-length"] === undefined) return sendStatus(response, 411, "");
  if (request.method === "PUT") {
    objects.set(path, body);
    return sendStatus(response, 200, "");
  }
  if (request.method === "DELETE") {
    objects.delete(path);
    return sendStatus(response, 204, "");
  }
  if (found === undefined) return sendStatus(response, 404, "NoSuchKey");
  if (request.method === "HEAD") return void response.writeHead(200, { "content-length": found.length }).end();
  sendObject(response, found, trick);
}

function sendObject(response: ServerResponse, found: Buffer, trick: Misbehavior | "none"): void {
  const other = Buffer.alloc(found.length, "not what was stored");
  const sent = trick === "lie" ? other : trick === "swell" ? Buffer.concat([found, other]) : found;
  response.writeHead(200, { "content-length": sent.length });
  if (trick !== "cut") return void response.end(sent);
  response.write(sent.subarray(0, sent.length / 2), () => response.destroy());
}

function sendStatus(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status).end(text);
}

async function readRequestBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
