/** Google's Gemini API. */
import { type JsonView, toList, toObject, toText } from "../../../core/json-view.ts";
import { type AnswerFacts, type AnswerWire, toCount, toErrorStatus } from "./answer.ts";

export const googleAnswers: AnswerWire = {
  name: "google",
  offersTools: (body) => toList(body["tools"]).length > 0,
  readEvent: readPart,
  readBody: readPart,
};

function readPart(part: JsonView, facts: AnswerFacts): void {
  if (part["error"] !== undefined) return void (facts.errorStatus = toErrorStatus(toObject(part["error"])));
  facts.model = toText(part["modelVersion"]) || facts.model;
  for (const candidate of toList(part["candidates"])) readCandidate(candidate, facts);
  // A refused prompt has no candidate, and the answer is complete.
  if (toObject(part["promptFeedback"])["blockReason"] !== undefined) facts.isComplete = true;
  const usage = toObject(part["usageMetadata"]);
  if (typeof usage["promptTokenCount"] !== "number") return;
  const cached = toCount(usage["cachedContentTokenCount"]);
  const prompt = toCount(usage["promptTokenCount"]) + toCount(usage["toolUsePromptTokenCount"]);
  facts.usage = {
    input: Math.max(0, prompt - cached),
    output: toCount(usage["candidatesTokenCount"]) + toCount(usage["thoughtsTokenCount"]),
    cacheReadInput: cached,
  };
}

function readCandidate(candidate: JsonView, facts: AnswerFacts): void {
  const parts = toList(toObject(candidate["content"])["parts"]);
  if (parts.some((part) => "functionCall" in part)) facts.calledTool = true;
  if (typeof candidate["finishReason"] === "string") facts.isComplete = true;
}
