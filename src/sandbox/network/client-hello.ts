/** Reads the server name from the first bytes of a TLS connection. */

export type ClientHello =
  /** What arrived so far can be the beginning of one. */
  | { readonly state: "incomplete" }
  | { readonly state: "invalid" }
  | { readonly state: "complete"; readonly serverName: string | null };

const handshake = 22;
const clientHello = 1;
const serverNameExtension = 0;
const recordHeaderBytes = 5;
const maxRecordBytes = 16_384;
/** Those of browsers have about 2 KB, in one record. */
const maxHelloBytes = 16_384;
const maxRecords = 32;

const incomplete = { state: "incomplete" } as const;
const invalid = { state: "invalid" } as const;

/** `bytes` are all bytes since the connection was opened. */
export function readClientHello(bytes: Buffer): ClientHello {
  const message = joinRecords(bytes);
  if (message === null) return invalid;
  if (message.length > 0 && message[0] !== clientHello) return invalid;
  if (message.length < 4) return incomplete;
  const length = message.readUIntBE(1, 3);
  if (length > maxHelloBytes) return invalid;
  if (message.length < 4 + length) return incomplete;
  try {
    return { state: "complete", serverName: readServerName(new Cursor(message.subarray(4, 4 + length))) };
  } catch (error) {
    if (error instanceof RangeError) return invalid;
    throw error;
  }
}

/** A hello may be spread over several records; what follows it is not looked at. Null if a record is no handshake. */
function joinRecords(bytes: Buffer): Buffer | null {
  let message = Buffer.alloc(0);
  let at = 0;
  for (let records = 0; at < bytes.length && !isComplete(message); records += 1) {
    if (records === maxRecords || bytes[at] !== handshake || (bytes[at + 1] ?? 3) !== 3) return null;
    if (at + recordHeaderBytes > bytes.length) break;
    const length = bytes.readUInt16BE(at + 3);
    if (length === 0 || length > maxRecordBytes) return null;
    const content = bytes.subarray(at + recordHeaderBytes, at + recordHeaderBytes + length);
    message = Buffer.concat([message, content]);
    at += recordHeaderBytes + length;
  }
  return message;
}

function isComplete(message: Buffer): boolean {
  return message.length >= 4 && message.length >= 4 + message.readUIntBE(1, 3);
}

/** Throws a RangeError if the hello is malformed or names more than one server. */
function readServerName(hello: Cursor): string | null {
  hello.skip(2 + 32); // version, random
  hello.readBlock(1); // session
  hello.readBlock(2); // ciphers
  hello.readBlock(1); // compression
  if (hello.isAtEnd) return null;
  const extensions = new Cursor(hello.readBlock(2));
  const names: string[] = [];
  while (!extensions.isAtEnd) {
    const type = extensions.readNumber(2);
    const content = extensions.readBlock(2);
    if (type !== serverNameExtension) continue;
    const list = new Cursor(new Cursor(content).readBlock(2));
    while (!list.isAtEnd) {
      list.skip(1); // the only type there is: a host name
      names.push(list.readBlock(2).toString("latin1"));
    }
  }
  if (names.length > 1) throw new RangeError("more than one server name");
  return names[0] ?? null;
}

/** Reads bytes from front to back; a RangeError says that there are too few. */
class Cursor {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    this.#rest = bytes;
  }

  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }

  skip(bytes: number): Buffer {
    if (bytes > this.#rest.length) throw new RangeError("too short");
    const part = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return part;
  }

  readNumber(bytes: number): number {
    return this.skip(bytes).readUIntBE(0, bytes);
  }

  /** Bytes that are preceded by their number. */
  readBlock(lengthBytes: number): Buffer {
    return this.skip(this.readNumber(lengthBytes));
  }
}
