/** Reads session files of Qwen Code (`chats/*.jsonl`): messages in the form of Gemini's API. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { FailureCode } from "../../../../core/outcome.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { plainFailure, statusFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, integerAt, isFields, textAt } from "../common/fields.ts";
import { readArguments } from "../common/json-text.ts";
import { kindField } from "../common/tool-kinds.ts";
import { addUsage } from "../common/usage.ts";
import { describeResponse } from "../gemini/function-response.ts";
import { shellTool } from "../gemini/tool-name.ts";
import { isApiError, isOfSubAgent, readTelemetry, type SessionRecord, SessionTree } from "./session-tree.ts";
import { readShellExitCode } from "./shell-exit-code.ts";

/** Whether a line belongs to a session file of Qwen Code. */
export function isQwenRecord(event: Fields): boolean {
  if (textAt(event, "uuid") === undefined || textAt(event, "sessionId") === undefined) return false;
  return Array.isArray(fieldsAt(event, "message")?.["parts"]) || isFields(event["systemPayload"]);
}

/** What the user wrote, in person or to a sub-agent. */
const userSubtypes = new Set([undefined, "mid_turn_user_message", "agent_launch_prompt", "realtime_message"]);

export class QwenSession {
  readonly #tree = new SessionTree();
  #sessionId: string | null = null;
  #answer: string | null = null;
  #failure: { readonly code: FailureCode; readonly message: string } | null = null;
  #usage: TokenUsage | null = null;

