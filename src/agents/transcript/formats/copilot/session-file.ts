/** Handles what is special about Copilot's session files (`events.jsonl`): they have token counts, but no final event. */
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import type { EventHandler } from "../common/event-reader.ts";
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "../common/fields.ts";
import { addUsage, convertUsage, type UsageNames } from "../common/usage.ts";

const sessionUsage: UsageNames = {
  input: "inputTokens",
  output: "outputTokens",
  cacheRead: "cacheReadTokens",
  cacheWrite: "cacheWriteTokens",
  exclusive: false,
};

export class CopilotSession {
  /** Whether the file has events that only session files contain. */
  isSession = false;
  /** The counts of the last shutdown, which include those of earlier ones. */
  #total: TokenUsage | null = null;
  /** The sum of the requests since then. */
  #since: TokenUsage | null = null;
  /** A prompt told by a hook; the event of the message itself follows in most versions. */
  #prompt: { readonly text: string; readonly timestamp: string | undefined } | null = null;
  /** Calls in a message of the model that have not started, by id. */
  readonly #requests = new Map<string, { readonly request: Fields; readonly event: Fields }>();

  readonly #taken = new Set<string>();

  readonly events: Readonly<Record<string, EventHandler>> = {
    "session.start": (event, sink) => {
      this.isSession = true;
      const id = textAt(fieldsAt(event, "data"), "sessionId");
      if (id !== undefined) sink.session(id);
    },
    "session.resume": () => {
      this.isSession = true;
    },
    "session.shutdown": (event) => {
      this.isSession = true;
      const sum = sumModels(fieldsAt(fieldsAt(event, "data"), "modelMetrics"));
      if (sum === null) return;
      this.#total = sum;
      this.#since = null;
    },
    "session.usage_record": (event) => {
      this.isSession = true;
      const usage = convertUsage(fieldsAt(fieldsAt(event, "data"), "usage"), sessionUsage);
      if (usage !== null) this.#since = addUsage(this.#since, usage);
    },
    "hook.start": (event) => {
      const data = fieldsAt(event, "data");
      const text = textAt(fieldsAt(data, "input"), "prompt");
      if (textAt(data, "hookType") !== "userPromptSubmitted" || text === undefined) return;
      this.#prompt = { text, timestamp: textAt(event, "timestamp") };
    },
  };

  /** Emits a prompt that only a hook told. */
  emitPrompt(sink: LineSink): void {
    if (this.#prompt !== null) sink.emit({ type: "user", ...this.#prompt });
    this.#prompt = null;
  }

  /** The message itself is in the file. */
  dropPrompt(): void {
    this.#prompt = null;
  }

  /** Notes the calls that a message of the model asks for. */
  noteRequests(event: Fields): void {
    for (const request of itemsAt(fieldsAt(event, "data"), "toolRequests")) {
      const id = textAt(request, "toolCallId");
      if (id !== undefined) this.#requests.set(id, { request, event });
    }
  }

  /** Takes the request of a call that starts or ends now. */
  takeRequest(id: string | undefined) {
    const found = id === undefined ? undefined : this.#requests.get(id);
    if (id !== undefined) this.#requests.delete(id);
    return found;
  }

  /** Takes all calls that have not started. */
  takeRequests() {
    const all = [...this.#requests.values()];
    for (const id of this.#requests.keys()) this.#taken.add(id);
    this.#requests.clear();
    return all;
  }

  /** Whether a call that starts now was taken before, as one that had not started. */
  hasTaken(id: string | undefined): boolean {
    return id !== undefined && this.#taken.has(id);
  }

  reportUsage(sink: LineSink): void {
    const sum = this.#since === null ? this.#total : addUsage(this.#total, this.#since);
    if (sum !== null) sink.usage(sum);
  }
}

function sumModels(metrics: Fields | undefined): TokenUsage | null {
  let sum: TokenUsage | null = null;
  for (const model of Object.values(metrics ?? {})) {
    const usage = isFields(model) ? convertUsage(fieldsAt(model, "usage"), sessionUsage) : null;
    if (usage !== null) sum = addUsage(sum, usage);
  }
  return sum;
}
