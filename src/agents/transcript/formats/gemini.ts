/** Reads Gemini CLI: the output of `-o stream-json`, and its session files. */
import type { Json } from "../../../core/json.ts";
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { FailureCode } from "../../../core/outcome.ts";
import { createEventReader, type NoteUnknown } from "./common/event-reader.ts";
import { plainFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "./common/fields.ts";
import { TextGatherer } from "./common/text-gatherer.ts";
import { kindField } from "./common/tool-kinds.ts";
import { type UsageNames, convertUsage } from "./common/usage.ts";
import { GeminiSession } from "./gemini/session-file.ts";
import { findShellFailure } from "./gemini/shell-failure.ts";
import { shellTool, toGeminiToolName } from "./gemini/tool-name.ts";

/** The name for lines of a session file. */
const sessionLine = "(session)";

const geminiUsage: UsageNames = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cached",
  exclusive: false,
};

const errorTypes: ReadonlyMap<string, FailureCode> = new Map([["FatalAuthenticationError", "auth"]]);

export function geminiReader(): LineReader {
  const reader = new Gemini();
  const session = new GeminiSession();
  let noteUnknown: NoteUnknown | null = null;
  return createEventReader(
    {
      [sessionLine]: (event, sink, unknown) => {
        noteUnknown = unknown;
        session.take(event, sink);
      },
      init: (event, sink) => nameSession(textAt(event, "session_id"), sink),
      message: reader.message,
      tool_use: reader.call,
      tool_result: reader.callResult,
      error: reader.error,
      result: reader.result,
    },
    {
      nameOf: (event) => (GeminiSession.fits(event) ? sessionLine : textAt(event, "type")),
      end: (sink) => {
        reader.end(sink);
        if (noteUnknown !== null) session.end(sink, noteUnknown);
      },
    },
  );
}

function nameSession(id: string | undefined, sink: LineSink): void {
  if (id !== undefined) sink.session(id);
}

class Gemini {
  readonly #text = new TextGatherer();
  /** The command lines of running calls, by id. */
  readonly #commands = new Map<string, string>();

  message = (event: Fields, sink: LineSink): void => {
    const text = textAt(event, "content") ?? "";
    const timestamp = textAt(event, "timestamp");
    if (textAt(event, "role") === "assistant") {
      // Deltas are pieces of one text; a message without `delta` is complete.
      if (event["delta"] !== true) this.#text.flush(sink);
      return this.#text.add(sink, text, { timestamp });
    }
    this.#text.flush(sink);
    sink.emit({ type: "user", text, timestamp });
  };

  call = (event: Fields, sink: LineSink): void => {
    this.#text.flush(sink);
    const tool = toGeminiToolName(textAt(event, "tool_name") ?? "unknown");
    const id = textAt(event, "tool_id");
    const command = textAt(fieldsAt(event, "parameters"), "command");
    if (tool === shellTool && id !== undefined && command !== undefined) this.#commands.set(id, command);
    sink.emit({
      type: "tool_use",
      id: id ?? null,
      tool,
      input: (event["parameters"] ?? {}) as Json,
      timestamp: textAt(event, "timestamp"),
      ...kindField("gemini", tool),
    });
  };

  /** A failed command that printed something is reported as a success without an exit code, so the code stays unknown. */
  callResult = (event: Fields, sink: LineSink): void => {
    this.#text.flush(sink);
    const id = textAt(event, "tool_id") ?? null;
    const output = textAt(fieldsAt(event, "error"), "message") ?? textAt(event, "output") ?? "";
    sink.emit({
      type: "tool_result",
      id,
      output,
      isError: textAt(event, "status") === "error",
      timestamp: textAt(event, "timestamp"),
      ...this.#findFailure(id, output),
    });
  };

  #findFailure(id: string | null, output: string) {
    const command = id === null ? undefined : this.#commands.get(id);
    if (id !== null) this.#commands.delete(id);
    return command === undefined ? null : findShellFailure(output, command);
  }

  /** A warning, for example about a detected loop; the result event says how the run ends. */
  error = (event: Fields, sink: LineSink): void => {
    this.#text.flush(sink);
    const message = textAt(event, "message") ?? "unknown error";
    sink.emit({ type: "error", message, timestamp: textAt(event, "timestamp") });
  };

  result = (event: Fields, sink: LineSink): void => {
    this.#text.flush(sink);
    const stats = fieldsAt(event, "stats");
    const usage = convertUsage(stats, geminiUsage);
    if (usage !== null) sink.usage(usage);
    if (textAt(event, "status") !== "error") return sink.finish(this.#text.answer);
    const error = fieldsAt(event, "error");
    const modelAnswered = (integerAt(stats, "output_tokens") ?? 1) > 0;
    const code = errorTypes.get(textAt(error, "type") ?? "") ?? plainFailure(modelAnswered);
    sink.fail(code, textAt(error, "message") ?? "Gemini CLI ended with an error");
  };

  end = (sink: LineSink): void => this.#text.flush(sink);
}
