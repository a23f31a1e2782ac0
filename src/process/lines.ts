/** Keeps the end of a stream of bytes: however much is pushed, at most the limit is kept. */
export class Tail {
  readonly #limit: number;
  #buffer = Buffer.alloc(0);
  #length = 0;
  #isCut = false;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** Whether something was dropped from the front. */
  get isCut(): boolean {
    return this.#isCut || this.#length > this.#limit;
  }

  push(chunk: Uint8Array): void {
    const piece = chunk.length > this.#limit ? chunk.subarray(chunk.length - this.#limit) : chunk;
    if (piece.length < chunk.length) this.#isCut = true;
    this.#makeRoom(piece.length);
    this.#buffer.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** Returns what was kept, without a character that is cut in half at the front. */
  text(): string {
    let start = Math.max(0, this.#length - this.#limit);
    const last = this.isCut ? Math.min(start + 3, this.#length) : start;
    while (start < last && ((this.#buffer[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return this.#buffer.toString("utf8", start, this.#length);
  }

  /** Holds at most twice the limit, so that old bytes are moved out once per limit and not once per chunk. */
  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const most = this.#limit * 2;
    if (this.#length + bytes > most) {
      const start = Math.max(0, this.#length - this.#limit);
      if (start > 0) this.#isCut = true;
      this.#buffer.copyWithin(0, start, this.#length);
      this.#length -= start;
    }
    if (this.#length + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.min(Math.max(this.#length + bytes, this.#buffer.length * 2, 1024), most));
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}

/** Cuts a stream of bytes into lines of text: invalid bytes become U+FFFD, and lines and total size are bounded. */
export interface LineLimits {
  /** Most bytes kept of one line; the rest is dropped and marked. */
  readonly lineBytes: number;
  /** Most bytes of all lines together; everything after is dropped behind one line that says so. */
  readonly totalBytes: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splitting happens on bytes and decoding per whole line, so a character split over two chunks stays whole: the line
 * feed byte is never part of another UTF-8 character.
 */
export class LineSplitter {
  readonly #limits: LineLimits;
  /** One growing buffer instead of a list of chunks, so that a program that writes byte by byte does not cost an object each. */
  #held = Buffer.alloc(0);
  #heldBytes = 0;
  #droppedBytes = 0;
  #lastByte = 0;
  #totalBytes = 0;
  #full = false;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** Returns the lines that this chunk completes. */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    while (start < chunk.length && !this.#full) {
      const end = chunk.indexOf(newline, start);
      this.#hold(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) break;
      this.#finishLine(lines);
      start = end + 1;
    }
    return lines;
  }

  /** Returns the last line, if the stream did not end with a line feed. */
  end(): string[] {
    const lines: string[] = [];
    if (!this.#full && this.#heldBytes + this.#droppedBytes > 0) this.#finishLine(lines);
    return lines;
  }

  #hold(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const kept = Math.min(piece.length, this.#limits.lineBytes - this.#heldBytes);
    this.#makeRoom(this.#heldBytes + kept);
    this.#held.set(piece.subarray(0, kept), this.#heldBytes);
    this.#heldBytes += kept;
    this.#droppedBytes += piece.length - kept;
    this.#lastByte = piece[piece.length - 1] ?? 0;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const grown = Buffer.allocUnsafe(Math.min(Math.max(bytes, this.#held.length * 2, 4096), this.#limits.lineBytes));
    this.#held.copy(grown, 0, 0, this.#heldBytes);
    this.#held = grown;
  }

  #finishLine(lines: string[]): void {
    const line = this.#takeLine();
    this.#totalBytes += line.bytes + 1;
    if (this.#totalBytes - 1 <= this.#limits.totalBytes) {
      lines.push(line.text);
      return;
    }
    this.#full = true;
    this.#held = Buffer.alloc(0);
    lines.push(`[axis: output cut at ${this.#limits.totalBytes} bytes, the rest was dropped]`);
  }

  #takeLine(): { text: string; bytes: number } {
    let bytes = this.#heldBytes;
    let dropped = this.#droppedBytes;
    if (this.#lastByte === carriageReturn && bytes + dropped > 0) {
      if (dropped > 0) dropped -= 1;
      else bytes -= 1;
    }
    this.#heldBytes = this.#droppedBytes = this.#lastByte = 0;
    if (dropped === 0) return { text: this.#held.toString("utf8", 0, bytes), bytes };
    const whole = countWholeBytes(this.#held.subarray(0, bytes));
    const mark = ` [axis: line cut, ${dropped + bytes - whole} bytes dropped]`;
    return { text: this.#held.toString("utf8", 0, whole) + mark, bytes: whole };
  }
}

/** How many bytes remain without a character that is cut in half at the end. */
function countWholeBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
