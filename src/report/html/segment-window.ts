/** The latest segments of shared text in reused buffers: older segments are overwritten, so nothing needs collecting. */

/** Characters of shared text that are read at a time. */
export const segmentLength = 200_000;
/** How many segments are kept. A piece from an older segment is added to a new one when it is repeated. */
const defaultSegments = 50;

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** A position is one number: the segment number times the segment length, plus the offset. */
export class SegmentWindow {
  readonly #segments: number;
  readonly #units: Uint16Array[] = [];
  readonly #lengths: number[] = [];
  #closed: string[] = [];
  /** The number of closed segments, which is also the number of the open one. */
  #count = 0;
  #openLength = 0;

  constructor(segments = defaultSegments) {
    this.#segments = segments;
  }

  get openLength(): number {
    return this.#openLength;
  }

  /** Starts over for another file. */
  clear(): void {
    this.#closed = [];
    this.#count = 0;
    this.#openLength = 0;
  }

  /** Closes the open segment. */
  close(): void {
    if (this.#openLength === 0) return;
    const { buffer } = this.#unitsOf(this.#count);
    this.#closed.push(Buffer.from(buffer, 0, 2 * this.#openLength).toString("utf16le"));
    this.#lengths[this.#count % this.#segments] = this.#openLength;
    this.#count += 1;
    this.#openLength = 0;
  }

  /** Returns the texts of the segments closed since the last call, in order. */
  takeClosed(): string[] {
    const taken = this.#closed;
    this.#closed = [];
    return taken;
  }

  /** Whether the text at this position is still in the window. */
  holds(place: number): boolean {
    return Math.floor(place / segmentLength) > this.#count - this.#segments;
  }

  /** Whether this piece of the text is at that position. */
  matches(text: string, { from, to }: Piece, place: number): boolean {
    const segment = Math.floor(place / segmentLength);
    const units = this.#unitsOf(segment);
    const offset = (place % segmentLength) - from;
    // The buffer still contains older text after the end of the segment.
    if (offset + to > this.#measureSegment(segment)) return false;
    for (let at = from; at < to; at += 1) if (units[offset + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Appends this piece of the text and returns its position. */
  add(text: string, { from, to }: Piece): number {
    if (this.#openLength + to - from > segmentLength) this.close();
    const units = this.#unitsOf(this.#count);
    const offset = this.#openLength;
    for (let at = from; at < to; at += 1) units[offset + at - from] = text.charCodeAt(at);
    this.#openLength += to - from;
    return this.#count * segmentLength + offset;
  }

  #measureSegment(segment: number): number {
    return segment === this.#count ? this.#openLength : (this.#lengths[segment % this.#segments] ?? 0);
  }

  #unitsOf(segment: number): Uint16Array {
    const index = segment % this.#segments;
    return (this.#units[index] ??= new Uint16Array(segmentLength));
  }
}
