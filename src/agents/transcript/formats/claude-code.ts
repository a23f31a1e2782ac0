/** Reads Claude Code: the output of `--output-format stream-json`, and the session files under ~/.claude/projects. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../core/entry.ts";
import type { TokenUsage } from "../../../core/model/token-usage.ts";
import { assistantEntries, resultEntries, userText } from "./claude/messages.ts";
import { formatSystemLine } from "./claude/system-text.ts";
import { createEventReader, type EventHandler, ignoreEvents } from "./common/event-reader.ts";
import { statusFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, itemsAt, numberAt, textAt } from "./common/fields.ts";
import { addUsage, anthropicUsage, convertUsage } from "./common/usage.ts";

/**
 * Handles what is special about Claude Code session files: they have no final event, and each message has its own usage.
 * Their lines name the session `sessionId`, those of stream-json `session_id`.
 */
class SessionFile {
  #isSession = false;
  /** Whether the file belongs to a sub-agent: then all its lines say that they are outside the main conversation. */
  #isSubAgent: boolean | null = null;
  #sessionId: string | null = null;
  /** By message: several lines share one message, and the last line has the complete count. */
  readonly #usage = new Map<string, TokenUsage>();
  #answer: string | null = null;
  #failure: Fields | null = null;

  /** Reads the session id, which any line may contain. */
  noteSession(event: Fields, sink: LineSink): void {
    this.#isSubAgent ??= event["isSidechain"] === true;
    const streamed = textAt(event, "session_id");
    if (streamed === undefined) this.#isSession = true;
    const id = streamed ?? textAt(event, "sessionId");
    if (id === undefined || id === this.#sessionId) return;
    this.#sessionId = id;
    sink.session(id);
  }

  /** Returns the call that started the sub-agent of this line; undefined if the main agent wrote it. */
  findParent(event: Fields): string | undefined {
    const parent = textAt(event, "parent_tool_use_id") ?? textAt(event, "parentToolUseID");
    if (parent !== undefined || event["isSidechain"] !== true || this.#isSubAgent === true) return parent;
    return textAt(event, "agentId") ?? "sidechain";
  }

  /** Notes a message from the model, or from the program about a model that cannot be reached. */
  noteMessage(event: Fields, entries: readonly EntryInput[]): void {
    if (!this.#isSession) return;
    const message = fieldsAt(event, "message");
    const usage = convertUsage(fieldsAt(message, "usage"), anthropicUsage);
    const id = textAt(message, "id") ?? textAt(event, "uuid");
    if (usage !== null && id !== undefined) this.#usage.set(id, usage);
    if (this.findParent(event) !== undefined) return;
    for (const entry of entries) if (entry.type === "assistant" && entry.thought !== true) this.#answer = entry.text;
    this.#failure = event["isApiErrorMessage"] === true ? event : null;
  }

  /** A session completed unless its last message says that the model could not be reached. */
  end(sink: LineSink): void {
    if (!this.#isSession) return;
    let sum: TokenUsage | null = null;
    for (const usage of this.#usage.values()) sum = addUsage(sum, usage);
    if (sum !== null) sink.usage(sum);
    if (this.#failure === null) return sink.finish(this.#answer);
    const status = integerAt(this.#failure, "apiErrorStatus") ?? integerAt(this.#failure, "api_error_status");
    sink.fail(statusFailure(status) ?? "network", this.#answer ?? "The model could not be reached");
  }
}

const noise = ignoreEvents(
  ..."stream_event tool_progress tool_use_summary rate_limit_event auth_status keep_alive".split(" "),
  ..."control_request control_response control_cancel_request prompt_suggestion".split(" "),
  // Lines of session files.
  ..."summary file-history-snapshot queue-operation progress attachment last-prompt custom-title ai-title".split(" "),
  ..."atis-latch api-request-shape api-request-blob api-request tools-used".split(" "),
  ..."agent-name agent-color cost-state permission-mode mode pr-link tag worktree-state content-replacement".split(" "),
);

export function claudeCodeReader(): LineReader {
  const reader = new ClaudeCode();
  return createEventReader(
    { ...noise, system: reader.system, assistant: reader.assistant, user: reader.user, result: reader.result },
    { end: reader.end },
  );
}

class ClaudeCode {
  readonly #session = new SessionFile();
  #finished = false;

  system: EventHandler = (event, sink, unknown) => {
    this.#session.noteSession(event, sink);
    const { text, isKnown } = formatSystemLine(event);
    if (text !== null) sink.emit({ type: "system", text, timestamp: textAt(event, "timestamp") });
    if (!isKnown) unknown(`system/${textAt(event, "subtype") ?? ""}`);
  };

  assistant = (event: Fields, sink: LineSink): void => {
    this.#session.noteSession(event, sink);
    const timestamp = textAt(event, "timestamp");
    const entries = assistantEntries(event, {
      format: "claude-code",
      timestamp,
      parentId: this.#session.findParent(event),
    });
    for (const entry of entries) sink.emit(entry);
    this.#session.noteMessage(event, entries);
  };

  user = (event: Fields, sink: LineSink): void => {
    this.#session.noteSession(event, sink);
    const timestamp = textAt(event, "timestamp");
    for (const entry of resultEntries(event, timestamp, readClaudeExitCode)) sink.emit(entry);
    const text = userText(event);
    if (text === null) return;
    // Text that the program wrote in the user's place, or to a sub-agent, is not a task.
    const byProgram =
      event["isMeta"] === true || event["isCompactSummary"] === true || this.#session.findParent(event) !== undefined;
    sink.emit({ type: byProgram ? "system" : "user", text, timestamp });
  };

  result = (event: Fields, sink: LineSink): void => {
    this.#session.noteSession(event, sink);
    this.#finished = true;
    const usage = convertUsage(fieldsAt(event, "usage"), anthropicUsage);
    if (usage !== null) sink.usage(usage, numberAt(event, "total_cost_usd"));
    for (const denied of itemsAt(event, "permission_denials"))
      sink.emit({ type: "system", text: `permission denied: ${textAt(denied, "tool_name") ?? "unknown"}` });
    const text = textAt(event, "result");
    const subtype = textAt(event, "subtype") ?? "";
    // A failure of the model server comes as subtype "success".
    if (event["is_error"] !== true && !subtype.startsWith("error")) return sink.finish(text ?? null);
    const broken = textAt(event, "terminal_reason") === "api_error" ? "network" : "agent";
    const code = statusFailure(integerAt(event, "api_error_status")) ?? broken;
    sink.fail(code, text ?? `Claude Code ended with ${subtype}`);
  };

  end = (sink: LineSink): void => {
    if (!this.#finished) this.#session.end(sink);
  };
}

/** A shell's exit code is the first line of the output, and only if the command failed. */
function readClaudeExitCode(block: Fields, output: string): number | undefined {
  const code = block["is_error"] === true ? /^Exit code (\d{1,3})(?:\n|$)/.exec(output)?.[1] : undefined;
  return code === undefined ? undefined : Number(code);
}
