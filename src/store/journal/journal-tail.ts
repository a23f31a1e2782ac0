/** Follows a journal that another process writes. Returns each record once it is complete; buffers only an incomplete end. */
import { systemCode } from "../../core/error.ts";
import { openStoredFile } from "../disk/stored-file.ts";
import { journalVersion, parseRecord } from "./journal-record.ts";
import type { JournalRecord } from "./journal-record.ts";

const chunkBytes = 262_144;

/** A reader that remembers its position in the file. */
export class JournalTail {
  readonly #file: string;
  #offset = 0;
  #seq = 0;
  #isDamaged = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether the reader found a damaged record: nothing after it is read. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** The records since the last call; none if the journal does not exist yet. */
  async *read(): AsyncGenerator<JournalRecord, void, undefined> {
    const handle = await openStoredFile(this.#file).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (handle === undefined) return;
    await using _ = handle;
    const chunk = Buffer.alloc(chunkBytes);
    let rest = Buffer.alloc(0);
    for (let at = this.#offset; !this.#isDamaged;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        const record = this.#next(rest.subarray(0, end));
        if (record === null) return;
        rest = rest.subarray(end + 1);
        yield record;
      }
    }
  }

  /** Null for an invalid line: it may be a torn end that will be cut off, so the line is read again next time. */
  #next(line: Buffer): JournalRecord | null {
    const record = parseRecord(line);
    if (record === null) return null;
    if (record.version > journalVersion || record.seq !== this.#seq + 1) {
      this.#isDamaged = true;
      return null;
    }
    this.#seq = record.seq;
    this.#offset += line.length + 1;
    return record;
  }
}
