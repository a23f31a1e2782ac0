/** Anthropic's Messages API. */
import { type JsonView, toList, toObject, toText } from "../../../core/json-view.ts";
import { type AnswerFacts, type AnswerWire, toCount, toErrorStatus } from "./answer.ts";

export const anthropicAnswers: AnswerWire = {
  name: "anthropic",
  offersTools: (body) => toList(body["tools"]).length > 0,
  isTextPiece: (event) => event === "content_block_delta" || event === "ping",
  readEvent,
  readBody(body, facts) {
    if (body["type"] === "error") return void (facts.errorStatus = toErrorStatus(toObject(body["error"])));
    readMessage(body, facts);
    noteStop(body["stop_reason"], facts);
    facts.isComplete = body["type"] === "message" || Array.isArray(body["content"]);
  },
};

function readEvent(data: JsonView, facts: AnswerFacts): void {
  switch (data["type"]) {
    case "message_start":
      return readMessage(toObject(data["message"]), facts);
    case "content_block_start":
      return noteBlock(toObject(data["content_block"]), facts);
    case "message_delta":
      noteStop(toObject(data["delta"])["stop_reason"], facts);
      return readUsage(toObject(data["usage"]), facts);
    case "message_stop":
      return void (facts.isComplete = true);
    case "error":
      return void (facts.errorStatus = toErrorStatus(toObject(data["error"])));
  }
}

function readMessage(message: JsonView, facts: AnswerFacts): void {
  facts.model = toText(message["model"]) || facts.model;
  for (const block of toList(message["content"])) noteBlock(block, facts);
  readUsage(toObject(message["usage"]), facts);
}

/** Tools that run at the provider have other block types. */
function noteBlock({ type }: JsonView, facts: AnswerFacts): void {
  if (type === "tool_use") facts.calledTool = true;
}

/** A paused turn continues with the next request, like one that called a tool. */
function noteStop(reason: unknown, facts: AnswerFacts): void {
  if (reason === "pause_turn" || reason === "tool_use") facts.calledTool = true;
}

/** The last numbers count: those at the end of a stream are totals, and may leave out what has not changed. */
function readUsage(usage: JsonView, facts: AnswerFacts): void {
  if (Object.keys(usage).length === 0) return;
  const before = facts.usage;
  const latest = (key: string, earlier = 0) => (typeof usage[key] === "number" ? toCount(usage[key]) : earlier);
  facts.usage = {
    input: latest("input_tokens", before?.input),
    output: latest("output_tokens", before?.output),
    cacheReadInput: latest("cache_read_input_tokens", before?.cacheReadInput),
    cacheWriteInput: latest("cache_creation_input_tokens", before?.cacheWriteInput),
  };
}
