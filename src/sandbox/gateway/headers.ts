/** Headers on their way through the gateway: the token becomes the key, and headers that concern only one side are dropped. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Where clients put their key. */
export type KeyPlace = "x-api-key" | "authorization" | "x-goog-api-key" | "query";

const keyHeaders = ["x-api-key", "authorization", "x-goog-api-key"] as const;

/** Hop by hop, about the sender's own network, or replaced by the gateway. */
const droppedFromRequests =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|content-length|content-encoding|forwarded|via|x-forwarded-.*|x-real-ip|cookie|accept-encoding|x-api-key|authorization|x-goog-api-key)$/;

/** Also what names the operator's account, and where a redirect would lead. */
const droppedFromAnswers =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|alt-svc|set-cookie.*|.*organization.*|.*-project|location|www-authenticate|content-encoding|content-length)$/;

/** The place where a request has this token; null if it has it nowhere. */
export function findTokenPlace(headers: IncomingHttpHeaders, query: URLSearchParams, token: string): KeyPlace | null {
  for (const name of keyHeaders) {
    const said = [headers[name] ?? ""].flat()[0] ?? "";
    const value = name === "authorization" ? said.replace(/^bearer +/i, "") : said;
    if (isSameText(value, token)) return name;
  }
  return isSameText(query.get("key") ?? "", token) ? "query" : null;
}

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function toUpstreamHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return pickHeaders(headers, droppedFromRequests);
}

/** The key as a header; none if it travels in the query. */
export function toKeyHeader(place: KeyPlace, key: string): OutgoingHttpHeaders {
  if (place === "query") return {};
  return { [place]: place === "authorization" ? `Bearer ${key}` : key };
}

export function toClientHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return pickHeaders(headers, droppedFromAnswers);
}

function pickHeaders(headers: IncomingHttpHeaders, dropped: RegExp): OutgoingHttpHeaders {
  // A sender can name further headers that belong to its connection only.
  const named = (headers.connection ?? "").toLowerCase().split(/ *, */);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !dropped.test(name) && !named.includes(name),
    ),
  );
}
