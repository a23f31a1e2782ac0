/** One ACP connection in progress: collects texts, joins calls, and ends with the response to the prompt. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { ModelOutage } from "../../../../core/outcome.ts";
import { readContentText } from "../common/content.ts";
import type { EventHandler } from "../common/event-reader.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "../common/fields.ts";
import { TextGatherer } from "../common/text-gatherer.ts";
import { AcpUsage } from "./acp-usage.ts";
import { isOutgoing, readMessageTime, unwrapMessage } from "./message.ts";
import { CodexStatus, CopilotRequests, isOwnErrorText, readPromptFailure } from "./model-failure.ts";
import { ToolCalls } from "./tool-calls.ts";

export class AcpConversation {
  readonly #text = new TextGatherer();
  readonly #calls = new ToolCalls();
  readonly #usage = new AcpUsage();
  /** Ids of client requests whose failure does not end the run; the agent's requests have their own ids. */
  readonly #settings = new Set<unknown>();
  readonly #codex = new CodexStatus();
  readonly #copilot = new CopilotRequests();
  #agent: string | undefined;
  #messageId: string | undefined;
  #modelAnswered = false;

  request: EventHandler = (event) => {
    const message = unwrapMessage(event);
    const method = textAt(message, "method");
    if (!isOutgoing(event)) return;
    if (method?.startsWith("session/set_") === true) this.#settings.add(message["id"]);
    const folder = textAt(fieldsAt(message, "params"), "cwd");
    if (folder !== undefined) this.#calls.setFolder(folder);
  };

  prompt: EventHandler = (event, sink) => {
    const message = unwrapMessage(event);
    this.#flush(sink);
    const text = readContentText(fieldsAt(message, "params")?.["prompt"]);
    sink.emit({ type: "user", text, timestamp: readMessageTime(event) });
  };

  update: EventHandler = (event, sink, unknown) => {
    const update = fieldsAt(fieldsAt(unwrapMessage(event), "params"), "update") ?? {};
    const kind = textAt(update, "sessionUpdate") ?? "";
    const timestamp = readMessageTime(event);
    switch (kind) {
      case "agent_message_chunk":
      case "agent_thought_chunk":
        return this.#chunk(update, sink, { thought: kind === "agent_thought_chunk", timestamp });
      case "tool_call":
      case "tool_call_update":
        return this.#call(update, sink, { timestamp });
      case "plan":
        this.#flush(sink);
        return sink.emit({ type: "system", text: planText(update), timestamp });
      case "usage_update":
        this.#copilot.request(update);
        return this.#usage.update(update);
      case "session_info_update":
        return this.#codex.update(update, sink);
      default:
        if (!quietUpdates.has(kind)) unknown(`session/update/${kind}`);
    }
  };

  /** Some agents mention a call only when they ask for permission to make it. */
  permission: EventHandler = (event, sink) => {
    const call = fieldsAt(fieldsAt(unwrapMessage(event), "params"), "toolCall");
    if (call === undefined) return;
    this.#call(call, sink, { timestamp: readMessageTime(event), isPermission: true });
    this.#calls.announce(textAt(call, "toolCallId"), sink);
  };

  response: EventHandler = (event, sink) => {
    const message = unwrapMessage(event);
    if (isOutgoing(event)) return;
    const result = fieldsAt(message, "result");
    const info = fieldsAt(result, "agentInfo");
    if (info !== undefined) {
      this.#agent = textAt(info, "name");
      this.#usage.setAgent(this.#agent);
      this.#calls.setAgent(this.#agent);
    }
    const sessionId = textAt(result, "sessionId");
    if (sessionId !== undefined) sink.session(sessionId);
    if (textAt(result, "stopReason") !== undefined) return this.#stopped(result ?? {}, sink);
    const error = fieldsAt(message, "error");
    if (error !== undefined && !this.#settings.has(message["id"])) this.#failed(error, sink);
  };

  end = (sink: LineSink): void => {
    this.#flush(sink);
    this.#usage.end(sink);
  };

  #chunk(update: Fields, sink: LineSink, piece: { thought: boolean; timestamp: string | undefined }): void {
    this.#calls.announceAll(sink);
    this.#usage.chunk(update, sink);
    const messageId = textAt(update, "messageId");
    if (messageId !== this.#messageId) this.#text.flush(sink);
    this.#messageId = messageId;
    this.#modelAnswered = true;
    const content = update["content"];
    const text = readContentText(isFields(content) ? [content] : content);
    if (!this.#codex.takesText(text)) this.#text.add(sink, text, piece);
  }

  #call(update: Fields, sink: LineSink, moment: Parameters<ToolCalls["take"]>[2]): void {
    this.#text.flush(sink);
    this.#modelAnswered = true;
    this.#calls.take(update, sink, moment);
  }

  #stopped(result: Fields, sink: LineSink): void {
    this.#flush(sink);
    const outputTokens = this.#usage.response(result, sink);
    const stopReason = textAt(result, "stopReason") ?? "";
    const failure = stopFailures.get(stopReason);
    if (failure !== undefined) return sink.fail("agent", failure);
    const broken = this.#codex.failure;
    if (broken !== null) return this.#fail(broken, sink);
    if (this.#agent === "Copilot" && this.#copilot.hasFailed(result, this.#text.answer))
      return sink.fail("network", this.#text.answer ?? "The turn ended without a call to the model");
    // An answer without any tokens comes from the program itself: it could not reach the model and does not report that.
    if (outputTokens === 0 && this.#calls.count === 0)
      return sink.fail("network", this.#text.answer ?? "The turn ended without a call to the model");
    sink.finish(this.#text.answer);
  }

  #failed(error: Fields, sink: LineSink): void {
    const lastWords = isOwnErrorText(error, this.#agent) ? this.#text.takeBack() : null;
    this.#flush(sink);
    this.#fail(readPromptFailure(error, { agent: this.#agent, modelAnswered: this.#modelAnswered, lastWords }), sink);
  }

  #fail({ code, message }: ModelOutage, sink: LineSink): void {
    sink.emit({ type: "error", message });
    sink.fail(code, message);
  }

  #flush(sink: LineSink): void {
    this.#text.flush(sink);
    this.#calls.announceAll(sink);
  }
}

/** Stop reasons that do not mean the work is finished. */
const stopFailures: ReadonlyMap<string, string> = new Map([
  ["cancelled", "The prompt was cancelled"],
  ["refusal", "The agent refused the prompt"],
  ["max_tokens", "The agent reached its token limit"],
  ["max_turn_requests", "The agent reached its limit of requests per turn"],
]);

const quietUpdates = new Set(
  "available_commands_update current_mode_update config_option_update user_message_chunk".split(" "),
);

function planText(update: Fields): string {
  const steps = itemsAt(update, "entries");
  const lines = steps.map((step) => `- [${textAt(step, "status") ?? "pending"}] ${textAt(step, "content") ?? ""}`);
  return ["plan", ...lines].join("\n");
}
