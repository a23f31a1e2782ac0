/** One model request on its way through the gateway: checked, sent with the real key, answered as it arrives, recorded. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { JsonView } from "../../core/json-view.ts";
import { toText } from "../../core/json-view.ts";
import type { ModelCall } from "../../core/model/model-call.ts";
import { AnswerTap } from "./answer-tap.ts";
import { deliverUpstream } from "./delivery.ts";
import type { GatewayOptions, ProviderTarget } from "./gateway-options.ts";
import { type KeyPlace, toClientHeaders, toKeyHeader, toUpstreamHeaders } from "./headers.ts";
import { type OwnAnswer, sendOwnAnswer } from "./own-answer.ts";
import { withholdProviderTools } from "./provider-tools.ts";
import { decode, readRequest } from "./read-request.ts";
import { findErrorFormat, type Route } from "./routes.ts";
import type { Upstream, UpstreamAnswer, UpstreamRequest } from "./upstream.ts";
import type { AnswerWire } from "./wires/answer.ts";
import { asksForUsage, askForUsage } from "./wires/chat.ts";

type ModelRoute = Extract<Route, { kind: "model" }>;

/** What is known of a request so far. */
export type CallDraft = { -readonly [Key in keyof ModelCall]: ModelCall[Key] };

export interface ExchangeInput {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly route: ModelRoute;
  readonly place: KeyPlace;
  readonly target: ProviderTarget;
}

export interface ExchangeDeps {
  readonly options: GatewayOptions;
  readonly upstream: Upstream;
}

/** Never rejects because of a client or a provider; what happened is in the draft. */
export async function exchange(input: ExchangeInput, draft: CallDraft, deps: ExchangeDeps): Promise<void> {
  const prepared = await prepareRequest(input, draft, deps.options);
  if ("status" in prepared) return refuse(input, draft, prepared);
  const left = new AbortController();
  const onClose = () => left.abort();
  input.response.on("close", onClose);
  try {
    const { options, upstream } = deps;
    const { silenceMs, firstWaitMs, onWait } = options;
    const pace = options.pace?.(input.route.provider, input.target);
    const sent = await deliverUpstream(upstream, prepared.request, {
      abort: left.signal,
      pace,
      silenceMs,
      firstWaitMs,
      onWait,
    });
    draft.attempts = sent.attempts;
    draft.waitedMs = sent.waitedMs;
    await passOn(sent.answer, { ...input, hidesUsage: prepared.hidesUsage, hasLeft: () => left.signal.aborted }, draft);
  } finally {
    input.response.off("close", onClose);
  }
}

/** Answers in the gateway's own name. */
export function refuse({ response, url, route }: ExchangeInput, draft: CallDraft, answer: OwnAnswer): void {
  draft.ending = "refused";
  draft.status = answer.status;
  sendOwnAnswer(response, answer, findErrorFormat(route, url.pathname));
}

interface PreparedRequest {
  readonly request: UpstreamRequest;
  readonly hidesUsage: boolean;
}

async function prepareRequest(
  input: ExchangeInput,
  draft: CallDraft,
  options: GatewayOptions,
): Promise<PreparedRequest | OwnAnswer> {
  const { message, route } = input;
  if (message.method === "GET") return { request: toUpstreamRequest(input, null), hidesUsage: false };
  const body = await readRequest(message);
  if ("status" in body) return body;
  draft.model = route.model ?? (toText(body.json["model"]) || null);
  if (body.json["background"] === true)
    return { status: 400, message: "AXIS does not pass on background requests: their answer would not be seen" };
  if (route.wire === null) return { request: toUpstreamRequest(input, body.bytes), hidesUsage: false };
  const changed = changeBody(body.json, { wire: route.wire, granted: options.providerTools }, draft);
  if ("status" in changed) return changed;
  const bytes = changed.json === null ? body.bytes : Buffer.from(JSON.stringify(changed.json));
  return { request: toUpstreamRequest(input, bytes), hidesUsage: changed.hidesUsage };
}

interface ChangedBody {
  /** Null if the bytes can be sent as they came. */
  readonly json: JsonView | null;
  readonly hidesUsage: boolean;
}

/** Removes tools that are withheld, and asks for the usage of a streamed chat. */
function changeBody(
  json: JsonView,
  { wire, granted = ["*"] }: { readonly wire: AnswerWire; readonly granted: readonly string[] | undefined },
  draft: CallDraft,
): ChangedBody | OwnAnswer {
  const { body, withheld, isEmpty } = withholdProviderTools(wire.name, json, granted);
  draft.offersTools = wire.offersTools(body);
  if (withheld.length > 0) draft.withheld = [...withheld];
  if (isEmpty)
    return { status: 403, message: `AXIS withholds ${withheld.join(", ")}; sandbox.provider_tools grants it` };
  const hidesUsage = wire.name === "chat" && json["stream"] === true && !asksForUsage(json);
  const changed = hidesUsage ? askForUsage(body) : body;
  // Where tools are withheld, what was checked is what is sent: a second key of the same name must not slip through.
  return { json: changed === json && granted.includes("*") ? null : changed, hidesUsage };
}

