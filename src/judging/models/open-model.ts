/** Opens a language model: by name through a provider, or from an AI SDK model the caller created. */
import type { FinishReason, ModelMessage } from "ai";
import type { Json } from "../../core/json.ts";
import type { JsonSchema } from "../../core/keys/key-spelling.ts";
import type {
  Model,
  ModelAnswer,
  ModelCallOptions,
  ModelFailure,
  ModelQuestion,
  ModelSpending,
} from "../../core/model.ts";
import { computeCost, isPriced } from "../../core/model/price.ts";
import { sharedRateLimiters } from "../rate/rate-limiters.ts";
import { describeMissingKey, findApiKey } from "./api-key.ts";
import { computeAnswerKey } from "./cache/answer-cache.ts";
import { unsendable } from "./calls/failure.ts";
import { generate, type ModelReply, type GenerateRequest } from "./calls/generate.ts";
import type { RequestMode } from "./calls/request-mode.ts";
import { deliver, type CallDelivery } from "./calls/transport.ts";
import type { ConnectionOptions, ModelDeps } from "./model-deps.ts";
import { type ModelSpec, parseModelSpec } from "./model-spec.ts";
import { type ModelConnection, openConnection, type OpenedModel } from "./opened-model.ts";
import { type Provider, refuseRedirects } from "./provider.ts";
import { toAnswerShape } from "./question/answer-shape.ts";
import { drawMarks } from "./question/marks.ts";
import { assemblePrompt, type Prompt, toMaterialText } from "./question/prompt.ts";
import { readReply, readValue } from "./question/read-reply.ts";
import { llmRegistry } from "./registry.ts";
import type { SdkLanguageModel } from "./sdk-model.ts";
import { addSpending, nothingSpent } from "./spending.ts";

/** Sends messages in the mode the model accepts, and counts the cost. */
const defaults = { retries: 2, temperature: 0, maxOutputTokens: 16_384, timeoutMs: 300_000 };

interface Conversation {
  readonly messages: readonly ModelMessage[];
  readonly schema: JsonSchema;
}

/** Drops options that the model rejects and tries again. `spending` covers all requests. */
async function sendInMode(
  model: OpenedModel,
  conversation: Conversation,
  options: ModelCallOptions,
): Promise<CallDelivery<ModelReply>> {
  let spending = nothingSpent;
  let mode: RequestMode | undefined = model.mode.current();
  for (;;) {
    const delivery = await sendOnce(model, buildRequest(mode, conversation, { ...options, model }), options);
    spending = addSpending(spending, delivery.spending);
    if (delivery.status === "replied") {
      model.mode.answered(mode);
      return { ...delivery, spending: addSpending(spending, computeSpending(delivery.reply, model)) };
    }
    const next = model.mode.after(delivery.failure, mode);
    if (next === undefined) return { ...delivery, spending };
    mode = next;
  }
}

async function sendOnce(
  model: OpenedModel,
  request: GenerateRequest,
  options: ModelCallOptions,
): Promise<CallDelivery<ModelReply>> {
  const { abort, retries = defaults.retries } = options;
  try {
    const languageModel = await model.open();
    const send = () => generate(request, languageModel, { abort, nowMs: () => model.clock.now() });
    return await deliver(send, { ...model, abort, retries });
  } catch (error) {
    // If a provider's package throws, that counts as a failed request, not a crash.
    return { status: "failed", failure: unsendable(error), spending: nothingSpent };
  }
}

function buildRequest(
  mode: RequestMode,
  { messages, schema }: Conversation,
  options: ModelCallOptions & { readonly model: OpenedModel },
): GenerateRequest {
  const { temperature = defaults.temperature, timeoutMs = defaults.timeoutMs, model } = options;
  return {
    messages,
    maxOutputTokens: options.maxOutputTokens ?? model.maxOutputTokens ?? defaults.maxOutputTokens,
    timeoutMs,
    ...(mode.schema ? { schema } : {}),
    ...(mode.temperature ? { temperature } : {}),
  };
}

