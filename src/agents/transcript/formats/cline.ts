/** Reads Cline: the output of `--json`, and its session files. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { Json } from "../../../core/json.ts";
import type { FailureCode } from "../../../core/outcome.ts";
import { readClineResult, toClineToolName } from "./cline/cline-result.ts";
import { isMessagesFile, isSessionIndex, refuseIndex, sendMessages } from "./cline/messages-file.ts";
import { createEventReader, type EventHandler } from "./common/event-reader.ts";
import { type Fields, fieldsAt, integerAt, numberAt, textAt } from "./common/fields.ts";
import { kindField } from "./common/tool-kinds.ts";
import { convertUsage, type UsageNames } from "./common/usage.ts";

const runUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cacheReadTokens",
  cacheWrite: "cacheWriteTokens",
  exclusive: false,
};
const usageSoFar: UsageNames = {
  input: "totalInputTokens",
  output: "totalOutputTokens",
  cacheRead: "totalCacheReadTokens",
  cacheWrite: "totalCacheWriteTokens",
  exclusive: false,
};

const errorClasses: ReadonlyMap<string, FailureCode> = new Map([
  ["auth", "auth"],
  ["rate_limit", "rate-limit"],
  ["network", "network"],
]);

const quietEvents = new Set("iteration_start iteration_end content_update done".split(" "));

export function clineReader(): LineReader {
  const reader = new Cline();
  return createEventReader(
    {
      [messagesFile]: sendMessages,
      [sessionIndex]: refuseIndex,
      hook_event: reader.hook,
      agent_event: reader.event,
      run_result: reader.result,
      error: reader.error,
    },
    { nameOf: (event) => nameDocument(event) ?? textAt(event, "type") },
  );
}

/** The names for session files, which are documents without a type. */
const messagesFile = "(messages)";
const sessionIndex = "(index)";

function nameDocument(event: Fields): string | undefined {
  if (isMessagesFile(event)) return messagesFile;
  return isSessionIndex(event) ? sessionIndex : undefined;
}

class Cline {
  #sessionId: string | null = null;
  #errorClass: string | undefined;

  hook = (event: Fields, sink: LineSink): void => {
    const id = textAt(event, "taskId");
    if (id === undefined || this.#sessionId !== null) return;
    this.#sessionId = id;
    sink.session(id);
  };

  event: EventHandler = (line, sink, unknown) => {
    const event = fieldsAt(line, "event") ?? {};
    const type = textAt(event, "type") ?? "";
    const timestamp = textAt(line, "ts");
    switch (type) {
      case "content_start":
        return this.#begin(event, sink, timestamp);
      case "content_end":
        return this.#complete(event, sink, timestamp);
      case "usage":
        return reportClineUsage(event, usageSoFar, sink);
      case "error":
        this.#errorClass = textAt(event, "errorClass");
        return this.#emitError(textAt(fieldsAt(event, "error"), "message"), sink, timestamp);
      default:
        if (!quietEvents.has(type)) unknown(`agent_event/${type}`);
    }
  };

  /** A separate line that the program writes to stderr. */
  error = (line: Fields, sink: LineSink): void => this.#emitError(textAt(line, "message"), sink, textAt(line, "ts"));

  result = (line: Fields, sink: LineSink): void => {
    reportClineUsage(fieldsAt(line, "aggregateUsage") ?? fieldsAt(line, "usage"), runUsage, sink);
    const reason = textAt(line, "finishReason") ?? "no reason given";
    const text = textAt(line, "text");
    if (reason === "completed") return sink.finish(text ?? null);
    const named = this.#errorClass === undefined ? undefined : errorClasses.get(this.#errorClass);
    // What the agent or a tool does wrong is part of the run: only a model that cannot be asked ends it with an error.
    const code = reason === "error" ? (named ?? "network") : "agent";
    sink.fail(code, text ?? `Cline ended with ${reason}`);
  };

  /** The start of a call. For texts it is only a piece and repeats; their end event has the whole text. */
  #begin(event: Fields, sink: LineSink, timestamp: string | undefined): void {
    if (textAt(event, "contentType") !== "tool") return;
    const tool = toClineToolName(textAt(event, "toolName") ?? "unknown");
    sink.emit({
      type: "tool_use",
      id: textAt(event, "toolCallId") ?? null,
      tool,
      input: (event["input"] ?? {}) as Json,
      timestamp,
      ...kindField("cline", tool),
    });
  }

  #complete(event: Fields, sink: LineSink, timestamp: string | undefined): void {
    const text = textAt(event, "text") ?? textAt(event, "reasoning") ?? "";
    const kind = textAt(event, "contentType");
    if (kind === "text" && text !== "") return sink.emit({ type: "assistant", text, timestamp });
    if (kind === "reasoning" && text !== "") return sink.emit({ type: "assistant", text, thought: true, timestamp });
    if (kind !== "tool") return;
    const id = textAt(event, "toolCallId") ?? null;
    const result = readClineResult(event["output"]);
    const error = textAt(event, "error");
    const output = result.output === "" ? (error ?? "") : result.output;
    sink.emit({
      type: "tool_result",
      id,
      timestamp,
      ...result,
      output,
      isError: result.isError || error !== undefined,
    });
  }

  #emitError(message: string | undefined, sink: LineSink, timestamp: string | undefined): void {
    sink.emit({ type: "error", message: message ?? "unknown error", timestamp });
  }
}

function reportClineUsage(counts: Fields | undefined, names: UsageNames, sink: LineSink): void {
  const usage = convertUsage(counts, names);
  const costUsd = numberAt(counts, "totalCost");
  // An unknown price is reported as 0.
  if (usage !== null)
    sink.usage(usage, costUsd === 0 && (integerAt(counts, names.output) ?? 0) > 0 ? undefined : costUsd);
}
