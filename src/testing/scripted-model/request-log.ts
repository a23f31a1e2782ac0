/** What was asked of a scripted model, request by request. Nothing is left out: keys and bodies are as they came. */
import type { IncomingMessage } from "node:http";
import type { Body } from "./body.ts";
import type { ModelRequest, WireName } from "./model-request.ts";

/** One request, with what became of it. */
export interface LoggedRequest {
  /** From 1, in order of arrival. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** Null where it is no question to a model. */
  readonly wire: WireName | null;
  readonly model: string | null;
  readonly stream: boolean;
  /** Null where no conversation takes it. */
  readonly conversation: string | null;
  readonly step: number | null;
  /** Kind of the fault that struck. */
  readonly fault: string | null;
  /** Why it could not be answered. */
  readonly problem: string | null;
  readonly tools: readonly string[];
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A key that nobody else has, so that whoever used it is known. */
export function scriptedKey(name: string): string {
  return `sk-scripted-${name}`;
}

/** What is known of a request before anybody looks at what it asks. */
export function arrived(message: IncomingMessage, body: Body, number: number): LoggedRequest {
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
    key: keyIn(headers, address),
    headers,
    body: "problem" in body ? null : body.value,
  };
}

/** The key, wherever its vendor puts it. */
function keyIn(headers: Readonly<Record<string, string>>, address: URL): string | null {
  const bearer = /^bearer +(.+)$/i.exec(headers["authorization"] ?? "")?.[1];
  return bearer ?? headers["x-api-key"] ?? headers["x-goog-api-key"] ?? address.searchParams.get("key");
}

/** What the log says of a question to a model. */
export function questionParts(request: ModelRequest) {
  const { wire, model, stream, tools } = request;
  const names = tools.map(({ name, namespace }) => (namespace === undefined ? name : `${namespace}.${name}`));
  return { wire, model, stream, tools: names };
}