function computeSpending({ usage, reportedCostUsd }: ModelReply, { id, prices }: OpenedModel) {
  const listed = usage === undefined ? null : computeCost(id, usage, prices);
  return { calls: 1, costUsd: reportedCostUsd ?? listed, tokenUsage: usage };
}

/** Converts a prompt to messages: the instruction, example pairs, the question, and unreadable replies. */
interface Repair {
  readonly reply: string;
  readonly problem: string;
}

/** How much of a reply is shown again: its end, where the object should have been. */
const replyShown = 4_000;

const cacheMark = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };

function toMessages(prompt: Prompt, options: { readonly promptCaching: boolean }): ModelMessage[] {
  const mark = options.promptCaching ? cacheMark : {};
  const last = prompt.examples.length - 1;
  return [
    { role: "system", content: prompt.system, ...mark },
    ...prompt.examples.flatMap(({ facts, answer }, index): ModelMessage[] => [
      { role: "user", content: facts },
      { role: "assistant", content: answer, ...(index === last ? mark : {}) },
    ]),
    { role: "user", content: prompt.question },
  ];
}

/** Shows the model its reply and what was wrong with it. */
function toRepairMessages({ reply, problem }: Repair): ModelMessage[] {
  const shown = reply.trim() === "" ? "(nothing)" : reply.slice(-replyShown);
  return [
    { role: "assistant", content: shown },
    {
      role: "user",
      content: `This reply could not be used: ${problem}. Answer again, in full, with one JSON object of the shape above that carries the nonce.`,
    },
  ];
}

/** The ways a reply can end early, without anything to read. */
interface EarlyEnd {
  readonly status: "truncated" | "refused";
  readonly problem: string;
}

const endings: Partial<Record<FinishReason, EarlyEnd>> = {
  length: { status: "truncated", problem: "the reply was cut off at the limit of output tokens (max_output_tokens)" },
  "content-filter": { status: "refused", problem: "the model or its content filter refused to answer" },
};

function findEarlyEnd(finish: FinishReason): EarlyEnd | undefined {
  return endings[finish];
}

const defaultRepairs = 2;

async function readCached<T>({ cache }: OpenedModel, key: string, question: ModelQuestion<T>) {
  const json = await cache?.get(key);
  return json === undefined ? undefined : readValue(json, question);
}

async function askModel<T>(
  model: OpenedModel,
  question: ModelQuestion<T>,
  options: ModelCallOptions,
): Promise<ModelAnswer<T>> {
  const { id, baseUrl } = model;
  const key = computeAnswerKey(question, { model: id, baseUrl, temperature: options.temperature ?? 0 });
  const cached = await readCached(model, key, question);
  if (cached?.status === "read") return { status: "answered", value: cached.value, spending: nothingSpent };
  if (typeof model.missing === "string") return failed("auth", model.missing, nothingSpent);
  const { answer, json } = await askUncached(model, question, options);
  const worthKeeping = answer.status === "answered" && (question.keep?.(answer.value) ?? true);
  if (json !== undefined && worthKeeping) await model.cache?.set(key, json);
  return answer;
}

/** An answer, with the JSON it was read from. */
type AnswerWithJson<T> = { readonly answer: ModelAnswer<T>; readonly json?: Json };

