/** What stands in several texts of a page is kept once: the texts refer to it. Nothing is lost, and any text can be read alone. */
import { eachChunk } from "./text-chunks.ts";

/** Closer than this compression finds a repeated piece by itself. */
const farApart = 20_000;
/** Pieces that are remembered while looking; texts beyond are looked at against those. */
const mostSeen = 1_000_000;
/** Characters of what is shared that are read at a time. */
const segmentLength = 200_000;
/** In place of a place. */
const again = -1;
/** Stands around a reference. JSON text has no control characters, so none of it can be taken for one. */
const mark = "\u0001";

/** Finds out which pieces come again, before anything is packed. */
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

  has(key: number): boolean {
    return this.#places.get(key) === again;
  }
}

interface Reference {
  readonly segment: number;
  readonly offset: number;
}

/** The texts of one file: those that were packed, and what they share. */
export class SharedText {
  readonly #repeated: RepeatedText;
  readonly #segments: string[] = [""];
  /** References, each as one number. */
  readonly #places = new Map<number, number>();

  constructor(repeated: RepeatedText) {
    this.#repeated = repeated;
  }

  /** To be packed as they are, under the names of `segmentId`. */
  get segments(): readonly string[] {
    return this.#segments[0] === "" ? [] : this.#segments;
  }

  /** JSON text with references in place of what is shared. */
  pack(text: string): string {
    const parts: string[] = [];
    let open: (Reference & { length: number }) | null = null;
    /** From here on the text stands for itself, unless a reference is open. */
    let plain = 0;
    const close = (to: number) => {
      if (open !== null) parts.push(written(open));
      else if (to > plain) parts.push(text.slice(plain, to));
      open = null;
      plain = to;
    };
    eachChunk(text, (from, to, key) => {
      const place = this.#repeated.has(key) ? this.#placeOf(key, text.slice(from, to)) : null;
      if (open !== null && place !== null && follows(open, place)) {
        open = { ...(open as Reference), length: open.length + to - from };
        return;
      }
      if (open !== null || place !== null) close(from);
      if (place !== null) open = { ...place, length: to - from };
    });
    close(text.length);
    return parts.join("");
  }

  /** Null where another piece has the same key. */
  #placeOf(key: number, piece: string): Reference | null {
    const known = this.#places.get(key);
    if (known !== undefined) {
      const [segment, offset] = [Math.floor(known / segmentLength), known % segmentLength];
      return this.#segments[segment]?.slice(offset, offset + piece.length) === piece ? { segment, offset } : null;
    }
    if ((this.#segments.at(-1)?.length ?? 0) + piece.length > segmentLength) this.#segments.push("");
    const segment = this.#segments.length - 1;
    const offset = this.#segments[segment]?.length ?? 0;
    this.#segments[segment] += piece;
    this.#places.set(key, segment * segmentLength + offset);
    return { segment, offset };
  }
}

function follows(open: Reference & { readonly length: number }, place: Reference): boolean {
  return open.segment === place.segment && open.offset + open.length === place.offset;
}

function written({ segment, offset, length }: Reference & { readonly length: number }): string {
  return `${mark}${[segment, offset, length].map((number) => number.toString(36)).join(" ")}${mark}`;
}

/** The name of a segment's block. */
export function segmentId(segment: number): string {
  return `shared.${segment}`;
}

const references = new RegExp(`${mark}([0-9a-z]+) ([0-9a-z]+) ([0-9a-z]+)${mark}`, "g");

/** Which segments a packed text refers to. */
export function segmentsIn(packed: string): Set<number> {
  return new Set([...packed.matchAll(references)].map(([, segment = ""]) => Number.parseInt(segment, 36)));
}

/** The text as it was. */
export function unshared(packed: string, segments: ReadonlyMap<number, string>): string {
  return packed.replace(references, (_, segment: string, offset: string, length: string) => {
    const from = Number.parseInt(offset, 36);
    const text = segments.get(Number.parseInt(segment, 36))?.slice(from, from + Number.parseInt(length, 36));
    if (text === undefined) throw new Error(`this file lacks its part "${segmentId(Number.parseInt(segment, 36))}"`);
    return text;
  });
}
