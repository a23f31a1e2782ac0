/** Parses server-sent events from text that arrives in pieces of any size. */
import { createParser } from "eventsource-parser";

export interface SentEvent {
  readonly id: string | null;
  readonly type: string;
  readonly data: string;
}

export interface EventParser {
  /** The events completed by this piece. Throws if an event is far longer than any the server sends. */
  read(piece: string): SentEvent[];
}

/** In UTF-16 units. The server's events are a few kilobytes long. */
const maxEventLength = 16_000_000;

/** One parser per stream. */
export function createEventParser(): EventParser {
  let events: SentEvent[] = [];
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent: ({ id = null, event = "message", data }) => void events.push({ id, type: event, data }),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw error;
    },
  });
  return {
    read(piece) {
      events = [];
      parser.feed(piece);
      return events;
    },
  };
}
