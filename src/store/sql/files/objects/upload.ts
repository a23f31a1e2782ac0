/** An upload to the object store. The bytes are compared with the announced hash and length before the last piece is sent. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { BlobMismatch, type Content } from "../blob-store.ts";

/** The hash and the length that the bytes must have. */
export interface AnnouncedBytes {
  readonly sha256: Uint8Array;
  readonly bytes: number;
}

export class Upload {
  /** An error in the content itself, for which a retry would not help. */
  failure: unknown = undefined;

  constructor(
    readonly blob: AnnouncedBytes,
    readonly content: Content,
  ) {}

  body(): ReadableStream<Uint8Array> {
    return Readable.toWeb(Readable.from(this.#noted(), { objectMode: false })) as ReadableStream<Uint8Array>;
  }

  async *#noted(): AsyncGenerator<Uint8Array> {
    try {
      yield* verifyContent(this.content(), this.blob);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/** Holds the last piece back until everything is verified: the store never receives a complete wrong object. */
async function* verifyContent(
  content: ReturnType<Content>,
  { sha256, bytes }: AnnouncedBytes,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let length = 0;
  let held: Uint8Array | undefined;
  for await (const piece of content) {
    if (held !== undefined) yield held;
    hash.update(piece);
    length += piece.length;
    if (length > bytes) throw new BlobMismatch();
    held = piece;
  }
  if (length !== bytes || !hash.digest().equals(sha256)) throw new BlobMismatch();
  if (held !== undefined) yield held;
}
