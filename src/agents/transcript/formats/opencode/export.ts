/** Reads sessions that `opencode export` wrote: one document with all messages and their parts. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { epochTime } from "../common/epoch.ts";
import type { EventHandler, NoteUnknown } from "../common/event-reader.ts";
import { type Fields, fieldsAt, itemsAt, numberAt, textAt } from "../common/fields.ts";
import { addUsage } from "../common/usage.ts";
import { failWith, readErrorMessage, readStepUsage, toCallEntry, toCallResult } from "./parts.ts";

const quietParts = new Set("step-start step-finish snapshot patch file agent subtask retry compaction".split(" "));

export function isExport(event: Fields): boolean {
  if (textAt(fieldsAt(event, "info"), "id") === undefined || !Array.isArray(event["messages"])) return false;
  return itemsAt(event, "messages").every((message) => fieldsAt(message, "info") && Array.isArray(message["parts"]));
}

export const sendExport: EventHandler = (event, sink, unknown) => {
  const info = fieldsAt(event, "info");
  sink.session(textAt(info, "id") ?? "");
  const session = new ExportedSession(sink, unknown);
  for (const message of itemsAt(event, "messages")) session.message(message);
  session.end(info);
};

class ExportedSession {
  readonly #sink: LineSink;
  readonly #unknown: NoteUnknown;
  #answer: string | null = null;
  /** The error of the last message. */
  #error: Fields | undefined;
  #usage: TokenUsage | null = null;
  #costUsd = 0;

  constructor(sink: LineSink, unknown: NoteUnknown) {
    this.#sink = sink;
    this.#unknown = unknown;
  }

  message(message: Fields): void {
    const info = fieldsAt(message, "info");
    const parts = itemsAt(message, "parts");
    const started = epochTime(numberAt(fieldsAt(info, "time"), "created"));
    this.#error = fieldsAt(info, "error");
    if (textAt(info, "role") === "user") return this.#userMessage(parts, started);
    let texts: string[] = [];
    for (const part of parts) {
      if (textAt(part, "type") === "step-start") texts = [];
      this.#part(part, texts, started);
    }
    if (texts.length > 0) this.#answer = texts.join("\n");
    if (this.#error !== undefined) {
      const timestamp = epochTime(numberAt(fieldsAt(info, "time"), "completed")) ?? started;
      this.#sink.emit({ type: "error", message: readErrorMessage(this.#error), timestamp });
    }
    this.#count(info, parts);
  }

  /** The session itself has the sums, except in older versions. */
  end(info: Fields | undefined): void {
    const total = readStepUsage(fieldsAt(info, "tokens"));
    const isCounted = total !== null && total.input + total.output + (total.cacheReadInput ?? 0) > 0;
    const usage = isCounted ? total : (this.#usage ?? total);
    const costUsd = numberAt(info, "cost") || this.#costUsd;
    // An unknown price is reported as 0.
    if (usage !== null) this.#sink.usage(usage, costUsd === 0 ? undefined : costUsd);
    if (this.#error === undefined) return this.#sink.finish(this.#answer);
    failWith(this.#error, this.#answer !== null, this.#sink);
  }

  /** Text that the program adds is marked as synthetic. */
  #userMessage(parts: readonly Fields[], timestamp: string | undefined): void {
    for (const part of parts) {
      const text = textAt(part, "type") === "text" ? (textAt(part, "text") ?? "") : "";
      if (text !== "") this.#sink.emit({ type: part["synthetic"] === true ? "system" : "user", text, timestamp });
    }
  }

  #part(part: Fields, texts: string[], started: string | undefined): void {
    const type = textAt(part, "type") ?? "";
    const text = textAt(part, "text") ?? "";
    const timestamp = epochTime(numberAt(fieldsAt(part, "time"), "start")) ?? started;
    if (type === "tool") return this.#call(part);
    if (type === "text" && text !== "") {
      texts.push(text);
      return this.#sink.emit({ type: "assistant", text, timestamp });
    }
    if (type === "reasoning" && text !== "")
      return this.#sink.emit({ type: "assistant", text, thought: true, timestamp });
    if (type !== "text" && type !== "reasoning" && !quietParts.has(type)) this.#unknown(`part/${type}`);
  }

  #call(part: Fields): void {
    this.#sink.emit(toCallEntry(part));
    const status = textAt(fieldsAt(part, "state"), "status");
    if (status === "completed" || status === "error") this.#sink.emit(toCallResult(part, undefined));
  }

  /** A message of an older version may have several steps, and then counts only the last of them itself. */
  #count(info: Fields | undefined, parts: readonly Fields[]): void {
    const steps = parts.filter((part) => textAt(part, "type") === "step-finish");
    const counts = steps.flatMap((step) => readStepUsage(fieldsAt(step, "tokens")) ?? []);
    const own = readStepUsage(fieldsAt(info, "tokens"));
    for (const usage of counts.length > 0 || own === null ? counts : [own]) this.#usage = addUsage(this.#usage, usage);
    this.#costUsd += Math.max(0, numberAt(info, "cost") ?? 0);
  }
}
