/** Compressed data in an HTML file: base64 in an element that never runs, whatever the data says. */
import { gzip } from "node:zlib";
import { promisify } from "node:util";

const compress = promisify(gzip);

export interface Block {
  readonly id: string;
  /** The whole element. */
  readonly text: string;
}

/** Ids are ours, never data: digits, letters, dots. */
export async function packBlock(id: string, content: string | Uint8Array): Promise<Block> {
  if (!/^[\w.]+$/.test(id)) throw new Error(`"${id}" is no block id`);
  const packed = await compress(content, { level: 6 });
  return { id, text: `<script type="text/plain" id="${id}">${packed.toString("base64")}</script>\n` };
}

/** Lone surrogates have no bytes: they become U+FFFD, as everywhere. */
export function packJson(id: string, value: unknown): Promise<Block> {
  return packBlock(id, JSON.stringify(value));
}
