/** The last segments of what texts share, as numbers that are written over: of older ones nothing is kept, and nothing is left to collect. */

/** Characters of what is shared that are read at a time. */
export const segmentLength = 200_000;
/** Segments that are at hand. A piece that stands in an older one is put into a new one when it comes again. */
const usualSegments = 50;

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A place is a number: that of its segment times the length of one, and the offset there. */
export class SegmentWindow {
  readonly #segments: number;
  readonly #units: Uint16Array[] = [];
  readonly #lengths: number[] = [];
  #closed: string[] = [];
  /** Segments that grow no more; the number of the one that does. */
  #count = 0;
  #openLength = 0;

  constructor(segments = usualSegments) {
    this.#segments = segments;
  }

  get openLength(): number {
    return this.#openLength;
  }

  /** For another file. */
  clear(): void {
    this.#closed = [];
    this.#count = 0;
    this.#openLength = 0;
  }

  /** The segment that grows ends here. */
  close(): void {
    if (this.#openLength === 0) return;
    const { buffer } = this.#unitsOf(this.#count);
    this.#closed.push(Buffer.from(buffer, 0, 2 * this.#openLength).toString("utf16le"));
    this.#lengths[this.#count % this.#segments] = this.#openLength;
    this.#count += 1;
    this.#openLength = 0;
  }

  /** Texts of the segments that were closed since, in their order. */
  takeClosed(): string[] {
    const taken = this.#closed;
    this.#closed = [];
    return taken;
  }

  /** Whether what stands there is still at hand. */
  holds(place: number): boolean {
    return Math.floor(place / segmentLength) > this.#count - this.#segments;
  }

  /** Whether that piece of the text stands there. */
  stands(text: string, { from, to }: Piece, place: number): boolean {
    const segment = Math.floor(place / segmentLength);
    const units = this.#unitsOf(segment);
    const offset = (place % segmentLength) - from;
    // Behind its end there is what stood there before.
    if (offset + to > this.#lengthOf(segment)) return false;
    for (let at = from; at < to; at += 1) if (units[offset + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Puts that piece of the text behind the others; gives its place. */
  add(text: string, { from, to }: Piece): number {
    if (this.#openLength + to - from > segmentLength) this.close();
    const units = this.#unitsOf(this.#count);
    const offset = this.#openLength;
    for (let at = from; at < to; at += 1) units[offset + at - from] = text.charCodeAt(at);
    this.#openLength += to - from;
    return this.#count * segmentLength + offset;
  }

  #lengthOf(segment: number): number {
    return segment === this.#count ? this.#openLength : (this.#lengths[segment % this.#segments] ?? 0);
  }

  #unitsOf(segment: number): Uint16Array {
    const index = segment % this.#segments;
    return (this.#units[index] ??= new Uint16Array(segmentLength));
  }
}
