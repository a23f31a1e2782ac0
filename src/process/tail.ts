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
