/** Counts the lines of a growing file, reading each byte once. */
import { open } from "node:fs/promises";

const chunkBytes = 262_144;

export class LineCounter {
  #lines = 0;
  #offset = 0;

  /** The number of complete lines so far. */
  async count(path: string): Promise<number> {
    await using file = await open(path);
    const { size } = await file.stat();
    // A smaller file means it was replaced by a new one with the same name.
    if (size < this.#offset) [this.#lines, this.#offset] = [0, 0];
    const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(1, size - this.#offset)));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, this.#offset);
      if (bytesRead === 0) return this.#lines;
      this.#offset += bytesRead;
      for (let at = chunk.indexOf(10); at !== -1 && at < bytesRead; at = chunk.indexOf(10, at + 1)) this.#lines += 1;
    }
  }
}
