/** OpenAI's chat completions API, which many other services offer too. */
import { type JsonView, toList, toObject, toText } from "../../../core/json-view.ts";
import { type AnswerFacts, type AnswerWire, toCount, toErrorStatus } from "./answer.ts";

export const chatAnswers: AnswerWire = {
  name: "chat",
  offersTools: (body) => toList(body["tools"]).length > 0 || toList(body["functions"]).length > 0,
  readEvent: readPart,
  readBody: readPart,
};

/** A piece of a stream has a `delta` where a whole answer has a `message`; all else is the same. */
function readPart(part: JsonView, facts: AnswerFacts): void {
  if (isErrorPart(part)) return void (facts.errorStatus = toErrorStatus(toObject(part["error"])));
  facts.model = toText(part["model"]) || facts.model;
  for (const choice of toList(part["choices"])) readChoice(choice, facts);
  const usage = toObject(part["usage"]);
  if (typeof usage["prompt_tokens"] !== "number") return;
  const cached = toCount(toObject(usage["prompt_tokens_details"])["cached_tokens"]);
  facts.usage = {
    input: Math.max(0, toCount(usage["prompt_tokens"]) - cached),
    output: toCount(usage["completion_tokens"]),
    cacheReadInput: cached,
  };
}

function isErrorPart({ error }: JsonView): boolean {
  return typeof error === "object" && error !== null;
}

function readChoice(choice: JsonView, facts: AnswerFacts): void {
  const said = toObject(choice["delta"] ?? choice["message"]);
  const reason = choice["finish_reason"];
  if (toList(said["tool_calls"]).length > 0 || said["function_call"] != null || reason === "tool_calls")
    facts.calledTool = true;
  if (typeof reason === "string" && reason !== "") facts.isComplete = true;
}

/** Whether the client asked for usage itself; only then may it see the piece with the usage. */
export function asksForUsage(body: JsonView): boolean {
  return toObject(body["stream_options"])["include_usage"] === true;
}

/** Asks for the usage of a streamed answer. */
export function askForUsage(body: JsonView): JsonView {
  return { ...body, stream_options: { ...toObject(body["stream_options"]), include_usage: true } };
}

/** The piece that exists only because the gateway asked for it: a usage without any choice. */
export function isUsagePiece(data: JsonView): boolean {
  return Array.isArray(data["choices"]) && data["choices"].length === 0 && data["usage"] != null;
}
