/** The log of requests to a scripted model. It is complete: keys and bodies are logged as received. */
import type { IncomingMessage } from "node:http";
import type { Body } from "./body.ts";
import type { ModelRequest, WireName } from "./model-request.ts";

/** One request and its result. */
export interface LoggedRequest {
  /** From 1, in order of arrival. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Null if it is not a request to a model. */
  readonly wire: WireName | null;
  readonly model: string | null;
  readonly stream: boolean;
  /** Null if no conversation matches. */
  readonly conversation: string | null;
  readonly step: number | null;
  /** Kind of the injected fault. */
  readonly fault: string | null;
  /** Why there is no answer. */
  readonly problem: string | null;
  readonly tools: readonly string[];
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A unique key, so that a request reveals who used it. */
export function scriptedKey(name: string): string {
  return `sk-scripted-${name}`;
}

/** What is known about a request before its body is interpreted. */
export function toLoggedRequest(message: IncomingMessage, body: Body, number: number): LoggedRequest {
  const address = new URL(message.url ?? "/", "http://127.0.0.1");
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
  return {
    number,
    method: message.method ?? "",
    path: address.pathname + address.search,
    wire: null,
    model: null,
    stream: false,
    conversation: null,
    step: null,
    fault: null,
    problem: null,
    tools: [],
    key: findKey(headers, address),
    headers,
    body: "problem" in body ? null : body.value,
  };
}

/** Finds the key wherever the vendor puts it. */
function findKey(headers: Readonly<Record<string, string>>, address: URL): string | null {
  const bearer = /^bearer +(.+)$/i.exec(headers["authorization"] ?? "")?.[1];
  return bearer ?? headers["x-api-key"] ?? headers["x-goog-api-key"] ?? address.searchParams.get("key");
}

/** The fields that the log adds for a request to a model. */
export function toQuestionFields(request: ModelRequest) {
  const { wire, model, stream, tools } = request;
  const names = tools.map(({ name, namespace }) => (namespace === undefined ? name : `${namespace}.${name}`));
  return { wire, model, stream, tools: names };
}
