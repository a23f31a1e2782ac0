/** Where a request came from and which host it was sent to, as far as the headers can be trusted. */
import type { ApiContext } from "../route-deps.ts";

const loopbackAddress = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether an address or host name to listen on is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || loopbackAddress.test(host);
}

/** The address at the other end of the socket; "unknown" if there is no socket. */
function peerAddress(c: ApiContext): string {
  return (c.env?.incoming?.socket?.remoteAddress ?? "unknown").replace(/^::ffff:(?=\d+\.)/, "");
}

/** The client's address: the peer's, or the last one that a trusted proxy wrote. */
export function clientAddress(c: ApiContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded === undefined || forwarded === "" ? peerAddress(c) : forwarded.slice(0, 100);
}

/** Headers with which proxies describe the request that they pass on. */
const forwardingHeader =
  /^(?:via|forwarded|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|client-ip|true-client-ip|x-cluster-client-ip|x-original-.+|x-envoy-.+|x-amzn-.+|cf-.+|cdn-loop|fastly-.+|fly-.+)$/;

/**
 * Whether the request comes from a program on this machine. A proxy on it reveals itself by its headers, by a foreign
 * host name, or by HTTP/1.0, which nginx speaks unless told otherwise. One that hides all three cannot be recognized,
 * which is why reads need a token by default.
 */
export function isLocalRequest(c: ApiContext): boolean {
  if (c.env?.incoming?.httpVersion !== "1.1" || !loopbackAddress.test(peerAddress(c))) return false;
  const isForwarded = [...c.req.raw.headers.keys()].some((name) => forwardingHeader.test(name));
  return !isForwarded && hasAllowedHost(c, []);
}

/** Whether every host name of the request is ours. Protects against pages that point a foreign name at this machine. */
export function hasAllowedHost(c: ApiContext, hosts: readonly string[]): boolean {
  const names = [new URL(c.req.url).host, ...hostHeaders(c)].map(removePort);
  return names.every((name) => loopbackNames.has(name) || hosts.some((host) => host.toLowerCase() === name));
}

/** All Host headers: with two, a proxy and this server could read different ones. */
function hostHeaders(c: ApiContext): readonly string[] {
  const raw = c.env?.incoming?.rawHeaders;
  if (raw === undefined) return [c.req.header("host") ?? []].flat();
  return raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === "host");
}

/** Whether the request has exactly one Host header, as HTTP requires. */
export function hasOneHost(c: ApiContext): boolean {
  return c.env?.incoming?.rawHeaders === undefined || hostHeaders(c).length === 1;
}

/**
 * Whether the request comes from one of our own pages: from the host and port it was sent to, or from another name of this
 * server, which a proxy may have replaced. Another port of this machine belongs to another program.
 */
export function isOwnOrigin(c: ApiContext, origin: string, hosts: readonly string[]): boolean {
  const name = /^https?:\/\/([^/@]+)$/.exec(origin.toLowerCase())?.[1];
  if (name === undefined) return false;
  if (name === (c.req.header("host") ?? new URL(c.req.url).host).toLowerCase()) return true;
  return !loopbackNames.has(name) && hosts.some((host) => host.toLowerCase() === name);
}

function removePort(host: string): string {
  return host.toLowerCase().replace(/:\d{1,5}$/, "");
}
