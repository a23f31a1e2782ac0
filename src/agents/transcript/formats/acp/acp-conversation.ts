/** One ACP connection in progress: collects texts, joins calls, and ends with the response to the prompt. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import type { ModelOutage } from "../../../../core/outcome.ts";
import { readContentText } from "../common/content.ts";
import type { EventHandler } from "../common/event-reader.ts";
import { type Fields, fieldsAt, isFields, itemsAt, numberAt, textAt } from "../common/fields.ts";
import { TextGatherer } from "../common/text-gatherer.ts";
import { convertUsage, type UsageNames } from "../common/usage.ts";
import { isOutgoing, readMessageTime, unwrapMessage } from "./message.ts";
import { CodexStatus, CopilotRequests, isOwnErrorText, readPromptFailure } from "./model-failure.ts";
import { ToolCalls } from "./tool-calls.ts";

/** Reads the tokens and cost that ACP agents report. */
const protocolUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cachedReadTokens",
  cacheWrite: "cachedWriteTokens",
  exclusive: true,
};
/** Gemini CLI; it does not report what it read from a cache. */
const quotaUsage: UsageNames = { input: "input_tokens", output: "output_tokens", exclusive: true };

/** Agents that report only the numbers of the last request, so that the usage of the whole run stays unknown. */
const lastRequestOnly = new Set(["OpenCode"]);

class AcpUsage {
  #isWhole = true;
  #costUsd: number | undefined;

  /** Sets the name the agent gives itself. */
  setAgent(agent: string | undefined): void {
    this.#isWhole = agent === undefined || !lastRequestOnly.has(agent);
  }

  /** Mostly the size of the context, which is not usage; its cost is that of the session so far. */
  update(update: Fields, sink: LineSink): void {
    const cost = fieldsAt(update, "cost");
    if (textAt(cost, "currency") === "USD") this.#costUsd = numberAt(cost, "amount") ?? this.#costUsd;
    this.#report(convertUsage(update, protocolUsage), sink);
  }

  /** Reads the response to a prompt; returns the model's output tokens, if they are known. */
  response(result: Fields, sink: LineSink): number | undefined {
    const quota = fieldsAt(fieldsAt(fieldsAt(result, "_meta"), "quota"), "token_count");
    const usage = convertUsage(fieldsAt(result, "usage"), protocolUsage) ?? convertUsage(quota, quotaUsage);
    this.#report(usage, sink);
    return usage?.output;
  }

  #report(usage: TokenUsage | null, sink: LineSink): void {
    if (usage !== null && this.#isWhole) sink.usage(usage, this.#costUsd);
  }
}

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
        return this.#usage.update(update, sink);
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

  end = (sink: LineSink): void => this.#flush(sink);

  #chunk(update: Fields, sink: LineSink, piece: { thought: boolean; timestamp: string | undefined }): void {
    this.#calls.announceAll(sink);
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
