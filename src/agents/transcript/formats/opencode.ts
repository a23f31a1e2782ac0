/**
 * Reads OpenCode: the output of `run --format json`, in which a call is one event, written when it has ended, and sessions
 * that `export` wrote.
 */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import { epochTime } from "./common/epoch.ts";
import { type EventHandler, createEventReader } from "./common/event-reader.ts";
import { type Fields, fieldsAt, numberAt, textAt } from "./common/fields.ts";
import { addUsage } from "./common/usage.ts";
import { isExport, sendExport } from "./opencode/export.ts";
import { failWith, readErrorMessage, readStepUsage, toCallEntry, toCallResult } from "./opencode/parts.ts";

/** The name for an exported session, which is one document without a type. */
const exportedSession = "(export)";

export function opencodeReader(): LineReader {
  const reader = new Opencode();
  return createEventReader(
    {
      [exportedSession]: sendExport,
      step_start: reader.start,
      text: reader.text,
      reasoning: reader.text,
      tool_use: reader.call,
      step_finish: reader.finish,
      error: reader.error,
    },
    { nameOf: (event) => (isExport(event) ? exportedSession : textAt(event, "type")) },
  );
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
    sink.emit(toCallEntry(part));
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
    const timestamp = epochTime(numberAt(event, "timestamp"));
    sink.emit({ type: "error", message: readErrorMessage(error), timestamp });
    failWith(error, this.#usage !== null, sink);
  };

  #noteSession(event: Fields, sink: LineSink): void {
    const id = textAt(event, "sessionID");
    if (id === undefined || id === this.#sessionId) return;
    this.#sessionId = id;
    sink.session(id);
  }
}
