/** Stores text that a page repeats only once; texts refer to it. Nothing is lost, and each text can be read alone. */
import { SegmentWindow, segmentLength } from "./segment-window.ts";
import { forEachChunk } from "./text-chunks.ts";
import { type Reference, formatReference } from "./text-references.ts";

/** The texts of one file: shared pieces are taken out while they are packed. */
export class SharedText {
  readonly #repeated: ReadonlySet<number>;
  readonly #window: SegmentWindow;
  /** The position of a piece, as one number. */
  readonly #places = new Map<number, number>();

  /** `repeated` has the keys of repeated pieces. No one else may use the window while texts are packed. */
  constructor(repeated: ReadonlySet<number>, window = new SegmentWindow()) {
    this.#repeated = repeated;
    this.#window = window;
    window.clear();
  }

  /** The length of the open segment. */
  get openLength(): number {
    return this.#window.openLength;
  }

  /** Returns the closed segments that were not taken yet, in order. */
  takeSegments(): string[] {
    return this.#window.takeClosed();
  }

  /** Closes the open segment. */
  close(): void {
    this.#window.close();
  }

  /** Replaces shared pieces of a JSON text with references. */
  pack(text: string): string {
    const parts: string[] = [];
    let open: Reference | null = null;
    /** From here on the text is copied as it is, unless a reference is open. */
    let plain = 0;
    const close = (to: number) => {
      if (open !== null) parts.push(formatReference(open));
      else if (to > plain) parts.push(text.slice(plain, to));
      open = null;
      plain = to;
    };
    forEachChunk(text, (from, to, key) => {
      const place = this.#repeated.has(key) ? this.#placeOf(key, text, { from, to }) : null;
      if (open !== null && place === positionAfter(open)) {
        open = { ...(open as Reference), length: open.length + to - from };
        return;
      }
      if (open !== null || place !== null) close(from);
      if (place !== null) open = toReference(place, to - from);
    });
    close(text.length);
    return parts.join("");
  }

  /** Null if a different piece has the same key. */
  #placeOf(key: number, text: string, piece: { readonly from: number; readonly to: number }): number | null {
    const known = this.#places.get(key);
    if (known !== undefined && this.#window.holds(known))
      return this.#window.matches(text, piece, known) ? known : null;
    const place = this.#window.add(text, piece);
    this.#places.set(key, place);
    return place;
  }
}

function toReference(place: number, length: number): Reference {
  return { segment: Math.floor(place / segmentLength), offset: place % segmentLength, length };
}

/** The position right after a reference in the same segment; -1 if it reaches the end of the segment. */
function positionAfter({ segment, offset, length }: Reference): number {
  const end = offset + length;
  return end < segmentLength ? segment * segmentLength + end : -1;
}
