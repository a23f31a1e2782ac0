/** Reads the output of GitHub Copilot CLI with `--output-format json`, which contains no token counts. */
import type { Json } from "../../../core/json.ts";
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import { readContentText } from "./common/content.ts";
import { type EventHandler, createEventReader, ignoreEvents } from "./common/event-reader.ts";
import { plainFailure, statusFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "./common/fields.ts";
import { kindField, toMcpName } from "./common/tool-kinds.ts";

const noise = ignoreEvents(
  ..."session.skills_loaded session.mcp_servers_loaded session.tools_updated session.background_tasks_changed".split(
    " ",
  ),
  ..."session.mcp_server_status_changed session.mcp_server_tools_loaded assistant.turn_start assistant.turn_end".split(
    " ",
  ),
  ..."assistant.message_start assistant.message_delta assistant.tool_call_delta assistant.reasoning_delta".split(" "),
  ..."assistant.idle model.call_start model.call_finished model.call_final_result".split(" "),
  ..."tool.execution_partial_result tool.shell_output agent.interrupted".split(" "),
);

export function copilotReader(): LineReader {
  const reader = new Copilot();
  return createEventReader({
    ...noise,
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
  });
}

class Copilot {
  #answer: string | null = null;
  #modelAnswered = false;
  #aborted: string | null = null;
  #error: Fields | null = null;
  #lastFailure: Fields | null = null;

  user: EventHandler = (event, sink) => {
    sink.emit({ type: "user", text: textAt(readEventData(event), "content") ?? "", timestamp: readEventTime(event) });
  };

  assistant: EventHandler = (event, sink) => {
    this.#modelAnswered = true;
    const text = textAt(readEventData(event), "content") ?? "";
    if (text === "") return;
    this.#answer = text;
    sink.emit({ type: "assistant", text, timestamp: readEventTime(event) });
  };

  reasoning: EventHandler = (event, sink) => {
    const text = textAt(readEventData(event), "content") ?? "";
    if (text !== "") sink.emit({ type: "assistant", text, thought: true, timestamp: readEventTime(event) });
  };

  call: EventHandler = (event, sink) => {
    const data = readEventData(event);
    const server = textAt(data, "mcpServerName");
    const served = textAt(data, "mcpToolName");
    const name = textAt(data, "toolName") ?? "unknown";
    const tool = server === undefined || served === undefined ? name : toMcpName(server, served);
    const input = (data?.["arguments"] ?? {}) as Json;
    const id = textAt(data, "toolCallId") ?? null;
    const parentId = textAt(data, "parentToolCallId");
    sink.emit({
      type: "tool_use",
      id,
      tool,
      input,
      timestamp: readEventTime(event),
      ...kindField("copilot", tool),
      ...(parentId === undefined ? {} : { parentId }),
    });
  };

  /** A failed command is reported as a success here; its exit code is in a separate field. */
  callResult: EventHandler = (event, sink) => {
    const data = readEventData(event);
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
    const id = textAt(event, "sessionId");
    if (id !== undefined) sink.session(id);
    const exitCode = integerAt(event, "exitCode");
    // It exits with 0 when it was stopped in the middle of its work.
    if (this.#aborted !== null) return sink.fail("agent", `The run was aborted (${this.#aborted})`);
    if (exitCode === 0) return sink.finish(this.#answer);
    this.#fail(sink, `exit code ${exitCode ?? "unknown"}`);
  };

  #fail(sink: LineSink, otherwise: string): void {
    const status = integerAt(this.#error ?? undefined, "statusCode");
    const transport = textAt(this.#lastFailure ?? undefined, "failureKind") === "transport" && this.#error !== null;
    const code = statusFailure(status) ?? (transport ? "network" : plainFailure(this.#modelAnswered));
    sink.fail(code, textAt(this.#error ?? undefined, "message") ?? otherwise);
  }
}

function readEventData(event: Fields): Fields | undefined {
  return fieldsAt(event, "data");
}

function readEventTime(event: Fields): string | undefined {
  return textAt(event, "timestamp");
}
