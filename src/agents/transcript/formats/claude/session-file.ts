/**
 * Handles what is special about Claude Code session files: they have no final event, and each message has its own usage.
 // Their lines name the session `sessionId`, those of stream-json `session_id`.
 */
import type { EntryInput } from "../../../../core/entry.ts";
import type { LineSink } from "../../../../core/agent/line-reader.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { statusFailure } from "../common/failure.ts";
import { type Fields, fieldsAt, integerAt, textAt } from "../common/fields.ts";
import { addUsage, anthropicUsage, convertUsage } from "../common/usage.ts";

export class SessionFile {
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
