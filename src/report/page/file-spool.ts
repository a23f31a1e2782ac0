/** Buffers blocks of a page in a temporary file once there are many, so that memory does not grow with the runs. */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Spool } from "../html/spool.ts";
import { notWritableError } from "./not-writable.ts";

/** Characters buffered in memory. */
const maxBufferedLength = 2_000_000;
const pieceBytes = 262_144;

class FileSpool implements Spool, AsyncDisposable {
  readonly #page: string;
  readonly #path: string;
  #waiting: string[] = [];
  #waitingLength = 0;
  #file: FileHandle | null = null;

  /** Errors name the page; the file at `path` must not exist yet. */
  constructor(page: string, path: string) {
    this.#page = page;
    this.#path = path;
  }

  async add(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
    if (this.#waitingLength > maxBufferedLength) await this.#write();
  }

  async *read(): AsyncGenerator<string | Uint8Array> {
    if (this.#file !== null) yield* readChunks(this.#file);
    if (this.#waitingLength > 0) yield this.#waiting.join("");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#file === null) return;
    await this.#file.close();
    await rm(this.#path, { force: true });
  }

  async #write(): Promise<void> {
    try {
      this.#file ??= await open(this.#path, "wx+");
      // Unlike write, writeFile continues until everything is written, or throws.
      await this.#file.writeFile(this.#waiting.join(""));
    } catch (cause) {
      throw notWritableError(this.#page, cause);
    }
    this.#waiting = [];
    this.#waitingLength = 0;
  }
}

/** The spools of all pages of a report. Disposing deletes their files, if any. */
export class FileSpools implements AsyncDisposable {
  readonly #page: string;
  readonly #pathOf: (number: number) => string;
  readonly #spools: FileSpool[] = [];

  constructor(page: string, pathOf: (number: number) => string) {
    this.#page = page;
    this.#pathOf = pathOf;
  }

  next(): Spool {
    const spool = new FileSpool(this.#page, this.#pathOf(this.#spools.length + 1));
    this.#spools.push(spool);
    return spool;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#spools.map((spool) => spool[Symbol.asyncDispose]()));
  }
}

/** Each chunk must be used before the next one is read, because they share a buffer. */
async function* readChunks(file: FileHandle): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(pieceBytes);
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(piece, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    position += bytesRead;
  }
}
