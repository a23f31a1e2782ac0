/** The JSON-RPC messages to and from a process; listeners see every message. */
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import type { AgentProcess } from "../../core/agent.ts";

/** One JSON-RPC message, not validated yet. */
export type Message = Readonly<Record<string, unknown>>;

/** Called for each message, in order. */
export type Tap = (direction: "in" | "out", message: Message) => void;

export interface Listeners {
  readonly tap: Tap;
  /** Called for a line of stdout that is not a message of this session. */
  readonly noise: (line: string) => void;
}

/** Streams messages to and from the process; the readable side ends with its stdout. */
export function createMessageStream(child: AgentProcess, { tap, noise }: Listeners): Stream {
  const lines = child.lines[Symbol.asyncIterator]();
  const asked = new Set<unknown>();
  const readable = new ReadableStream<AnyMessage>({
    async pull(controller) {
      for (;;) {
        const next = await lines.next();
        if (next.done === true) return controller.close();
        const message = parseMessage(next.value);
        const kind = message === null ? "noise" : classifyMessage(message, asked);
        if (message === null || kind === "noise") {
          if (next.value.trim() !== "") noise(next.value);
          continue;
        }
        tap("in", message);
        // Notifications are handled here: the library would print unknown ones on our terminal.
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

function parseMessage(line: string): Message | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(line) as Message;
  } catch {
    return null; // Some programs also print text for people, which is kept as noise.
  }
}

/** A response without a matching request is noise. */
function classifyMessage(message: Message, asked: Set<unknown>): "request" | "notification" | "answer" | "noise" {
  if (typeof message["method"] === "string") return "id" in message ? "request" : "notification";
  return "id" in message && asked.delete(message["id"]) ? "answer" : "noise";
}
