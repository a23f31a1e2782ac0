/**
 * Reads session files of Codex (`rollout-*.jsonl`): each line has a time, a type and a payload. `response_item` contains
 * messages and calls; `event_msg` repeats them for display and adds usage and endings.
 */
import type { EntryInput } from "../../../../core/entry.ts";
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import { type EventHandler, ignoreEvent, type NoteUnknown } from "../common/event-reader.ts";
import { type Fields, fieldsAt, textAt } from "../common/fields.ts";
import { plainFailure } from "../common/failure.ts";
import { convertUsage } from "../common/usage.ts";
import { readCodexFailure } from "./codex-error.ts";
import { codexUsage } from "./codex-usage.ts";
import { responseEntries, readItemText } from "./response-items.ts";

const knownItems = new Set(
  (
    "message reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call " +
    "web_search_call image_generation_call tool_search_call tool_search_output mcp_tool_call_output"
  ).split(" "),
);
const quietItems = new Set("ghost_snapshot compaction compaction_summary other".split(" "));
const quietEvents = new Set(
  (
    "user_message agent_message agent_message_delta agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break " +
    "task_started turn_started thread_name_updated context_compacted exec_command_begin exec_command_end mcp_tool_call_begin " +
    "mcp_tool_call_end patch_apply_begin patch_apply_end web_search_begin web_search_end plan_update turn_diff " +
    "entered_review_mode exited_review_mode thread_rolled_back view_image_tool_call undo_completed " +
    "thread_settings_applied dynamic_tool_call_request dynamic_tool_call_response image_generation_begin " +
    "image_generation_end collab_agent_spawn_begin collab_agent_spawn_end collab_agent_interaction_begin " +
    "collab_agent_interaction_end collab_waiting_begin collab_waiting_end collab_close_begin collab_close_end item_started"
  ).split(" "),
);

export class CodexRollout {
  #isRollout = false;
  #answer: string | null = null;
  #ended = false;
  #modelAnswered = false;
  /** Calls that failed, whose results are still to come: the result itself does not say so. */
  readonly #failedCalls = new Set<string>();

  readonly events: Readonly<Record<string, EventHandler>> = {
    turn_context: ignoreEvent,
    compacted: ignoreEvent,
    world_state: ignoreEvent,
    // Written with each answer of the model; the counts for display are missing if the session was interrupted.
    token_usage_record: (event, sink) =>
      reportCodexUsage(fieldsAt(fieldsAt(event, "payload"), "thread_token_usage"), sink),
    session_meta: (event, sink) => {
      this.#isRollout = true;
      const payload = fieldsAt(event, "payload");
      const id = textAt(payload, "id") ?? textAt(payload, "session_id");
      if (id !== undefined) sink.session(id);
    },
    response_item: (event, sink, unknown) => this.#item(event, sink, unknown),
    event_msg: (event, sink, unknown) => this.#message(event, sink, unknown),
  };

  /** A file that does not mention its end counts as completed. */
  end = (sink: LineSink): void => {
    if (this.#isRollout && !this.#ended) sink.finish(this.#answer);
  };

  #item(event: Fields, sink: LineSink, unknown: NoteUnknown): void {
    this.#isRollout = true;
    const payload = fieldsAt(event, "payload") ?? {};
    const type = textAt(payload, "type") ?? "";
    if (quietItems.has(type)) return;
    if (!knownItems.has(type)) return unknown(`response_item/${type}`);
    if (type !== "message" || textAt(payload, "role") === "assistant") this.#modelAnswered = true;
    for (const entry of responseEntries(payload, textAt(event, "timestamp"))) sink.emit(this.#markFailure(entry));
    if (type === "message" && textAt(payload, "role") === "assistant") this.#answer = readItemText(payload);
  }

  #noteFailure(item: Fields | undefined): void {
    const id = textAt(item, "id");
    if (id !== undefined && textAt(item, "status") === "failed") this.#failedCalls.add(id);
  }

  #markFailure(entry: EntryInput): EntryInput {
    if (entry.type !== "tool_result" || typeof entry.id !== "string") return entry;
    return this.#failedCalls.delete(entry.id) ? { ...entry, isError: true } : entry;
  }

  /** A turn that could not continue is also complete, but with an error. */
  #complete(payload: Fields | undefined, sink: LineSink): void {
    const error = fieldsAt(payload, "error");
    if (error === undefined) return sink.finish(textAt(payload, "last_agent_message") ?? this.#answer);
    const code = readCodexFailure(error) ?? plainFailure(this.#modelAnswered);
    sink.fail(code, textAt(error, "message") ?? "The turn failed");
  }

  #message(event: Fields, sink: LineSink, unknown: NoteUnknown): void {
    this.#isRollout = true;
    const payload = fieldsAt(event, "payload");
    const type = textAt(payload, "type") ?? "";
    switch (type) {
      case "item_completed":
        return this.#noteFailure(fieldsAt(payload, "item"));
      case "token_count":
        return reportCodexUsage(fieldsAt(fieldsAt(payload, "info"), "total_token_usage"), sink);
      case "task_complete":
      case "turn_complete":
        this.#ended = true;
        return this.#complete(payload, sink);
      case "turn_aborted":
        this.#ended = true;
        return sink.fail("agent", `The turn was aborted (${textAt(payload, "reason") ?? "no reason given"})`);
      case "error":
      case "stream_error":
        return sink.emit({
          type: "error",
          message: textAt(payload, "message") ?? "unknown error",
          timestamp: textAt(event, "timestamp"),
        });
      default:
        if (!quietEvents.has(type)) unknown(`event_msg/${type}`);
    }
  }
}

function reportCodexUsage(counts: Fields | undefined, sink: LineSink): void {
  const usage = convertUsage(counts, codexUsage);
  if (usage !== null) sink.usage(usage);
}
