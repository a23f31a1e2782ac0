/** Sends a plain HTTP request on to its host: without what is meant for the proxy, and with a new frame for its body. */
import { type IncomingMessage, request as createRequest, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { errorMessage } from "../../core/error.ts";
import { parseTarget, type Target } from "./allowlist.ts";

export interface PlainUrl {
  readonly target: Target;
  /** Path and query, exactly as they were sent. */
  readonly path: string;
}

/** These concern one connection, not the message. The rest of the proxy's own are removed too. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
  "content-length",
  "x-axis",
  "x-axis-reason",
]);

/** Reads the absolute form, `http://host/path`. The path is not normalised: that is up to the host. */
function parseUrl(url: string): PlainUrl | { readonly problem: string } {
  const [, scheme = "", authority = "", rest = ""] = /^([a-z]+):\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (scheme === "") return { problem: "this is a proxy: a request must name its host, as in http://example.com/" };
  if (scheme.toLowerCase() !== "http") return { problem: `${scheme} must be sent through a tunnel (CONNECT)` };
  if (authority.includes("@")) return { problem: "the URL has a user name or password before its host" };
  const target = parseTarget(authority, 80);
  if (target === null) return { problem: "the URL has no valid host and port" };
  if (target.port === 443) return { problem: "on port 443, the first bytes must be a TLS hello" };
  return { target, path: rest.startsWith("/") ? rest : `/${rest}` };
}

/** Also refuses a body that could not be sent on as it is. */
export function parsePlainUrl({ url = "", headers }: IncomingMessage): PlainUrl | { readonly problem: string } {
  const isReadable = /^(?:chunked)?$/i.test(headers["transfer-encoding"] ?? "");
  return isReadable ? parseUrl(url) : { problem: "the only transfer encoding for a request is chunked" };
}

/** Both sides of a request, and the connection to its host. */
export interface PlainExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly outside: Socket;
}

/** Ends when the answer has been sent, or either side is gone. */
export async function sendRequest({ target, path }: PlainUrl, exchange: PlainExchange): Promise<void> {
  const { request, response, outside } = exchange;
  const sent = createRequest({
    createConnection: () => outside,
    method: request.method,
    path,
    headers: [...frameRequest(request, target), ...selectHeaders(request), "connection", "close"],
  });
  response.once("close", () => outside.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
    sent.once("upgrade", () => reject(new Error("the host changed the protocol")));
  });
  // A host may answer before it has read everything; only a missing answer is an error.
  const uploaded = pipeline(request, sent).catch(() => {});
  const answer = await answered.catch((error: unknown) => {
    throw new Error(`the host did not answer the request (${errorMessage(error)})`, { cause: error });
  });
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [
    ...frameAnswer(answer),
    ...selectHeaders(answer),
  ]);
  await pipeline(answer, response).catch(() => void response.destroy());
  await uploaded;
}

/** Host and length are written anew, so that the host reads the same request as the proxy did. */
function frameRequest({ method = "", headers }: IncomingMessage, { host, port }: Target): string[] {
  const head = ["host", port === 80 ? host.text : `${host.text}:${port}`];
  if (headers["transfer-encoding"] !== undefined) return [...head, "transfer-encoding", "chunked"];
  const length = headers["content-length"] ?? (/^(?:GET|HEAD|OPTIONS|DELETE|TRACE)$/.test(method) ? undefined : "0");
  return length === undefined ? head : [...head, "content-length", length];
}

function frameAnswer({ headers }: IncomingMessage): string[] {
  const length = headers["content-length"];
  return length === undefined || headers["transfer-encoding"] !== undefined ? [] : ["content-length", length];
}

/** A flat list of names and values. A header that `Connection` names is meant for the proxy, too. */
function selectHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = new Set((headers.connection ?? "").toLowerCase().split(/[\s,]+/));
  return rawHeaders.flatMap((name, index) => {
    const key = name.toLowerCase();
    if (index % 2 === 1 || hopByHop.has(key) || named.has(key)) return [];
    return [name, rawHeaders[index + 1] ?? ""];
  });
}
