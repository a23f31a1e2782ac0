/** The two directions of JSON-RPC messages with a process, each message also shown to whoever listens. */
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import type { AgentProcess } from "../../core/agent.ts";

/** One JSON-RPC message, not checked yet. */
export type Message = Readonly<Record<string, unknown>>;

/** Hears each message in the order it passes. */
export type Tap = (direction: "in" | "out", message: Message) => void;

export interface Listeners {
  readonly tap: Tap;
  /** A line of stdout that is no message of this talk. */
  readonly noise: (line: string) => void;
}

/** Messages to and from the process; the readable side ends with its stdout. */
export function messageStream(child: AgentProcess, { tap, noise }: Listeners): Stream {
  const lines = child.lines[Symbol.asyncIterator]();
  const asked = new Set<unknown>();
  const readable = new ReadableStream<AnyMessage>({
    async pull(controller) {
      for (;;) {
        const next = await lines.next();
        if (next.done === true) return controller.close();
        const message = messageIn(next.value);
        const kind = message === null ? "noise" : kindOf(message, asked);
        if (message === null || kind === "noise") {
          if (next.value.trim() !== "") noise(next.value);
          continue;
        }
        tap("in", message);
        // Notifications are read where they pass: the library would print those it does not know on our terminal.
        if (kind !== "notification") return controller.enqueue(message as unknown as AnyMessage);
      }
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ("method" in message && "id" in message) asked.add(message.id);
      tap("out", { ...message });
      child.write(`${JSON.stringify(message)}\n`);
    },
  });
  return { readable, writable };
}

function messageIn(line: string): Message | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(line) as Message;
  } catch {
    return null; // Some programs also print for people: kept as noise.
  }
}

/** An answer to something nobody asked is noise. */
function kindOf(message: Message, asked: Set<unknown>): "request" | "notification" | "answer" | "noise" {
  if (typeof message["method"] === "string") return "id" in message ? "request" : "notification";
  return "id" in message && asked.delete(message["id"]) ? "answer" : "noise";
}
