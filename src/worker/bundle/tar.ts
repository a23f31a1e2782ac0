/** The tar format that bundles use: regular files only, and the same bytes for the same files on every machine. */

const blockBytes = 512;
const shortPath = 100;

export interface TarEntry {
  readonly path: string;
  readonly executable: boolean;
  readonly bytes: number;
}

/** The header blocks of an entry. */
export function tarHeader(entry: TarEntry): Buffer {
  const path = Buffer.from(entry.path);
  if (path.length <= shortPath) return buildHeader({ ...entry, type: "0" });
  const record = paxRecord("path", entry.path);
  const extension = buildHeader({ path: "pax", executable: false, bytes: record.length, type: "x" });
  const own = buildHeader({ ...entry, path: "long", type: "0" });
  return Buffer.concat([extension, record, padding(record.length), own]);
}

/** Zero bytes that fill up the last block of an entry. */
export function padding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);
}

/** Two empty blocks. */
export const tarEnd: Uint8Array = Buffer.alloc(2 * blockBytes);

function buildHeader({ path, executable, bytes, type }: TarEntry & { readonly type: "0" | "x" }): Buffer {
  const block = Buffer.alloc(blockBytes);
  block.write(path, 0);
  block.write(formatOctal(executable ? 0o755 : 0o644, 7), 100);
  block.write(formatOctal(0, 7), 108); // Owner, group and time are left out: workers do not need them, and they would change the hash.
  block.write(formatOctal(0, 7), 116);
  block.write(formatOctal(bytes, 11), 124);
  block.write(formatOctal(0, 11), 136);
  block.write(" ".repeat(8), 148);
  block.write(type, 156);
  block.write("ustar\x0000", 257);
  block.write(formatOctal(checksum(block), 6) + "\0 ", 148);
  return block;
}

function formatOctal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, "0");
}

function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** A record starts with its own length, which counts the digits of that number too. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

/** The bytes are not a tar file that AXIS wrote. */
export class TarProblem extends Error {
  override readonly name = "TarProblem";
}

export interface TarFile extends TarEntry {
  readonly content: Buffer;
}

/** Reads entries one by one. Throws on anything but a regular file. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const source = new BlockReader(chunks);
  for (let longPath: string | undefined; ;) {
    const block = await source.take(blockBytes);
    if (block.every((byte) => byte === 0)) return await source.requireEnd();
    const { path, bytes, type, executable } = readHeader(block);
    const content = await source.take(bytes);
    await source.take(padding(bytes).length);
    if (type === "x") longPath = readLongPath(content);
    else {
      yield { path: longPath ?? path, executable, bytes, content };
      longPath = undefined;
    }
  }
}

function readHeader(block: Buffer): TarEntry & { readonly type: string } {
  if (block.toString("latin1", 257, 262) !== "ustar" || readOctal(block, 148, 6) !== checksum(block))
    throw new TarProblem("contains a block that is not a tar header");
  const type = block.toString("latin1", 156, 157);
  if (type !== "0" && type !== "x") throw new TarProblem("contains an entry that is not a regular file");
  const end = block.indexOf(0);
  const path = block.toString("utf8", 0, end < 0 ? shortPath : Math.min(end, shortPath));
  return { path, bytes: readOctal(block, 124, 11), type, executable: (readOctal(block, 100, 7) & 0o100) !== 0 };
}

function readOctal(block: Buffer, at: number, digits: number): number {
  const text = block.toString("latin1", at, at + digits);
  if (!/^[0-7]+$/.test(text)) throw new TarProblem("contains a header with an invalid number");
  return Number.parseInt(text, 8);
}

function readLongPath(record: Buffer): string {
  const [, length, path] = /^(\d+) path=(.+)\n$/s.exec(record.toString("utf8")) ?? [];
  if (path === undefined || Number(length) !== record.length) throw new TarProblem("contains an unknown tar extension");
  return path;
}

/** Returns a stream's bytes in blocks of the requested length. */
class BlockReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #kept: Uint8Array[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#source = chunks[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#length < bytes) if (!(await this.#more())) throw new TarProblem("is truncated");
    const all = this.#kept.length === 1 ? (this.#kept[0] ?? new Uint8Array()) : Buffer.concat(this.#kept);
    this.#kept = [all.subarray(bytes)];
    this.#length -= bytes;
    return Buffer.from(all.buffer, all.byteOffset, bytes);
  }

  /** The first empty block must be followed by a second one and nothing else. */
  async requireEnd(): Promise<void> {
    const last = await this.take(blockBytes);
    const more = this.#length > 0 || (await this.#more());
    if (more || last.some((byte) => byte !== 0)) throw new TarProblem("has data after its end");
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#kept.push(value);
    this.#length += value.length;
    return true;
  }
}
