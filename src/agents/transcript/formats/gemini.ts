/** Reads Gemini CLI: the output of `-o stream-json`, and its session files. */
import type { EntryInput } from "../../../core/entry.ts";
import type { Json } from "../../../core/json.ts";
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { FailureCode } from "../../../core/outcome.ts";
import { createEventReader, type NoteUnknown } from "./common/event-reader.ts";
import { bracketedFailure, plainFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "./common/fields.ts";
import { unwrapMcpError } from "./common/mcp-error.ts";
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

/** Finds the exit code of a command in the program's own records; undefined if they have none. */
export type FindExitCode = (callId: string) => number | undefined;

export function geminiReader(findExitCode: FindExitCode = () => undefined): LineReader {
  const reader = new Gemini(findExitCode);
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
  readonly #findExitCode: FindExitCode;
  /** Results of commands, held until the next event: by then their exit codes are in the program's records. */
  #held: (Extract<EntryInput, { type: "tool_result" }> & { readonly id: string })[] = [];

  constructor(findExitCode: FindExitCode) {
    this.#findExitCode = findExitCode;
  }

  message = (event: Fields, sink: LineSink): void => {
    this.#release(sink);
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
    this.#release(sink);
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

  /** A failed command that printed something is reported as a success without an exit code; only the records have it. */
  callResult = (event: Fields, sink: LineSink): void => {
    this.#text.flush(sink);
    const id = textAt(event, "tool_id") ?? null;
    const command = id === null ? undefined : this.#commands.get(id);
    const output = unwrapMcpError(textAt(fieldsAt(event, "error"), "message") ?? textAt(event, "output") ?? "");
    const isError = textAt(event, "status") === "error";
    const timestamp = textAt(event, "timestamp");
    const result = { type: "tool_result" as const, output, isError, timestamp };
    if (id === null || command === undefined) return sink.emit({ ...result, id });
    this.#commands.delete(id);
    this.#held.push({ ...result, id, ...findShellFailure(output, command) });
  };

  #release(sink: LineSink): void {
    const held = this.#held;
    this.#held = [];
    for (const result of held) {
      const exitCode = result.exitCode ?? this.#findExitCode(result.id);
      sink.emit({ ...result, ...(exitCode === undefined ? {} : { exitCode }) });
    }
  }

  /** A warning, for example about a detected loop; the result event says how the run ends. */
  error = (event: Fields, sink: LineSink): void => {
    this.#release(sink);
    this.#text.flush(sink);
    const message = textAt(event, "message") ?? "unknown error";
    sink.emit({ type: "error", message, timestamp: textAt(event, "timestamp") });
  };

  result = (event: Fields, sink: LineSink): void => {
    this.#release(sink);
    this.#text.flush(sink);
    const stats = fieldsAt(event, "stats");
    const usage = convertUsage(stats, geminiUsage);
    if (usage !== null) sink.usage(usage);
    if (textAt(event, "status") !== "error") return sink.finish(this.#text.answer);
    const error = fieldsAt(event, "error");
    const message = textAt(error, "message");
    const modelAnswered = (integerAt(stats, "output_tokens") ?? 1) > 0;
    const code =
      errorTypes.get(textAt(error, "type") ?? "") ?? bracketedFailure(message) ?? plainFailure(modelAnswered);
    sink.fail(code, message ?? "Gemini CLI ended with an error");
  };

  end = (sink: LineSink): void => {
    this.#release(sink);
    this.#text.flush(sink);
  };
}