  take(event: Fields, sink: LineSink): void {
    const id = textAt(event, "sessionId");
    if (id !== undefined && id !== this.#sessionId) sink.session(id);
    this.#sessionId = id ?? this.#sessionId;
    this.#tree.add(event);
  }

  end(sink: LineSink): void {
    if (this.#sessionId === null) return;
    const records = this.#tree.listConversation();
    const isOwn = records.every(({ event }) => isOfSubAgent(event));
    for (const record of records) this.#send(record, sink, isOwn ? undefined : findParent(record.event));
    if (this.#usage !== null) sink.usage(this.#usage);
    if (this.#failure === null) sink.finish(this.#answer);
    else sink.fail(this.#failure.code, this.#failure.message);
  }

  #send(record: SessionRecord, sink: LineSink, parentId: string | undefined): void {
    const { event, parts } = record;
    switch (textAt(event, "type")) {
      case "user":
        return sendUserMessage(record, sink, parentId);
      case "assistant":
        return this.#sendAnswer(record, sink, parentId);
      case "tool_result":
        for (const part of parts) sendResult(part, event, sink);
        return;
      default:
        if (parentId === undefined) this.#noteEnding(event);
    }
  }

  #sendAnswer({ event, parts, usage }: SessionRecord, sink: LineSink, parentId: string | undefined): void {
    const timestamp = textAt(event, "timestamp");
    if (parentId === undefined) this.#failure = null;
    for (const { text, thought } of joinTexts(parts)) {
      if (text.trim() === "") continue;
      if (!thought && parentId === undefined) this.#answer = text;
      sink.emit({ type: "assistant", text, timestamp, ...(thought ? { thought } : {}) });
    }
    for (const part of parts) sendCall(fieldsAt(part, "functionCall"), { sink, timestamp, parentId });
    const counts = readCounts(usage);
    if (counts !== null) this.#usage = addUsage(this.#usage, counts);
  }

  /** Notes that a turn failed, which counts unless the model answers again. */
  #noteEnding(event: Fields): void {
    const payload = fieldsAt(event, "systemPayload");
    const state = textAt(event, "subtype") === "turn_result" ? textAt(payload, "state") : undefined;
    if (state === "cancelled") this.#failure = { code: "agent", message: "The turn was cancelled" };
    if (state === "completed") this.#failure = null;
    if (state === "error") {
      const message = textAt(fieldsAt(payload, "error"), "message") ?? "The turn failed";
      this.#failure = { code: this.#failure?.code ?? plainFailure(this.#answer !== null), message };
    }
    if (!isApiError(event)) return;
    const error = readTelemetry(event);
    const code = statusFailure(integerAt(error, "status_code")) ?? "network";
    this.#failure = { code, message: textAt(error, "error_message") ?? "The model could not be reached" };
  }
}

function findParent(event: Fields): string | undefined {
  return isOfSubAgent(event) ? (textAt(event, "agentId") ?? "sidechain") : undefined;
}

/** Notifications, and what hooks add to a message, are not from the user. */
function sendUserMessage({ event, parts }: SessionRecord, sink: LineSink, parentId: string | undefined): void {
  const texts = parts.flatMap((part) => textAt(part, "text") ?? []).filter((text) => !isHookContext(text));
  const written = textAt(fieldsAt(event, "systemPayload"), "displayText");
  const text = written ?? texts.join("\n");
  if (text === "") return;
  const provenance = textAt(event, "provenance") ?? "real_user";
  const subtype = textAt(event, "subtype");
  const fromUser =
    userSubtypes.has(subtype) && (provenance === "real_user" || subtype !== undefined) && parentId === undefined;
  sink.emit({ type: fromUser ? "user" : "system", text, timestamp: textAt(event, "timestamp") });
}

function isHookContext(text: string): boolean {
  return /^\s*<(?:hook[_-]context|[\w-]*hook[\w-]*|system-reminder)\b/.test(text);
}

/** Joins neighbouring texts of the same kind: streamed answers are stored in pieces. */
function joinTexts(parts: readonly Fields[]): { text: string; thought: boolean }[] {
  const joined: { text: string; thought: boolean }[] = [];
  for (const part of parts) {
    const text = textAt(part, "text");
    if (text === undefined) continue;
    const thought = part["thought"] === true;
    const last = joined.at(-1);
    if (last !== undefined && last.thought === thought) last.text += text;
    else joined.push({ text, thought });
  }
  return joined;
}

interface CallContext {
  readonly sink: LineSink;
  readonly timestamp: string | undefined;
  readonly parentId: string | undefined;
}

function sendCall(call: Fields | undefined, { sink, timestamp, parentId }: CallContext): void {
  if (call === undefined) return;
  const tool = textAt(call, "name") ?? "unknown";
  sink.emit({
    type: "tool_use",
    id: textAt(call, "id") ?? null,
    tool,
    input: readArguments(call["args"]),
    timestamp,
    ...kindField("qwen-code", tool),
    ...(parentId === undefined ? {} : { parentId }),
  });
}

function sendResult(part: Fields, event: Fields, sink: LineSink): void {
  const answer = fieldsAt(part, "functionResponse");
  if (answer === undefined) return;
  const response = fieldsAt(answer, "response") ?? {};
  const output = describeResponse(response);
  const told = fieldsAt(event, "toolCallResult");
  const status = textAt(told, "status");
  const isShell = textAt(answer, "name") === shellTool;
  sink.emit({
    type: "tool_result",
    id: textAt(answer, "id") ?? textAt(told, "callId") ?? null,
    output,
    isError: status === "error" || status === "cancelled" || textAt(response, "error") !== undefined,
    timestamp: textAt(event, "timestamp"),
    exitCode:
      integerAt(fieldsAt(told, "resultDisplay"), "exitCode") ?? (isShell ? readShellExitCode(output) : undefined),
  });
}

/** Thoughts count as output; they are added if the total shows that the candidates exclude them. */
function readCounts(counts: Fields | undefined): TokenUsage | null {
  const input = integerAt(counts, "promptTokenCount");
  const output = integerAt(counts, "candidatesTokenCount");
  if (input === undefined || output === undefined) return null;
  const cached = integerAt(counts, "cachedContentTokenCount") ?? 0;
  const thoughts = integerAt(counts, "thoughtsTokenCount") ?? 0;
  const apart = integerAt(counts, "totalTokenCount") === input + output + thoughts;
  return { input: input - cached, output: apart ? output + thoughts : output, cacheReadInput: cached };
}
