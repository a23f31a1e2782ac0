/** Finds out which pieces of texts come again, before anything is packed. */
import { eachChunk } from "./text-chunks.ts";

/** Closer than this compression finds a repeated piece by itself. */
const farApart = 20_000;
/** Pieces that are remembered while looking; texts beyond are looked at against those. */
const mostSeen = 1_000_000;
/** In place of a place. */
const again = -1;

export class RepeatedText {
  /** Where a piece stood first, or that it came again. */
  readonly #places = new Map<number, number>();
  #length = 0;

  look(text: string): void {
    eachChunk(text, (from, _to, key) => {
      const place = this.#length + from;
      const before = this.#places.get(key);
      if (before === undefined && this.#places.size < mostSeen) this.#places.set(key, place);
      else if (before !== undefined && before !== again && place - before > farApart) this.#places.set(key, again);
    });
    this.#length += text.length;
  }

  /** Keys of the pieces that came again. Nothing else is needed once everything was looked at. */
  found(): ReadonlySet<number> {
    const keys = new Set<number>();
    for (const [key, place] of this.#places) if (place === again) keys.add(key);
    return keys;
  }
}
