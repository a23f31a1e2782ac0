/** A file to which lines are appended as they arrive: buffered for a moment, cut at a cap, flushed at the end. */
import { createHash } from "node:crypto";
import type { FileMark, RawFile } from "../../core/store.ts";
import type { DiskFile } from "./disk.ts";
import type { Redact } from "../documents/redact.ts";

const holdCharacters = 65_536;
const holdMs = 100;
/** `trust.md` K3: an agent's output may take at most this much disk space. */
export const rawCapBytes = 1_000_000_000;

export interface RawTarget {
  readonly file: DiskFile;
  /** The name of the file in its mark. */
  readonly name: string;
  readonly redact: Redact;
  readonly capBytes: number;
  /** When resolved, the names in the file's folder are on disk. */
  syncFolder(): Promise<void>;
}

/** Takes over an open file. */
export function createRawFile(target: RawTarget): RawFile {
  const buffer = createLineBuffer(target);
  let closed: Promise<FileMark> | undefined;
  return {
    append(line) {
      if (closed === undefined) buffer.add(`${target.redact(line)}\n`);
    },
    close: () => (closed ??= finish(target, buffer)),
  };
}

async function finish({ file, name, syncFolder }: RawTarget, buffer: LineBuffer): Promise<FileMark> {
  buffer.flush();
  try {
    if (buffer.failure !== null) throw buffer.failure.error;
    await Promise.all([file.sync(), syncFolder()]);
  } finally {
    await file.close();
  }
  return { file: name, ...buffer.mark() };
}

type LineBuffer = ReturnType<typeof createLineBuffer>;

function createLineBuffer({ file, capBytes }: RawTarget) {
  const hash = createHash("sha256");
  let held = "";
  /** Bytes written or buffered. */
  let bytes = 0;
  let full = false;
  let timer: NodeJS.Timeout | undefined;
  let failure: { error: unknown } | null = null;

  function write(text: string): void {
    const data = Buffer.from(text);
    hash.update(data);
    file.writeNow(data);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = "";
    if (text === "" || failure !== null) return;
    try {
      write(text);
    } catch (error) {
      failure = { error }; // Reported on close, so that a failed write does not interrupt reading the agent's output.
    }
  }

  function add(line: string): void {
    if (full || failure !== null) return;
    full = bytes + Buffer.byteLength(line) > capBytes;
    const kept = full ? `{"axis":"output beyond ${capBytes} bytes was not kept"}\n` : line;
    held += kept;
    bytes += Buffer.byteLength(kept);
    if (held.length >= holdCharacters) flush();
    else timer ??= setTimeout(flush, holdMs);
  }

  return {
    add,
    flush,
    mark: () => ({ bytes, sha256: hash.digest("hex") }),
    get failure() {
      return failure;
    },
  };
}