async function askUncached<T>(
  model: OpenedModel,
  question: ModelQuestion<T>,
  options: ModelCallOptions,
): Promise<AnswerWithJson<T>> {
  const facts = redactFacts(question.facts, model.redact);
  const marks = drawMarks(model.random, toMaterialText(facts));
  const schema = toAnswerShape(question.answer).reply;
  let messages = toMessages(assemblePrompt({ ...question, facts }, marks), model);
  let spending = nothingSpent;
  for (let repairs = options.repairs ?? defaultRepairs; ; repairs--) {
    const sent = await sendInMode(model, { messages, schema }, options);
    spending = addSpending(spending, sent.spending);
    if (sent.status === "failed")
      return { answer: failed(sent.failure.code, model.redact(sent.failure.why), spending) };
    const reading = findEarlyEnd(sent.reply.finish) ?? readReply(sent.reply.text, question, marks.nonce);
    if (reading.status === "read")
      return { answer: { status: "answered", value: reading.value, spending }, json: reading.json };
    if (reading.status !== "unreadable" || repairs <= 0)
      return { answer: failWithReply(model, { ...reading, reply: sent.reply }, spending) };
    messages = [...messages, ...toRepairMessages({ reply: sent.reply.text, problem: reading.problem })];
  }
}

type Failed = Extract<ModelAnswer<never>, { status: "failed" }>;

/** Keeps the reply, so that readers of the report can see it. */
function failWithReply(
  { redact }: OpenedModel,
  { status, problem, reply }: { readonly status: ModelFailure; readonly problem: string; readonly reply: ModelReply },
  spending: ModelSpending,
): Failed {
  return { ...failed(status, redact(problem), spending), raw: redact(reply.text) };
}

function failed(code: ModelFailure, why: string, spending: ModelSpending): Failed {
  return { status: "failed", code, why, spending };
}

/** Removes secrets from every text in some facts before they leave the process. */
function redactFacts(facts: Json, redact: (text: string) => string): Json {
  if (typeof facts === "string") return redact(facts);
  if (Array.isArray(facts)) return facts.map((part) => redactFacts(part, redact));
  if (typeof facts !== "object" || facts === null) return facts;
  const parts = Object.entries(facts).flatMap(([key, part]) =>
    part === undefined ? [] : [[redact(key), redactFacts(part, redact)] as const],
  );
  return Object.fromEntries(parts);
}

/** Nothing is loaded or sent before the first question. An invalid spec throws an AxisError; a missing key does not. */
export function openModel(written: string | ModelSpec, deps: ModelDeps): Model {
  const registry = deps.registry ?? llmRegistry;
  const spec = parseModelSpec(written, registry);
  const provider = registry.find(spec.provider) as Provider;
  const apiKey = findApiKey(spec, provider, deps.env);
  const access = { apiKey, baseUrl: spec.baseUrl, fetch: refuseRedirects(deps.fetch) };
  return createModel(
    {
      id: `${spec.provider}/${spec.model}`,
      baseUrl: spec.baseUrl,
      rateLimiter: (deps.gates ?? sharedRateLimiters).forEndpoint({ ...access, provider: spec.provider }),
      open: () => provider.openLanguageModel(spec.model, access),
      missing: describeMissingKey(spec, deps.env, registry),
      maxOutputTokens: spec.maxOutputTokens,
      apiKey,
    },
    deps,
  );
}

/** Wraps a model of the AI SDK, with its own key and settings. */
export function modelOf(languageModel: string | SdkLanguageModel, options: ConnectionOptions = {}): Model {
  const { provider, id } = describeSdkModel(languageModel);
  const gate = (options.gates ?? sharedRateLimiters).forEndpoint({ provider, apiKey: undefined });
  return createModel({ id, rateLimiter: gate, open: async () => languageModel }, options);
}

function createModel(connection: ModelConnection, options: ConnectionOptions): Model {
  const opened = openConnection(connection, options);
  return {
    id: opened.id,
    priced: isPriced(opened.id, opened.prices),
    ask: (question, call) => askModel(opened, question, call),
  };
}

/** The SDK appends the kind of API to the provider's name after a dot, as in `anthropic.messages`. */
function describeSdkModel(languageModel: string | SdkLanguageModel): { provider: string; id: string } {
  if (typeof languageModel === "string") return { provider: languageModel.split("/")[0] ?? "", id: languageModel };
  const [provider = ""] = languageModel.provider.split(".");
  return { provider, id: `${provider}/${languageModel.modelId}` };
}
