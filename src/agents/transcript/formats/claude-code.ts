/** Reads Claude Code: the output of `--output-format stream-json`, and the session files under ~/.claude/projects. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import type { EntryInput } from "../../../core/entry.ts";
import { type TokenUsage, totalTokens } from "../../../core/model/token-usage.ts";
import { assistantEntries, resultEntries, userText } from "./claude/messages.ts";
import { formatSystemLine } from "./claude/system-text.ts";
import { createEventReader, type EventHandler, ignoreEvents } from "./common/event-reader.ts";
import { statusFailure, toOutage } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, itemsAt, numberAt, textAt } from "./common/fields.ts";
import { addUsage, anthropicUsage, convertUsage } from "./common/usage.ts";

/**
 * Handles what is special about Claude Code session files: they have no final event.
 * Their lines name the session `sessionId`, those of stream-json `session_id`.
 */
class SessionFile {
  #isSession = false;
  /** Whether the file belongs to a sub-agent: then all its lines say that they are outside the main conversation. */
  #isSubAgent: boolean | null = null;
  #sessionId: string | null = null;
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
    if (this.findParent(event) !== undefined) return;
    for (const entry of entries) if (entry.type === "assistant" && entry.thought !== true) this.#answer = entry.text;
    this.#failure = event["isApiErrorMessage"] === true ? event : null;
  }

  /** A session completed unless its last message says that the model could not be reached. */
  end(sink: LineSink): void {
    if (!this.#isSession) return;
    if (this.#failure === null) return sink.finish(this.#answer);
    const status = integerAt(this.#failure, "apiErrorStatus") ?? integerAt(this.#failure, "api_error_status");
    sink.fail(statusFailure(status) ?? "network", this.#answer ?? "The model could not be reached");
  }
}

/**
 * What the prompts of one session used. A result has the tokens of its prompt, but the cost of the session so far.
 * A session file, or a stream that was cut off, has only the counts of its messages. Input and cache are exact there.
 * In a stream, the output of a message is what was counted when the message began, so the sum is too low.
 */
class ClaudeUsage {
  /** What the prompts with a result used. */
  #answered: TokenUsage | null = null;
  /** Since then, by message: several lines share one message, and the last line has the complete count. */
  readonly #messages = new Map<string, TokenUsage>();

  noteMessage(event: Fields): void {
    const message = fieldsAt(event, "message");
    const usage = convertUsage(fieldsAt(message, "usage"), anthropicUsage);
    const id = textAt(message, "id") ?? textAt(event, "uuid");
    // A message that the program wrote itself, about a model that cannot be reached, has no tokens.
    if (usage !== null && id !== undefined && totalTokens(usage) > 0) this.#messages.set(id, usage);
  }

  result(event: Fields, sink: LineSink): void {
    const usage = convertUsage(fieldsAt(event, "usage"), anthropicUsage);
    if (usage === null) return;
    this.#messages.clear();
    this.#answered = addUsage(this.#answered, usage);
    sink.usage(this.#answered, numberAt(event, "total_cost_usd"));
  }

  end(sink: LineSink): void {
    let sum = this.#answered;
    for (const usage of this.#messages.values()) sum = addUsage(sum, usage);
    if (sum !== null && this.#messages.size > 0) sink.usage(sum);
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
  readonly #usage = new ClaudeUsage();
  #finished = false;

  system: EventHandler = (event, sink, unknown) => {
    this.#session.noteSession(event, sink);
    if (textAt(event, "subtype") === "api_retry") sink.outage?.(toOutage(integerAt(event, "error_status")));
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
    this.#usage.noteMessage(event);
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
    this.#usage.result(event, sink);
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
    this.#usage.end(sink);
    if (!this.#finished) this.#session.end(sink);
  };
}

/** A shell's exit code is the first line of the output, and only if the command failed. */
function readClaudeExitCode(block: Fields, output: string): number | undefined {
  const code = block["is_error"] === true ? /^Exit code (\d{1,3})(?:\n|$)/.exec(output)?.[1] : undefined;
  return code === undefined ? undefined : Number(code);
}
