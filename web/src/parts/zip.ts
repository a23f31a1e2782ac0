/** Writes a ZIP file without compression; names are UTF-8, times are left out. */

export interface ZipFile {
  /** Already safe, see `makeZipNames`. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** ZIP without its 64-bit extension ends at 4 GB; browsers struggle earlier. */
export const maxZipBytes = 2_000_000_000;

/** The bytes of the file, part by part. */
export function* writeZip(files: Iterable<ZipFile>): Generator<Uint8Array<ArrayBuffer>> {
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const encoded = new TextEncoder().encode(name);
    const common = encodeFields(encoded, bytes);
    const head = concatenate(encodeNumbers([localMark, 4]), common, encoded);
    yield head;
    yield bytes;
    // After the common fields: no comment, first disk, no attributes, and the offset of the file.
    const rest = encodeNumbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    entries.push(concatenate(encodeNumbers([centralMark, 4], [version, 2]), common, rest, encoded));
    at += head.length + bytes.length;
  }
  const size = entries.reduce((sum, entry) => sum + entry.length, 0);
  yield* entries;
  yield encodeNumbers(
    [endMark, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [size, 4],
    [at, 4],
    [0, 2],
  );
}

const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50];
const version = 20;
const utf8Flag = 0x0800;
/** The earliest date in ZIP. */
const noDate = 0x0021;

/** Version, flags, method, time, date, checksum, both sizes, name length, no extra field. */
function encodeFields(name: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeNumbers(
    [version, 2],
    [utf8Flag, 2],
    [0, 2],
    [0, 2],
    [noDate, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [name.length, 2],
    [0, 2],
  );
}

/** Little-endian numbers with their widths in bytes. */
function encodeNumbers(...fields: readonly (readonly [value: number, width: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, width]) => sum + width, 0)));
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return new Uint8Array(view.buffer);
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum ZIP uses. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
