/** Reads an answer while it is passed on, and removes the piece that only the gateway asked for. */
import { toList, toObject, type JsonView } from "../../core/json-view.ts";
import { EventSplitter, type ServerEvent } from "./event-splitter.ts";
import { type AnswerFacts, type AnswerWire, newAnswerFacts } from "./wires/answer.ts";
import { isUsagePiece } from "./wires/chat.ts";

/** A plain answer that is longer than this is passed on unread. */
const maxBodyBytes = 32 * 1024 * 1024;

export interface TapOptions {
  readonly isStream: boolean;
  /** Whether the client must not see the piece with the usage. */
  readonly hidesUsage: boolean;
}

export class AnswerTap {
  readonly facts: AnswerFacts = newAnswerFacts();
  readonly #wire: AnswerWire;
  readonly #options: TapOptions;
  readonly #events = new EventSplitter();
  #body: Buffer[] = [];
  #bodyBytes = 0;

  constructor(wire: AnswerWire, options: TapOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  /** Takes the next bytes; returns those to pass on. */
  push(chunk: Buffer): readonly Buffer[] {
    if (!this.#options.isStream) {
      this.#bodyBytes += chunk.length;
      if (this.#bodyBytes <= maxBodyBytes) this.#body.push(chunk);
      return [chunk];
    }
    const events = this.#events.push(chunk);
    return this.#options.hidesUsage ? this.#passOn(events) : (this.#readAll(events), [chunk]);
  }

  /** The answer has ended; returns what is still to be passed on. */
  end(): readonly Buffer[] {
    if (this.#options.isStream) {
      const events = this.#events.end();
      return this.#options.hidesUsage ? this.#passOn(events) : (this.#readAll(events), []);
    }
    if (this.#bodyBytes > maxBodyBytes) return [];
    const body = parseJson(Buffer.concat(this.#body).toString("utf8"));
    // Google streams a list if it is not asked for events.
    if (Array.isArray(body)) for (const part of toList(body)) this.#wire.readEvent(part, this.facts);
    else this.#wire.readBody(toObject(body), this.facts);
    return [];
  }

  #passOn(events: readonly ServerEvent[]): Buffer[] {
    return events.flatMap((event) => {
      const data = this.#read(event);
      return data !== null && isUsagePiece(data) ? [] : [event.bytes];
    });
  }

  #readAll(events: readonly ServerEvent[]): void {
    for (const event of events) this.#read(event);
  }

  #read({ name, data }: ServerEvent): JsonView | null {
    if (data === "" || data === "[DONE]" || this.#wire.isTextPiece?.(name) === true) return null;
    const parsed = toObject(parseJson(data));
    this.#wire.readEvent(parsed, this.facts);
    return parsed;
  }
}

/** Undefined if it is not JSON: then the answer stays incomplete, which is what it is. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
