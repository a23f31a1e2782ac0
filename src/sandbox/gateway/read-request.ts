/** Reads a client's request: the whole body, because the gateway must know what it asks for before it passes it on. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isRecord } from "../../core/json.ts";
import type { JsonView } from "../../core/json-view.ts";
import type { OwnAnswer } from "./own-answer.ts";

/** Images in a conversation make requests of many megabytes. */
const maxBodyBytes = 64 * 1024 * 1024;

export interface RequestBody {
  readonly bytes: Buffer;
  readonly json: JsonView;
}

/** The body as JSON, or why it cannot be passed on. */
export async function readRequest(message: IncomingMessage): Promise<RequestBody | OwnAnswer> {
  const readable = decode(message, message.headers["content-encoding"]);
  if (readable === null)
    return { status: 415, message: "The gateway cannot read a request with this content-encoding" };
  const bytes = await readRequestBytes(readable);
  if (bytes === null) return { status: 413, message: `The request is larger than ${maxBodyBytes / 1024 ** 2} MB` };
  try {
    const json: unknown = JSON.parse(bytes.toString("utf8"));
    if (isRecord(json)) return { bytes, json };
  } catch {
    // The answer below says what is wrong.
  }
  return { status: 400, message: "The request is not a JSON object" };
}

/** The stream without its compression; null if that is unknown. */
export function decode(stream: Readable, encoding: string | undefined): Readable | null {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return stream;
    case "gzip":
    case "x-gzip":
      return pipeThrough(stream, createGunzip());
    case "br":
      return pipeThrough(stream, createBrotliDecompress());
    case "deflate":
      return pipeThrough(stream, createInflate());
    default:
      return null;
  }
}

/** An end without warning must reach the reader as an error, not as silence. */
function pipeThrough(from: Readable, to: NodeJS.ReadWriteStream & Readable): Readable {
  from.on("error", (error) => to.destroy(error));
  from.on("close", () => (from.readableEnded ? undefined : to.destroy(new Error("the connection was closed"))));
  return from.pipe(to);
}

/** Null if there are too many; they are read to the end all the same, so that the client gets to read the answer. */
export async function readRequestBytes(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  }
  return length > maxBodyBytes ? null : Buffer.concat(chunks);
}
