/** Keeps the beginning and the end of a gate's output, however long it is, and formats the few lines that are shown. */
import { stripVTControlCharacters } from "node:util";
import { Tail } from "../../process/lines.ts";

const headBytes = 256 * 1024;
const tailBytes = 768 * 1024;
const shownBytes = 8 * 1024;
const shownLines = 200;

export class GateOutput {
  readonly #head: Uint8Array[] = [];
  readonly #tail = new Tail(tailBytes);
  #kept = 0;
  #all = 0;

  push(chunk: Uint8Array): void {
    this.#all += chunk.length;
    const room = headBytes - this.#kept;
    const first = chunk.subarray(0, Math.max(0, room));
    if (first.length > 0) this.#head.push(first.slice());
    this.#kept += first.length;
    if (first.length < chunk.length) this.#tail.push(chunk.subarray(first.length));
  }

  /** Replaces bytes that are not valid UTF-8. */
  text(): string {
    const head = Buffer.concat(this.#head).toString("utf8");
    if (this.#all <= headBytes) return head;
    const left = this.#all - headBytes - tailBytes;
    return left <= 0 ? head + this.#tail.text() : `${head}\n[axis: ${left} bytes left out]\n${this.#tail.text()}`;
  }
}

/** Returns the end of a text without control sequences: at most 8 KiB and 200 lines, cut at the start of a line. */
export function formatOutputTail(text: string): string {
  const plain = stripVTControlCharacters(text).replace(unprintable, "");
  const lines = plain.split("\n").slice(-shownLines - (plain.endsWith("\n") ? 1 : 0));
  while (lines.length > 1 && Buffer.byteLength(lines.join("\n")) > shownBytes) lines.shift();
  return keepLastBytes(lines.join("\n"));
}

/** Control characters except line breaks and tabs, and characters that change the direction of text. */
const unprintable = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A single line can be too long; then its end is kept, in whole characters. */
function keepLastBytes(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= shownBytes) return text;
  let start = bytes.length - shownBytes;
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.toString("utf8", start);
}
