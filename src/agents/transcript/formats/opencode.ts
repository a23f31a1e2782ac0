/** Reads the output of OpenCode with `run --format json`. A call is one event, written when it has ended. */
import type { EntryInput } from "../../../core/entry.ts";
import type { Json } from "../../../core/json.ts";
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import { epochTime } from "./common/epoch.ts";
import { type EventHandler, createEventReader } from "./common/event-reader.ts";
import { plainFailure, statusFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, numberAt, textAt } from "./common/fields.ts";
import { kindField } from "./common/tool-kinds.ts";
import { addUsage } from "./common/usage.ts";

export function opencodeReader(): LineReader {
  const reader = new Opencode();
  return createEventReader({
    step_start: reader.start,
    text: reader.text,
    reasoning: reader.text,
    tool_use: reader.call,
    step_finish: reader.finish,
    error: reader.error,
  });
}

class Opencode {
  #sessionId: string | null = null;
  #usage: TokenUsage | null = null;
  #costUsd = 0;
  /** The texts of the current step. */
  #texts: string[] = [];

  start: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    this.#texts = [];
  };

  text: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    const part = fieldsAt(event, "part");
    const text = textAt(part, "text") ?? "";
    const thought = textAt(event, "type") === "reasoning";
    if (!thought) this.#texts.push(text);
    const timestamp = epochTime(numberAt(fieldsAt(part, "time"), "start") ?? numberAt(event, "timestamp"));
    sink.emit({ type: "assistant", text, timestamp, ...(thought ? { thought: true as const } : {}) });
  };

  call: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    const part = fieldsAt(event, "part");
    const state = fieldsAt(part, "state");
    const tool = textAt(part, "tool") ?? "unknown";
    sink.emit({
      type: "tool_use",
      id: textAt(part, "callID") ?? null,
      tool,
      input: (state?.["input"] ?? {}) as Json,
      timestamp: epochTime(numberAt(fieldsAt(state, "time"), "start")) ?? null,
      ...kindField("opencode", tool),
    });
    sink.emit(toCallResult(part, numberAt(event, "timestamp")));
  };

  /** There is no final event: a step that does not end with calls is the last. */
  finish: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    const part = fieldsAt(event, "part");
    const step = readStepUsage(fieldsAt(part, "tokens"));
    this.#costUsd += Math.max(0, numberAt(part, "cost") ?? 0);
    if (step !== null) {
      this.#usage = addUsage(this.#usage, step);
      // An unknown price is reported as 0.
      sink.usage(this.#usage, this.#costUsd === 0 ? undefined : this.#costUsd);
    }
    const reason = textAt(part, "reason");
    if (reason !== "tool-calls" && reason !== "unknown") sink.finish(this.#texts.join("\n"));
  };

  error: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    const error = fieldsAt(event, "error");
    const data = fieldsAt(error, "data");
    const name = textAt(error, "name");
    const message = textAt(data, "message") ?? name ?? "unknown error";
    sink.emit({ type: "error", message, timestamp: epochTime(numberAt(event, "timestamp")) });
    const named = name === "ProviderAuthError" ? "auth" : name === "APIError" ? "network" : undefined;
    sink.fail(statusFailure(integerAt(data, "statusCode")) ?? named ?? plainFailure(this.#usage !== null), message);
  };

  #noteSession(event: Fields, sink: LineSink): void {
    const id = textAt(event, "sessionID");
    if (id === undefined || id === this.#sessionId) return;
    this.#sessionId = id;
    sink.session(id);
  }
}

function toCallResult(part: Fields | undefined, written: number | undefined): EntryInput {
  const state = fieldsAt(part, "state");
  const exitCode = integerAt(fieldsAt(state, "metadata"), "exit");
  return {
    type: "tool_result",
    id: textAt(part, "callID") ?? null,
    output: textAt(state, "output") ?? textAt(state, "error") ?? "",
    // A call of a tool that does not exist is reported as a completed call of the tool "invalid".
    isError: textAt(state, "status") === "error" || textAt(part, "tool") === "invalid",
    timestamp: epochTime(numberAt(fieldsAt(state, "time"), "end") ?? written),
    exitCode,
  };
}

/** Reads the counts of one step. Reasoning counts as output; it is added if the total shows that `output` excludes it. */
function readStepUsage(tokens: Fields | undefined): TokenUsage | null {
  const input = integerAt(tokens, "input");
  const output = integerAt(tokens, "output");
  if (input === undefined || output === undefined) return null;
  const cache = fieldsAt(tokens, "cache");
  const cacheReadInput = integerAt(cache, "read") ?? 0;
  const cacheWriteInput = integerAt(cache, "write") ?? 0;
  const reasoning = integerAt(tokens, "reasoning") ?? 0;
  const apart = integerAt(tokens, "total") === input + output + reasoning + cacheReadInput + cacheWriteInput;
  return { input, output: apart ? output + reasoning : output, cacheReadInput, cacheWriteInput };
}
