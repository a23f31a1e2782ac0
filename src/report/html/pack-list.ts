/** Packs a long list into blocks that can be read independently. */
import { type Block, packJson } from "./block.ts";
import { splitRows } from "./list-parts.ts";

export async function packList(rows: readonly unknown[], id: string): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const { from, to } of splitRows(rows))
    blocks.push(await packJson(`${id}.${blocks.length}`, rows.slice(from, to)));
  return blocks;
}
