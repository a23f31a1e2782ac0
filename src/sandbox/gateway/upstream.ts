/** Sends one request to a provider. Redirects are not followed, because the key would go with them. */
import { Agent as HttpAgent, type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect as connectTls } from "node:tls";
import { isLoopbackHost } from "../../core/http/loopback.ts";

export interface UpstreamRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | null;
}

export type UpstreamAnswer =
  | {
      readonly kind: "answer";
      readonly response: IncomingMessage;
      /** Whether the answer was cut because nothing arrived any more. */
      readonly isSilent: () => boolean;
    }
  | {
      readonly kind: "failed";
      readonly why: "unreachable" | "dropped" | "silent" | "stopped";
      readonly message: string;
    };

export interface UpstreamOptions {
  /** Ends the request, because its client has left or the run is over. */
  readonly abort: AbortSignal;
  /** How long nothing may arrive; the default fits models that think. */
  readonly silenceMs?: number;
}

/** A provider that is silent for this long will not answer. */
const defaultSilenceMs = 600_000;

/** The connections of one gateway; they are kept for the next request. */
export class Upstream implements Disposable {
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });
  readonly #proxies: Readonly<Partial<Record<string, string>>>;

  /** `env` says which proxy leads outside, in the usual variables. */
  constructor(env: Readonly<Partial<Record<string, string>>> = {}) {
    this.#proxies = env;
  }

  async send(
    asked: UpstreamRequest,
    { abort, silenceMs = defaultSilenceMs }: UpstreamOptions,
  ): Promise<UpstreamAnswer> {
    const isSecure = asked.url.protocol === "https:";
    const proxy = isSecure ? findProxy(asked.url.hostname, this.#proxies) : null;
    const socket = proxy === null ? null : await openTunnel(proxy, asked.url, abort).catch(toFailure);
    if (socket !== null && "kind" in socket) return socket;
    const options = { method: asked.method, headers: withLength(asked), signal: abort };
    const call = isSecure
      ? httpsRequest(asked.url, { ...options, ...(socket === null ? { agent: this.#https } : socket) })
      : httpRequest(asked.url, { ...options, agent: this.#http });
    return await new Promise((resolve) => {
      let isConnected = false;
      let isSilent = false;
      call.on("socket", (each) => {
        isConnected ||= !each.connecting;
        each.once("connect", () => (isConnected = true));
      });
      call.setTimeout(silenceMs, () => {
        isSilent = true;
        call.destroy();
      });
      call.on("response", (response) => resolve({ kind: "answer", response, isSilent: () => isSilent }));
      call.on("error", (error) => {
        const why = abort.aborted ? "stopped" : isSilent ? "silent" : isConnected ? "dropped" : "unreachable";
        resolve({ kind: "failed", why, message: error.message });
      });
      call.end(asked.body ?? undefined);
    });
  }

  [Symbol.dispose](): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

function withLength({ headers, body }: UpstreamRequest): OutgoingHttpHeaders {
  return body === null ? headers : { ...headers, "content-length": body.length };
}

function toFailure(error: unknown): UpstreamAnswer {
  return { kind: "failed", why: "unreachable", message: error instanceof Error ? error.message : String(error) };
}

/** The proxy for https, unless NO_PROXY excludes the host; null if there is none. */
export function findProxy(host: string, env: Readonly<Partial<Record<string, string>>>): URL | null {
  const written = env["HTTPS_PROXY"] ?? env["https_proxy"] ?? "";
  const excluded = (env["NO_PROXY"] ?? env["no_proxy"] ?? "").split(/[ ,]+/).filter((entry) => entry !== "");
  const isExcluded = excluded.some((entry) => {
    const name = entry.replace(/^\*?\.?/, "").replace(/:\d+$/, "");
    return entry === "*" || host === name || host.endsWith(`.${name}`);
  });
  if (written === "" || isExcluded || isLoopbackHost(host)) return null;
  return URL.canParse(written) ? new URL(written) : null;
}

/** Asks a proxy for a connection to the provider, and starts TLS inside it. */
function openTunnel(proxy: URL, { hostname, port }: URL, abort: AbortSignal) {
  const target = `${hostname}:${port === "" ? "443" : port}`;
  const signIn = [proxy.username, proxy.password].map(decodeURIComponent).join(":");
  const headers = {
    host: target,
    ...(signIn === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(signIn).toString("base64")}` }),
  };
  const send = proxy.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise<{ readonly agent: false; readonly createConnection: () => ReturnType<typeof connectTls> }>(
    (resolve, reject) => {
      const call = send(proxy, { method: "CONNECT", path: target, headers, agent: false, signal: abort });
      call.on("connect", (answer, socket) => {
        if (answer.statusCode === 200)
          return resolve({ agent: false, createConnection: () => connectTls({ socket, servername: hostname }) });
        socket.destroy();
        reject(new Error(`the proxy answered ${answer.statusCode ?? "nothing"}`));
      });
      call.on("error", reject);
      call.end();
    },
  );
}
