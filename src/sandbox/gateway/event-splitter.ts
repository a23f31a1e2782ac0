/** Splits a stream of server-sent events into whole events, each with the bytes it came in. */

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  /** The event as it arrived, with the empty line that ends it. */
  readonly bytes: Buffer;
}

/** An event that is longer than this is not waited for: its text then stays unread. */
const maxEventBytes = 16 * 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

export class EventSplitter {
  #pending: Buffer = Buffer.alloc(0);
  #scanned = 0;
  #isTooLong = false;

  /** Whether an event was too long to be read. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Takes the next bytes; returns the events that they end. */
  push(chunk: Buffer): ServerEvent[] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const events: ServerEvent[] = [];
    for (let end = this.#findEnd(); end !== -1; end = this.#findEnd()) {
      events.push(parseEvent(this.#pending.subarray(0, end)));
      this.#pending = this.#pending.subarray(end);
      this.#scanned = 0;
    }
    if (this.#pending.length > maxEventBytes) {
      this.#isTooLong = true;
      this.#pending = Buffer.alloc(0);
      this.#scanned = 0;
    }
    return events;
  }

  /** What is left when the stream ends: an event without its empty line. */
  end(): ServerEvent[] {
    const rest = this.#pending;
    this.#pending = Buffer.alloc(0);
    return rest.length === 0 ? [] : [parseEvent(rest)];
  }

  /** The place after the first empty line; -1 if there is none yet. Bytes are looked at once. */
  #findEnd(): number {
    const bytes = this.#pending;
    for (let place = this.#scanned; ; place += 1) {
      place = bytes.indexOf(lineFeed, place);
      if (place === -1) break;
      const next = bytes[place + 1] === carriageReturn ? place + 2 : place + 1;
      if (bytes[next] === lineFeed) return next + 1;
      if (next >= bytes.length) {
        this.#scanned = place;
        return -1;
      }
    }
    this.#scanned = bytes.length;
    return -1;
  }
}

function parseEvent(bytes: Buffer): ServerEvent {
  let name = "";
  const data: string[] = [];
  for (const line of bytes.toString("utf8").split(/\r?\n/)) {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    else if (line.startsWith("event:")) name = line.slice(6).trim();
  }
  return { name, data: data.join("\n"), bytes };
}
