/**
 * Reads Qwen Code: the output of `-o stream-json`, with messages like those of Claude Code but other token counts, and its
 * session files.
 */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import { type TokenUsage, totalTokens } from "../../../core/model/token-usage.ts";
import { assistantEntries, resultEntries, userText } from "./claude/messages.ts";
import { formatSystemLine } from "./claude/system-text.ts";
import { type EventHandler, createEventReader, ignoreEvents } from "./common/event-reader.ts";
import { unwrapMcpError } from "./common/mcp-error.ts";
import { bracketedFailure, plainFailure, toOutage } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "./common/fields.ts";
import { addUsage, convertUsage, type UsageNames } from "./common/usage.ts";
import { shellTool } from "./gemini/tool-name.ts";
import { QwenSession } from "./qwen/session-file.ts";
import { readShellExitCode } from "./qwen/shell-exit-code.ts";

const qwenUsage: UsageNames = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cache_read_input_tokens",
  exclusive: false,
};

/** The name for lines of a session file. */
const sessionLine = "(session)";

export function qwenCodeReader(): LineReader {
  const reader = new QwenCode();
  const session = new QwenSession();
  return createEventReader(
    {
      ...ignoreEvents("stream_event", "control_request", "control_response"),
      [sessionLine]: (event, sink) => session.take(event, sink),
      system: reader.system,
      assistant: reader.assistant,
      user: reader.user,
      result: reader.result,
    },
    {
      nameOf: (event) => (isSessionLine(event) ? sessionLine : textAt(event, "type")),
      end: (sink) => {
        reader.end(sink);
        session.end(sink);
      },
    },
  );
}

/** Lines of the output name the session `session_id`. */
function isSessionLine(event: Fields): boolean {
  return textAt(event, "uuid") !== undefined && textAt(event, "sessionId") !== undefined;
}

class QwenCode {
  #sessionId: string | null = null;
  readonly #shells = new Set<string>();
  /** A result has the counts of the session; until one comes, those of the messages since the last result are added. */
  #usage: TokenUsage | null = null;
  #isReported = true;

  system: EventHandler = (event, sink, unknown) => {
    this.#noteSession(event, sink);
    const { text, isKnown } = formatSystemLine(event);
    if (text !== null) sink.emit({ type: "system", text });
    if (textAt(event, "subtype") === "retry") sink.outage?.(toOutage(undefined));
    if (!isKnown && textAt(event, "subtype") !== "retry") unknown(`system/${textAt(event, "subtype") ?? ""}`);
  };

  assistant = (event: Fields, sink: LineSink): void => {
    this.#noteSession(event, sink);
    const parentId = textAt(event, "parent_tool_use_id");
    for (const entry of assistantEntries(event, {
      format: "qwen-code",
      timestamp: textAt(event, "timestamp"),
      parentId,
    })) {
      if (entry.type === "tool_use" && entry.tool === shellTool && typeof entry.id === "string")
        this.#shells.add(entry.id);
      sink.emit(entry);
    }
    const usage = convertUsage(fieldsAt(fieldsAt(event, "message"), "usage"), qwenUsage);
    // Of the messages of one request, only the last has its counts; the others have zeros.
    if (usage === null || totalTokens(usage) === 0) return;
    this.#usage = addUsage(this.#usage, usage);
    this.#isReported = false;
  };

  user = (event: Fields, sink: LineSink): void => {
    this.#noteSession(event, sink);
    const timestamp = textAt(event, "timestamp");
    for (const entry of resultEntries(event, timestamp, this.#readExitCode))
      sink.emit(entry.type === "tool_result" ? { ...entry, output: unwrapMcpError(entry.output) } : entry);
    const text = userText(event);
    if (text !== null) sink.emit({ type: "user", text, timestamp });
  };

  result = (event: Fields, sink: LineSink): void => {
    this.#noteSession(event, sink);
    const counts = fieldsAt(event, "usage");
    const usage = convertUsage(counts, qwenUsage);
    if (usage !== null) {
      this.#usage = usage;
      this.#isReported = true;
      sink.usage(usage);
    }
    const subtype = textAt(event, "subtype") ?? "";
    if (event["is_error"] !== true && !subtype.startsWith("error")) return sink.finish(textAt(event, "result") ?? null);
    const message =
      textAt(fieldsAt(event, "error"), "message") ?? textAt(event, "result") ?? `Qwen Code ended with ${subtype}`;
    // A message written in place of an unreachable model uses no tokens.
    sink.fail(bracketedFailure(message) ?? plainFailure((integerAt(counts, "output_tokens") ?? 1) > 0), message);
  };

  end = (sink: LineSink): void => {
    if (this.#usage !== null && !this.#isReported) sink.usage(this.#usage);
  };

  #noteSession(event: Fields, sink: LineSink): void {
    const id = textAt(event, "session_id");
    if (id === undefined || id === this.#sessionId) return;
    this.#sessionId = id;
    sink.session(id);
  }

  /** Older versions do not report a failed command as an error: its exit code is at the end of the output. */
  #readExitCode = (block: Fields, output: string): number | undefined => {
    const id = textAt(block, "tool_use_id");
    if (id === undefined || !this.#shells.delete(id)) return undefined;
    return readShellExitCode(output);
  };
}
