/** Reads Codex: the output of `exec --json`, and the session files `rollout-*.jsonl`. */
import type { LineReader, LineSink } from "../../../core/agent/line-reader.ts";
import { type EventHandler, createEventReader, ignoreEvents } from "./common/event-reader.ts";
import { plainFailure } from "./common/failure.ts";
import { type Fields, fieldsAt, textAt } from "./common/fields.ts";
import { convertUsage } from "./common/usage.ts";
import { ItemCalls } from "./codex/items.ts";
import { CodexRollout } from "./codex/rollout.ts";
import { readCodexFailure } from "./codex/codex-error.ts";
import { codexUsage } from "./codex/codex-usage.ts";

export function codexReader(): LineReader {
  const turn = new CodexTurn();
  const rollout = new CodexRollout();
  return createEventReader(
    {
      ...ignoreEvents("turn.started", "item.updated"),
      "thread.started": (event, sink) => nameSession(textAt(event, "thread_id"), sink),
      "item.started": turn.item("started"),
      "item.completed": turn.item("completed"),
      error: turn.error,
      "turn.completed": turn.completed,
      "turn.failed": turn.failed,
      ...rollout.events,
    },
    { end: rollout.end },
  );
}

function nameSession(id: string | undefined, sink: LineSink): void {
  if (id !== undefined) sink.session(id);
}

/** What Codex itself reports, as an event of its own, each time it asks a model again that failed. */
const reconnecting = /^Reconnecting\.\.\. \d+\/\d+/;

/** One `exec`: its items, then how the turn ended. */
class CodexTurn {
  readonly #calls = new ItemCalls();
  #answer: string | null = null;
  #modelAnswered = false;
  /** It has asked the model again since the model last answered. */
  #isReconnecting = false;

  error = (event: Fields, sink: LineSink): void => {
    const message = textAt(event, "message") ?? "unknown error";
    sink.emit({ type: "error", message });
    if (!reconnecting.test(message)) return;
    this.#isReconnecting = true;
    sink.outage?.({ code: "network", message });
  };

  item(moment: "started" | "completed"): EventHandler {
    return (event, sink, unknown) => {
      const item = fieldsAt(event, "item") ?? {};
      const type = textAt(item, "type") ?? "";
      if (type === "agent_message" || type === "reasoning")
        return moment === "started" ? undefined : this.#emitMessage(item, sink);
      // Even a mere warning arrives here, because the program calls it an error.
      if (type === "error") return sink.emit({ type, message: textAt(item, "message") ?? "unknown error" });
      if (this.#calls.take(item, sink, moment)) this.#noteAnswer();
      else unknown(`item/${type}`);
    };
  }

  #noteAnswer(): void {
    this.#modelAnswered = true;
    this.#isReconnecting = false;
  }

  #emitMessage(item: Fields, sink: LineSink): void {
    this.#noteAnswer();
    const text = textAt(item, "text") ?? "";
    const isThought = textAt(item, "type") === "reasoning";
    if (!isThought) this.#answer = text;
    sink.emit({ type: "assistant", text, ...(isThought ? { thought: true as const } : {}) });
  }

  completed = (event: Fields, sink: LineSink): void => {
    const usage = convertUsage(fieldsAt(event, "usage"), codexUsage);
    if (usage !== null) sink.usage(usage);
    sink.finish(this.#answer);
  };

  failed = (event: Fields, sink: LineSink): void => {
    const error = fieldsAt(event, "error");
    const message = textAt(error, "message") ?? "The turn failed";
    sink.emit({ type: "error", message });
    const broken = this.#isReconnecting ? "network" : plainFailure(this.#modelAnswered);
    sink.fail(readCodexFailure(error) ?? broken, message);
  };
}