function toUpstreamRequest(
  { message, url, route, place, target }: ExchangeInput,
  body: Buffer | null,
): UpstreamRequest {
  const address = new URL(target.url.replace(/\/+$/, "") + route.path);
  for (const [name, value] of url.searchParams) if (name !== "key") address.searchParams.append(name, value);
  if (place === "query") address.searchParams.set("key", target.key);
  const headers = { ...toUpstreamHeaders(message.headers), ...toKeyHeader(place, target.key) };
  return { method: message.method ?? "POST", url: address, headers, body };
}

interface PassOnInput extends ExchangeInput {
  readonly hidesUsage: boolean;
  readonly hasLeft: () => boolean;
}

async function passOn(answer: UpstreamAnswer, input: PassOnInput, draft: CallDraft): Promise<void> {
  if (answer.kind === "failed") return passOnFailure(answer, input, draft);
  const { response } = answer;
  const status = response.statusCode ?? 0;
  draft.status = status;
  if (status >= 300 && status < 400) {
    response.resume();
    draft.ending = "redirected";
    return answerFor(input, {
      status: 502,
      message: "The provider answered with a redirect, which AXIS does not follow",
    });
  }
  if (input.hasLeft()) {
    response.destroy();
    draft.ending = status < 300 ? "left" : "status";
    return;
  }
  await passOnBody({ answer, status }, input, draft);
}

function passOnFailure(
  { why, message }: Extract<UpstreamAnswer, { kind: "failed" }>,
  input: PassOnInput,
  draft: CallDraft,
): void {
  draft.ending = why === "stopped" ? "left" : why;
  if (why === "stopped") return;
  // Like the provider: a client that met a closed connection must meet one here too.
  if (why === "dropped") return void input.response.destroy();
  answerFor(input, { status: why === "silent" ? 504 : 502, message: `The provider could not be reached (${message})` });
}

function answerFor({ response, url, route }: ExchangeInput, answer: OwnAnswer): void {
  sendOwnAnswer(response, answer, findErrorFormat(route, url.pathname));
}

async function passOnBody(
  { answer, status }: { readonly answer: Extract<UpstreamAnswer, { kind: "answer" }>; readonly status: number },
  input: PassOnInput,
  draft: CallDraft,
): Promise<void> {
  const { response: client, route } = input;
  const { headers } = answer.response;
  const body = decode(answer.response, headers["content-encoding"]);
  const isStream = (headers["content-type"] ?? "").includes("text/event-stream");
  const isGood = status < 300;
  const tap =
    route.wire === null || !isGood ? null : new AnswerTap(route.wire, { isStream, hidesUsage: input.hidesUsage });
  if (body === null) {
    answer.response.destroy();
    draft.ending = "unreadable";
    return answerFor(input, { status: 502, message: "The provider's answer has an unknown content-encoding" });
  }
  client.writeHead(status, toClientHeaders(headers));
  // A slow model may take long to say its first word; the client should know at once that it was heard.
  client.flushHeaders();
  const ended = await relay(body, client, tap);
  if (tap !== null) noteFacts(tap, draft);
  draft.ending = decideEnding({ isGood, ended, tap, isStream, isSilent: answer.isSilent() });
  if (tap?.facts.errorStatus != null) draft.status = tap.facts.errorStatus;
  if (ended === "ended") client.end();
  else client.destroy();
  if (ended !== "ended") answer.response.destroy();
}

function noteFacts({ facts }: AnswerTap, draft: CallDraft): void {
  draft.model = facts.model ?? draft.model;
  draft.calledTool = facts.calledTool;
  if (facts.usage !== undefined) draft.usage = facts.usage;
}

interface EndedAnswer {
  readonly isGood: boolean;
  readonly ended: RelayEnd;
  readonly tap: AnswerTap | null;
  readonly isStream: boolean;
  readonly isSilent: boolean;
}

/** An error inside an answer counts as one, whatever the answer's status said at its start. */
function decideEnding({ isGood, ended, tap, isStream, isSilent }: EndedAnswer): ModelCall["ending"] {
  if (!isGood || tap?.facts.errorStatus != null) return "status";
  if (tap !== null && tap.facts.isComplete) return "complete";
  if (ended === "left") return "left";
  if (ended === "broken") return isSilent ? "silent" : "dropped";
  if (tap === null) return "complete";
  return isStream ? "dropped" : "unreadable";
}

type RelayEnd = "ended" | "broken" | "left";

/** Passes on what arrives, as fast as the client takes it. */
function relay(source: Readable, client: ServerResponse, tap: AnswerTap | null): Promise<RelayEnd> {
  return new Promise((resolve) => {
    const write = (parts: readonly Buffer[]) => parts.map((part) => client.write(part)).every(Boolean);
    source.on("data", (chunk: Buffer) => {
      if (write(tap?.push(chunk) ?? [chunk])) return;
      source.pause();
      client.once("drain", () => source.resume());
    });
    source.on("end", () => {
      write(tap?.end() ?? []);
      resolve("ended");
    });
    source.on("error", () => resolve("broken"));
    source.on("close", () => resolve("broken"));
    client.on("close", () => resolve("left"));
  });
}
