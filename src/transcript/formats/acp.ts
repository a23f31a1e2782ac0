/**
 * Reads the messages of an Agent Client Protocol connection (JSON-RPC), live or from a log. A line is one of
 *
 *   {"dir":"in","msg":{…},"ms":65,"at":"2026-01-01T00:00:00.000Z"}   "in" is what the agent said, "out" what the client said
 *   {"direction":"in","message":{…}}                                 the same in other words
 *   {"jsonrpc":"2.0",…}                                              the message alone, taken to come from the agent
 *
 * `at` (also `timestamp`) is the time of the message. Without it entries carry no time: `ms` counts from the start of
 * a connection whose date nobody wrote down.
 */
import type { LineReader, LineSink } from "../../core/line-reader.ts";
import { ToolCalls } from "./acp/tool-calls.ts";
import { promptFailure } from "./acp/prompt-failure.ts";
import { AcpUsage } from "./acp/acp-usage.ts";
import { type EventHandler, eventReader } from "./event-reader.ts";
import { contentText } from "./content.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "./fields.ts";
import { TextGatherer } from "./text-gatherer.ts";

export function acpReader(): LineReader {
  const talk = new Talk();
  return eventReader(
    {
      ...Object.fromEntries(quietMethods.map((method) => [method, talk.asked])),
      response: talk.response,
      "session/prompt": talk.prompt,
      "session/update": talk.update,
      "session/request_permission": talk.permission,
    },
    { nameOf: (event) => nameOf(messageOf(event)), end: talk.end },
  );
}

/** Requests of the client, and what agents ask of it: the calls they belong to are told by updates. */
const quietMethods = [
  ..."initialize authenticate logout session/new session/load session/resume session/fork session/close".split(" "),
  ..."session/list session/cancel session/set_mode session/set_model session/set_config_option".split(" "),
  ..."fs/read_text_file fs/write_text_file terminal/create terminal/output terminal/release".split(" "),
  ..."terminal/wait_for_exit terminal/kill $/cancel_request".split(" "),
];

function messageOf(event: Fields): Fields {
  return fieldsAt(event, "msg") ?? fieldsAt(event, "message") ?? event;
}

function isOutgoing(event: Fields): boolean {
  return (textAt(event, "dir") ?? textAt(event, "direction")) === "out";
}

function timeOf(event: Fields): string | undefined {
  return textAt(event, "at") ?? textAt(event, "timestamp");
}

function nameOf(message: Fields): string | undefined {
  const method = textAt(message, "method");
  if (method !== undefined) return method;
  return "result" in message || "error" in message ? "response" : undefined;
}

class Talk {
  readonly #text = new TextGatherer();
  readonly #calls = new ToolCalls();
  readonly #usage = new AcpUsage();
  /** Requests of the client whose failure ends nothing, by id; the agent's requests have ids of their own. */
  readonly #settings = new Set<unknown>();
  #messageId: string | undefined;
  #modelAnswered = false;

  asked: EventHandler = (event) => {
    const message = messageOf(event);
    const isSetting = textAt(message, "method")?.startsWith("session/set_") === true;
    if (isOutgoing(event) && isSetting) this.#settings.add(message["id"]);
  };

  prompt: EventHandler = (event, sink) => {
    const message = messageOf(event);
    this.#pause(sink);
    const text = contentText(fieldsAt(message, "params")?.["prompt"]);
    sink.emit({ type: "user", text, timestamp: timeOf(event) });
  };

  update: EventHandler = (event, sink, unknown) => {
    const update = fieldsAt(fieldsAt(messageOf(event), "params"), "update") ?? {};
    const kind = textAt(update, "sessionUpdate") ?? "";
    const timestamp = timeOf(event);
    switch (kind) {
      case "agent_message_chunk":
      case "agent_thought_chunk":
        return this.#chunk(update, sink, { thought: kind === "agent_thought_chunk", timestamp });
      case "tool_call":
      case "tool_call_update":
        return this.#call(update, sink, timestamp);
      case "plan":
        this.#pause(sink);
        return sink.emit({ type: "system", text: planText(update), timestamp });
      case "usage_update":
        return this.#usage.update(update, sink);
      default:
        if (!quietUpdates.has(kind)) unknown(`session/update/${kind}`);
    }
  };

  /** Some agents tell of a call only when they ask whether they may make it. */
  permission: EventHandler = (event, sink) => {
    const call = fieldsAt(fieldsAt(messageOf(event), "params"), "toolCall");
    if (call === undefined) return;
    this.#call(call, sink, timeOf(event));
    this.#calls.announce(textAt(call, "toolCallId"), sink);
  };

  response: EventHandler = (event, sink) => {
    const message = messageOf(event);
    if (isOutgoing(event)) return;
    const result = fieldsAt(message, "result");
    const info = fieldsAt(result, "agentInfo");
    if (info !== undefined) this.#usage.from(textAt(info, "name"));
    const sessionId = textAt(result, "sessionId");
    if (sessionId !== undefined) sink.session(sessionId);
    if (textAt(result, "stopReason") !== undefined) return this.#stopped(result ?? {}, sink);
    const error = fieldsAt(message, "error");
    if (error !== undefined && !this.#settings.has(message["id"])) this.#failed(error, sink);
  };

  end = (sink: LineSink): void => this.#pause(sink);

  #chunk(update: Fields, sink: LineSink, piece: { thought: boolean; timestamp: string | undefined }): void {
    this.#calls.announceAll(sink);
    const messageId = textAt(update, "messageId");
    if (messageId !== this.#messageId) this.#text.flush(sink);
    this.#messageId = messageId;
    this.#modelAnswered = true;
    const content = update["content"];
    this.#text.add(sink, contentText(isFields(content) ? [content] : content), piece);
  }

  #call(update: Fields, sink: LineSink, timestamp: string | undefined): void {
    this.#text.flush(sink);
    this.#modelAnswered = true;
    this.#calls.take(update, sink, timestamp);
  }

  #stopped(result: Fields, sink: LineSink): void {
    this.#pause(sink);
    const outputTokens = this.#usage.response(result, sink);
    const stopReason = textAt(result, "stopReason") ?? "";
    if (stopReason === "cancelled") return sink.fail("agent", "The prompt was cancelled");
    if (stopReason === "refusal") return sink.fail("agent", "The agent refused the prompt");
    // An answer that took no token is the program's own: it could not reach the model and does not say so.
    if (outputTokens === 0 && this.#calls.count === 0)
      return sink.fail("network", this.#text.answer ?? "The turn ended, and the model had not been asked");
    sink.finish(this.#text.answer);
  }

  #failed(error: Fields, sink: LineSink): void {
    this.#pause(sink);
    const { code, message } = promptFailure(error, this.#modelAnswered);
    sink.emit({ type: "error", message });
    sink.fail(code, message);
  }

  #pause(sink: LineSink): void {
    this.#text.flush(sink);
    this.#calls.announceAll(sink);
  }
}

const quietUpdates = new Set(
  "available_commands_update current_mode_update session_info_update config_option_update user_message_chunk".split(
    " ",
  ),
);

function planText(update: Fields): string {
  const steps = itemsAt(update, "entries");
  const lines = steps.map((step) => `- [${textAt(step, "status") ?? "pending"}] ${textAt(step, "content") ?? ""}`);
  return ["plan", ...lines].join("\n");
}
