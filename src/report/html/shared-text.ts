/** What stands in several texts of a page is kept once: the texts refer to it. Nothing is lost, and any text can be read alone. */
import { SegmentWindow, segmentLength } from "./segment-window.ts";
import { eachChunk } from "./text-chunks.ts";
import { type Reference, written } from "./text-references.ts";

/** The texts of one file: what they share is taken out of them as they are packed. */
export class SharedText {
  readonly #repeated: ReadonlySet<number>;
  readonly #window: SegmentWindow;
  /** Where a piece stands, as one number. */
  readonly #places = new Map<number, number>();

  /** Told of the keys of pieces that come again. The window is this one's alone while texts are packed. */
  constructor(repeated: ReadonlySet<number>, window = new SegmentWindow()) {
    this.#repeated = repeated;
    this.#window = window;
    window.clear();
  }

  /** Of the segment that still grows. */
  get openLength(): number {
    return this.#window.openLength;
  }

  /** Segments that grow no more and were not taken yet, in their order from the first on. */
  takeSegments(): string[] {
    return this.#window.takeClosed();
  }

  /** The segment that grew last grows no more. */
  close(): void {
    this.#window.close();
  }

  /** JSON text with references in place of what is shared. */
  pack(text: string): string {
    const parts: string[] = [];
    let open: Reference | null = null;
    /** From here on the text stands for itself, unless a reference is open. */
    let plain = 0;
    const close = (to: number) => {
      if (open !== null) parts.push(written(open));
      else if (to > plain) parts.push(text.slice(plain, to));
      open = null;
      plain = to;
    };
    eachChunk(text, (from, to, key) => {
      const place = this.#repeated.has(key) ? this.#placeOf(key, text, { from, to }) : null;
      if (open !== null && place === placeBehind(open)) {
        open = { ...(open as Reference), length: open.length + to - from };
        return;
      }
      if (open !== null || place !== null) close(from);
      if (place !== null) open = referenceTo(place, to - from);
    });
    close(text.length);
    return parts.join("");
  }

  /** Null where another piece has the same key. */
  #placeOf(key: number, text: string, piece: { readonly from: number; readonly to: number }): number | null {
    const known = this.#places.get(key);
    if (known !== undefined && this.#window.holds(known)) return this.#window.stands(text, piece, known) ? known : null;
    const place = this.#window.add(text, piece);
    this.#places.set(key, place);
    return place;
  }
}

function referenceTo(place: number, length: number): Reference {
  return { segment: Math.floor(place / segmentLength), offset: place % segmentLength, length };
}

/** The place that follows it in the same segment: none does where it reaches the end. */
function placeBehind({ segment, offset, length }: Reference): number {
  const end = offset + length;
  return end < segmentLength ? segment * segmentLength + end : -1;
}
