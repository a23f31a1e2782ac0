/**
 * Reads GitHub Copilot CLI: the output of `--output-format json`, which contains no token counts, and the session files
 * `events.jsonl`.
 */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import { readContentText } from "./common/content.ts";
import { type EventHandler, createEventReader, ignoreEvents } from "./common/event-reader.ts";
import { plainFailure, statusFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "./common/fields.ts";
import { readArguments } from "./common/json-text.ts";
import { kindField, toMcpName } from "./common/tool-kinds.ts";
import { CopilotSession } from "./copilot/session-file.ts";

const noise = ignoreEvents(
  ..."session.skills_loaded session.mcp_servers_loaded session.tools_updated session.background_tasks_changed".split(
    " ",
  ),
  ..."session.mcp_server_status_changed session.mcp_server_tools_loaded assistant.turn_start assistant.turn_end".split(
    " ",
  ),
  ..."assistant.message_start assistant.message_delta assistant.tool_call_delta assistant.reasoning_delta".split(" "),
  ..."assistant.idle model.call_start model.call_finished model.call_final_result".split(" "),
  ..."tool.execution_partial_result tool.execution_progress tool.shell_output tool.user_requested".split(" "),
  ..."agent.interrupted".split(" "),
  // Events of session files.
  ..."session.permissions_changed session.context_changed session.model_change session.mode_changed".split(" "),
  ..."session.title_changed session.usage_checkpoint session.task_complete session.truncation".split(" "),
  ..."session.compaction_start session.compaction_complete session.idle session.handoff".split(" "),
  ..."system.message system.notification hook.end permission.requested permission.completed".split(" "),
  ..."subagent.started subagent.completed subagent.failed subagent.selected subagent.deselected".split(" "),
  ..."skill.invoked assistant.intent".split(" "),
);

export function copilotReader(): LineReader {
  const reader = new Copilot();
  return createEventReader(
    {
      ...noise,
      ...reader.session.events,
      "user.message": reader.user,
      "assistant.message": reader.assistant,
      "assistant.reasoning": reader.reasoning,
      "tool.execution_start": reader.call,
      "tool.execution_complete": reader.callResult,
      "session.info": reader.info,
      "assistant.turn_retry": reader.retry,
      "model.call_failure": reader.callFailure,
      "session.error": reader.error,
      abort: reader.abort,
      result: reader.result,
    },
    { end: reader.end },
  );
}

class Copilot {
  readonly session = new CopilotSession();
  #hasResult = false;
  #answer: string | null = null;
  #modelAnswered = false;
  #aborted: string | null = null;
  #error: Fields | null = null;
  #lastFailure: Fields | null = null;

  user: EventHandler = (event, sink) => {
    if (this.session.isSession) this.#aborted = null;
    this.session.dropPrompt();
    const data = readEventData(event);
    const text = textAt(data, "content") ?? "";
    sink.emit({ type: isFromUser(data, text) ? "user" : "system", text, timestamp: readEventTime(event) });
  };

  assistant: EventHandler = (event, sink) => {
    this.#modelAnswered = true;
    const data = readEventData(event);
    if (this.session.isSession) this.#beginMessage(event, sink);
    const text = textAt(data, "content") ?? "";
    if (text === "") return;
    // A sub-agent answers the agent, not the user.
    if (textAt(data, "parentToolCallId") === undefined) this.#answer = text;
    sink.emit({ type: "assistant", text, timestamp: readEventTime(event) });
  };

  /** A session file tells thoughts and calls with the message; output that is live has events of their own for them. */
  #beginMessage(event: Fields, sink: LineSink): void {
    this.#aborted = null;
    this.#error = null;
    this.session.emitPrompt(sink);
    if (textAt(readEventData(event), "parentToolCallId") === undefined) this.#emitRequests(sink);
    const thought = textAt(readEventData(event), "reasoningText") ?? "";
    if (thought !== "") sink.emit({ type: "assistant", text: thought, thought: true, timestamp: readEventTime(event) });
    this.session.noteRequests(event);
  }

  /** Emits calls that were never started, for example because the user refused them. */
  #emitRequests(sink: LineSink): void {
    for (const { request, event } of this.session.takeRequests()) this.#emitCall(request, event, sink);
  }

  reasoning: EventHandler = (event, sink) => {
    const text = textAt(readEventData(event), "content") ?? "";
    if (text !== "") sink.emit({ type: "assistant", text, thought: true, timestamp: readEventTime(event) });
  };

  call: EventHandler = (event, sink) => {
    const data = readEventData(event);
    const id = textAt(data, "toolCallId");
    this.session.takeRequest(id);
    if (!this.session.hasTaken(id)) this.#emitCall(data, event, sink);
  };

  #emitCall(data: Fields | undefined, event: Fields, sink: LineSink): void {
    const server = textAt(data, "mcpServerName");
    const served = textAt(data, "mcpToolName");
    const name = textAt(data, "toolName") ?? textAt(data, "name") ?? "unknown";
    const tool = server === undefined || served === undefined ? name : toMcpName(server, served);
    const input = readArguments(data?.["arguments"]);
    const id = textAt(data, "toolCallId") ?? null;
    const parentId = textAt(data, "parentToolCallId") ?? textAt(readEventData(event), "parentToolCallId");
    sink.emit({
      type: "tool_use",
      id,
      tool,
      input,
      timestamp: readEventTime(event),
      ...kindField("copilot", tool),
      ...(parentId === undefined ? {} : { parentId }),
    });
  }

  /** A failed command is reported as a success here; its exit code is in a separate field. */
  callResult: EventHandler = (event, sink) => {
    const data = readEventData(event);
    const unstarted = this.session.takeRequest(textAt(data, "toolCallId"));
    if (unstarted !== undefined) this.#emitCall(unstarted.request, unstarted.event, sink);
    const result = fieldsAt(data, "result");
    const told = textAt(result, "content") ?? readContentText(result?.["contents"]);
    const exitCode = integerAt(fieldsAt(data, "shellExecution"), "exitCode");
    sink.emit({
      type: "tool_result",
      id: textAt(data, "toolCallId") ?? null,
      output: told === "" ? (textAt(fieldsAt(data, "error"), "message") ?? "") : told,
      isError: data?.["success"] === false,
      timestamp: readEventTime(event),
      exitCode,
    });
  };

  info: EventHandler = (event, sink) => {
    sink.emit({ type: "system", text: textAt(readEventData(event), "message") ?? "", timestamp: readEventTime(event) });
  };

  retry: EventHandler = (event, sink) => {
    const reason = textAt(readEventData(event), "reason") ?? "no reason given";
    sink.emit({ type: "system", text: `retrying the turn (${reason})`, timestamp: readEventTime(event) });
  };

  callFailure: EventHandler = (event) => {
    this.#lastFailure = readEventData(event) ?? null;
  };

  error: EventHandler = (event, sink) => {
    this.#error = readEventData(event) ?? {};
    const message = textAt(this.#error, "message") ?? "unknown error";
    sink.emit({ type: "error", message, timestamp: readEventTime(event) });
  };

  abort: EventHandler = (event) => {
    this.#aborted = textAt(readEventData(event), "reason") ?? "no reason given";
  };

  result: EventHandler = (event, sink) => {
    this.#hasResult = true;
    const id = textAt(event, "sessionId");
    if (id !== undefined) sink.session(id);
    const exitCode = integerAt(event, "exitCode");
    // It exits with 0 when it was stopped in the middle of its work.
    if (this.#aborted !== null) return sink.fail("agent", `The run was aborted (${this.#aborted})`);
    if (exitCode === 0) return sink.finish(this.#answer);
    this.#fail(sink, `exit code ${exitCode ?? "unknown"}`);
  };

  /** A session file completed, unless its last event is an abort or an error. */
  end = (sink: LineSink): void => {
    if (!this.session.isSession) return;
    this.session.emitPrompt(sink);
    this.#emitRequests(sink);
    this.session.reportUsage(sink);
    if (this.#hasResult) return;
    if (this.#aborted !== null) return sink.fail("agent", `The run was aborted (${this.#aborted})`);
    if (this.#error === null) return sink.finish(this.#answer);
    this.#fail(sink, "The session ended with an error");
  };

  #fail(sink: LineSink, otherwise: string): void {
    const status = integerAt(this.#error ?? undefined, "statusCode");
    const transport = textAt(this.#lastFailure ?? undefined, "failureKind") === "transport" && this.#error !== null;
    const code = statusFailure(status) ?? (transport ? "network" : plainFailure(this.#modelAnswered));
    sink.fail(code, textAt(this.#error ?? undefined, "message") ?? otherwise);
  }
}

/** The program writes some messages in the user's place, and agents write to their sub-agents. */
function isFromUser(data: Fields | undefined, text: string): boolean {
  const source = textAt(data, "source") ?? "";
  return (source === "" || source === "user") && !text.startsWith("<system_notification>");
}

function readEventData(event: Fields): Fields | undefined {
  return fieldsAt(event, "data");
}

function readEventTime(event: Fields): string | undefined {
  return textAt(event, "timestamp");
}
