/** Builds a line reader from a table of handlers by event type. Types that are not in the table are counted. */
import type { LineReader, LineSink } from "../../../../core/agent/line-reader.ts";
import { type Fields, parseEventObject, textAt } from "./fields.ts";

/** Takes the name of something unknown. */
export type NoteUnknown = (name: string) => void;

/** Handles one event; reports parts of it that are unknown. */
export type EventHandler = (event: Fields, sink: LineSink, unknown: NoteUnknown) => void;

/** For known events that say nothing about the run. */
export const ignoreEvent: EventHandler = () => {};

/** The same for several types. */
export function ignoreEvents(...types: readonly string[]): Record<string, EventHandler> {
  return Object.fromEntries(types.map((type) => [type, ignoreEvent]));
}

interface EventReaderOptions {
  /** Returns the name an event is looked up by; default its `type`. */
  readonly nameOf?: (event: Fields) => string | undefined;
  readonly end?: (sink: LineSink) => void;
}

export function createEventReader(
  events: Readonly<Record<string, EventHandler>>,
  { nameOf = (event) => textAt(event, "type"), end }: EventReaderOptions = {},
): LineReader {
  // A Map, because a type may have the name of a property that every object has.
  const handlers = new Map(Object.entries(events));
  const unknown = new UnknownEvents();
  return {
    unknown: unknown.counts,
    line(line, sink) {
      if (line.trim() === "") return;
      const event = parseEventObject(line);
      const name = nameOf(event);
      const handler = name === undefined ? undefined : handlers.get(name);
      if (handler === undefined) unknown.count(name ?? "(no type)");
      else handler(event, sink, unknown.count);
    },
    end,
  };
}

const longestName = 80;
const maxNames = 200;
const furtherNames = "(further types)";

/** How often each unknown type occurred. Bounded, because a foreign program chooses the names. */
class UnknownEvents {
  readonly counts = new Map<string, number>();

  count = (name: string): void => {
    const short = name.slice(0, longestName).toWellFormed();
    const key = this.counts.has(short) || this.counts.size < maxNames ? short : furtherNames;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  };
}
