/** OpenAI's Responses API. */
import { type JsonView, toList, toObject, toText } from "../../../core/json-view.ts";
import { type AnswerFacts, type AnswerWire, toCount, toErrorStatus } from "./answer.ts";

/** Calls that the program has to answer; the others ran at the provider. */
const localCalls = /^(?:function|custom_tool|local_shell|shell|apply_patch|computer|tool_search)_call$/;
const endings = ["response.completed", "response.incomplete", "response.failed"];

export const responsesAnswers: AnswerWire = {
  name: "responses",
  // Codex models with a "code mode" get their tools inside the input.
  offersTools: (body) =>
    toList(body["tools"]).length > 0 || toList(body["input"]).some(({ type }) => type === "additional_tools"),
  isTextPiece: (event) => event.endsWith(".delta"),
  readEvent(data, facts) {
    const type = toText(data["type"]);
    if (type === "response.output_item.done") noteItem(toObject(data["item"]), facts);
    else if (endings.includes(type)) readResponse(toObject(data["response"]), facts);
    else if (type === "error")
      facts.errorStatus = toErrorStatus({ ...data, type: undefined, ...toObject(data["error"]) });
  },
  readBody: (body, facts) => readResponse(body, facts),
};

function readResponse(response: JsonView, facts: AnswerFacts): void {
  facts.model = toText(response["model"]) || facts.model;
  for (const item of toList(response["output"])) noteItem(item, facts);
  const usage = toObject(response["usage"]);
  const cached = toCount(toObject(usage["input_tokens_details"])["cached_tokens"]);
  if (typeof usage["input_tokens"] === "number")
    facts.usage = {
      input: Math.max(0, toCount(usage["input_tokens"]) - cached),
      output: toCount(usage["output_tokens"]),
      cacheReadInput: cached,
    };
  if (response["status"] === "failed") facts.errorStatus = toErrorStatus(toObject(response["error"]));
  else facts.isComplete = response["status"] === "completed" || response["status"] === "incomplete";
}

function noteItem({ type }: JsonView, facts: AnswerFacts): void {
  if (typeof type === "string" && localCalls.test(type)) facts.calledTool = true;
}
