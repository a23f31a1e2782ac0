/** Reads Cursor: the output of `--output-format stream-json`, and its agent transcripts. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import { assistantEntries, resultEntries, userText } from "./claude/messages.ts";
import { readContentText } from "./common/content.ts";
import { epochTime } from "./common/epoch.ts";
import { createEventReader, type EventHandler, ignoreEvents } from "./common/event-reader.ts";
import { plainFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, itemsAt, numberAt, textAt } from "./common/fields.ts";
import { TextGatherer } from "./common/text-gatherer.ts";
import { convertUsage, type UsageNames } from "./common/usage.ts";
import { CursorCalls } from "./cursor/tool-calls.ts";

const cursorUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cacheReadTokens",
  cacheWrite: "cacheWriteTokens",
  exclusive: true,
};

/** The name for lines of an agent transcript, which have no type. */
const transcriptLine = "(message)";

export function cursorReader(): LineReader {
  const reader = new Cursor();
  return createEventReader(
    {
      ...ignoreEvents("interaction_query", "turn_ended"),
      system: reader.system,
      user: reader.user,
      thinking: reader.thinking,
      assistant: reader.assistant,
      tool_call: reader.call,
      result: reader.result,
      [transcriptLine]: reader.transcriptMessage,
    },
    { nameOf: (event) => textAt(event, "type") ?? ("role" in event ? transcriptLine : undefined), end: reader.end },
  );
}

class Cursor {
  readonly #thoughts = new TextGatherer();
  readonly #calls = new CursorCalls();
  #sessionId: string | null = null;
  /** Pieces of a text; the whole text follows and replaces them, unless the stream was cut off. */
  #pieces: string[] = [];
  #piecesTime: string | undefined;
  /** Whether the pieces have times; older versions write pieces without, and no whole text after them. */
  #isTimed = false;
  #answer: string | null = null;
  #isTranscript = false;

  system: EventHandler = (event, sink, unknown) => {
    this.#noteSession(event, sink);
    const subtype = textAt(event, "subtype") ?? "";
    if (subtype !== "init") return unknown(`system/${subtype}`);
    sink.emit({ type: "system", text: `init (${textAt(event, "model") ?? "unknown model"})`, timestamp: time(event) });
  };

  user: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    this.#flush(sink);
    const text = userText(event);
    if (text !== null) sink.emit({ type: "user", text: stripQueryTag(text), timestamp: time(event) });
  };

  thinking: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    if (this.#pieces.length > 0 && !this.#isTimed) this.#flush(sink);
    const text = textAt(event, "text");
    if (text !== undefined) this.#thoughts.add(sink, text, { thought: true, timestamp: time(event) });
    if (textAt(event, "subtype") === "completed") this.#thoughts.flush(sink);
  };

  assistant: EventHandler = (event, sink, unknown) => {
    this.#noteSession(event, sink);
    this.#thoughts.flush(sink);
    const message = fieldsAt(event, "message");
    // Calls are events of their own here: a call in a message is from another program.
    if (itemsAt(message, "content").some((block) => textAt(block, "type") === "tool_use")) return unknown("tool_use");
    const text = readContentText(message?.["content"]);
    const isWhole = textAt(event, "model_call_id") !== undefined;
    if (isWhole) {
      if (this.#isTimed) this.#pieces = [];
      this.#flush(sink);
      return this.#emitText(text, sink, time(event));
    }
    this.#addPiece(text, time(event));
  };

  #addPiece(text: string, timestamp: string | undefined): void {
    const isTimed = timestamp !== undefined;
    const repeats = !isTimed && (this.#isTimed || this.#pieces.join("") === text);
    if (repeats) this.#pieces = [];
    if (this.#pieces.length === 0 && !repeats) this.#piecesTime = timestamp;
    this.#isTimed = isTimed;
    this.#pieces.push(text);
  }

  call: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    this.#flush(sink);
    this.#calls.take(event, sink);
  };

  /** The result joins all texts of the run, so the answer is the last text. */
  result: EventHandler = (event, sink) => {
    this.#noteSession(event, sink);
    this.end(sink);
    const usage = convertUsage(fieldsAt(event, "usage"), cursorUsage);
    if (usage !== null) sink.usage(usage);
    const told = textAt(event, "result");
    const subtype = textAt(event, "subtype") ?? "";
    if (event["is_error"] !== true && !subtype.startsWith("error")) return sink.finish(this.#answer ?? told ?? null);
    sink.fail(plainFailure(this.#answer !== null), told ?? `Cursor ended with ${subtype}`);
  };

  /** A line of an agent transcript: a message with neither a time nor, in most versions, ids of calls. */
  transcriptMessage: EventHandler = (event, sink) => {
    this.#isTranscript = true;
    for (const entry of resultEntries(event, undefined, () => undefined)) sink.emit(entry);
    if (textAt(event, "role") === "assistant") {
      for (const entry of assistantEntries(event, { format: "cursor", timestamp: undefined, parentId: undefined })) {
        if (entry.type === "assistant" && entry.thought !== true && entry.text.trim() !== "") this.#answer = entry.text;
        sink.emit(entry);
      }
      return;
    }
    const text = userText(event);
    const type = textAt(event, "role") === "user" ? "user" : "system";
    if (text !== null) sink.emit({ type, text: stripQueryTag(text) });
  };

  end = (sink: LineSink): void => {
    this.#flush(sink);
    this.#calls.end(sink);
    if (this.#isTranscript) sink.finish(this.#answer);
  };

  #noteSession(event: Fields, sink: LineSink): void {
    const id = textAt(event, "session_id");
    if (id === undefined || id === this.#sessionId) return;
    this.#sessionId = id;
    sink.session(id);
  }

  #flush(sink: LineSink): void {
    this.#thoughts.flush(sink);
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#isTimed = false;
    this.#emitText(text, sink, this.#piecesTime);
  }

  #emitText(text: string, sink: LineSink, timestamp: string | undefined): void {
    if (text.trim() === "") return;
    this.#answer = text;
    sink.emit({ type: "assistant", text, timestamp });
  }
}

function time(event: Fields): string | undefined {
  return epochTime(numberAt(event, "timestamp_ms"));
}

/** The program puts the user's words between tags, after the context it adds. */
function stripQueryTag(text: string): string {
  return /<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(text)?.[1] ?? text;
}
