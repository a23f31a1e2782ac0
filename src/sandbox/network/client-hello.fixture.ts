/** TLS hellos for tests: real ones from Node, and ones made by hand. */
import { connect } from "node:tls";
import { Duplex } from "node:stream";

/** What Node sends first to a server of this name; null: without a name. */
export function captureHello(serverName: string | null): Promise<Buffer> {
  return new Promise((resolve) => {
    const transport = new Duplex({
      read() {},
      write(chunk: Buffer, _, done) {
        resolve(chunk);
        done();
      },
    });
    const name = serverName === null ? {} : { servername: serverName };
    connect({ socket: transport, rejectUnauthorized: false, ...name }).on("error", () => {});
  });
}

function block(lengthBytes: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
}

/** A hello with these server names; each list is an extension of its own. */
export function makeHello(...lists: string[][]): Buffer {
  const names = (list: string[]) => list.map((name) => Buffer.concat([Buffer.from([0]), block(2, Buffer.from(name))]));
  const extensions = lists.map((list) => Buffer.concat([Buffer.from([0, 0]), block(2, block(2, ...names(list)))]));
  const body = [Buffer.alloc(34, 3), block(1), block(2, Buffer.from([0x13, 1])), block(1, Buffer.from([0]))];
  return Buffer.concat([Buffer.from([1]), block(3, ...body, block(2, ...extensions))]);
}

/** Puts a message into records of at most this size. */
export function toRecords(message: Buffer, size = 16_384): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < message.length; at += size)
    parts.push(Buffer.from([22, 3, 1]), block(2, message.subarray(at, at + size)));
  return Buffer.concat(parts);
}
