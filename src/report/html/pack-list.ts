/** Packs a long list into blocks, each of which is read on its own. */
import { type Block, packBlock } from "./block.ts";

/** Small enough to be parsed within a frame or two. */
const pieceLength = 200_000;

export async function packList(rows: readonly unknown[], id: string): Promise<Block[]> {
  const blocks: Block[] = [];
  const flush = async (texts: readonly string[]) => {
    if (texts.length > 0) blocks.push(await packBlock(`${id}.${blocks.length}`, `[${texts.join(",")}]`));
  };
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    await flush(texts);
    texts = [];
    length = 0;
  }
  await flush(texts);
  return blocks;
}
