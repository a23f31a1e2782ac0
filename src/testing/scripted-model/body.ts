/** Reads the body of a request: JSON, compressed or not. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

/** Longer than any prompt. */
const maxBodyBytes = 64_000_000;

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** A body that is not JSON, with the status to respond with. */
interface BadBody {
  readonly status: number;
  readonly problem: string;
}

export type Body = { readonly value: unknown; readonly bytes: number } | BadBody;

export async function readBody(message: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBodyBytes) return { status: 413, problem: "The body is larger than 64 MB" };
    chunks.push(bytes);
  }
  if (size === 0) return { value: null, bytes: 0 };
  return decodeBody(Buffer.concat(chunks), message.headers["content-encoding"]);
}

async function decodeBody(bytes: Buffer, encoding = "identity"): Promise<Body> {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decode === undefined && encoding !== "identity")
    return { status: 415, problem: `The body's encoding ${encoding} is not supported by the scripted model` };
  try {
    const text = (decode === undefined ? bytes : await decode(bytes)).toString("utf8");
    return { value: JSON.parse(text) as unknown, bytes: text.length };
  } catch {
    return { status: 400, problem: "The body is not JSON" };
  }
}
