/** Finds the pieces of text that are repeated, before anything is packed. */
import { forEachChunk } from "./text-chunks.ts";

/** If two pieces are closer than this, compression finds the repetition by itself. */
const minDistance = 20_000;
/** How many pieces to remember; later texts are only compared with these. */
const maxPieces = 1_000_000;
/** Stored instead of a position once a piece was repeated. */
const repeatedMark = -1;

export class RepeatedText {
  /** The first position of a piece, or the mark that it was repeated. */
  readonly #places = new Map<number, number>();
  #length = 0;

  scan(text: string): void {
    forEachChunk(text, (from, _to, key) => {
      const place = this.#length + from;
      const before = this.#places.get(key);
      if (before === undefined && this.#places.size < maxPieces) this.#places.set(key, place);
      else if (before !== undefined && before !== repeatedMark && place - before > minDistance)
        this.#places.set(key, repeatedMark);
    });
    this.#length += text.length;
  }

  /** The keys of the repeated pieces. Call it after all texts were scanned. */
  listRepeated(): ReadonlySet<number> {
    const keys = new Set<number>();
    for (const [key, place] of this.#places) if (place === repeatedMark) keys.add(key);
    return keys;
  }
}
