/** Compressed data in an HTML file: base91 in an element that never runs, whatever the data contains. */
import { gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";
import { encodeBase91 } from "./base91.ts";

const compressInBackground = promisify(gzip);

/** Up to this length, compressing here is faster than on another thread. */
const shortLength = 16_384;

export interface Block {
  readonly id: string;
  /** The whole element. */
  readonly text: string;
}

/** Ids are ours, never data: digits, letters, dots. */
export async function packBlock(id: string, content: string | Uint8Array): Promise<Block> {
  if (!/^[\w.]+$/.test(id)) throw new Error(`"${id}" is not a valid block id`);
  const packed = await compress(content);
  return { id, text: `<script type="text/plain" id="${id}">${encodeBase91(packed)}</script>\n` };
}

function compress(content: string | Uint8Array): Buffer | Promise<Buffer> {
  const level = { level: 6 };
  return content.length <= shortLength ? gzipSync(content, level) : compressInBackground(content, level);
}

/** Lone surrogates cannot be encoded; they become U+FFFD, as everywhere. */
export function packJson(id: string, value: unknown): Promise<Block> {
  return packBlock(id, JSON.stringify(value));
}
