/** Packs one run into blocks: its head, its long lists in pieces, its artifacts. */
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type Block, packBlock, packJson } from "./block.ts";
import type { RunBlock } from "./page-index.ts";
import { splitRun } from "./split-run.ts";

/** A run, and how to get at its artifacts. */
export interface PageRun {
  readonly detail: RunDetail;
  /** Null where it is not to be embedded. */
  readonly readArtifact: (file: string) => Promise<Uint8Array | null>;
}

/** The first block is the run's own. */
export async function packRun({ detail, readArtifact }: PageRun, id: string): Promise<Block[]> {
  const { block, rows } = splitRun(detail, { prefix: `${id}.` });
  const blocks: Block[] = [];
  for (const { blocks: parts } of Object.values(block.lists))
    for (const part of parts) blocks.push(await packJson(part, rows(part)));
  const artifacts: [string, string][] = [];
  for (const [index, { path, file }] of (detail.artifacts ?? []).entries()) {
    const content = file === undefined ? null : await readArtifact(file);
    if (content === null) continue;
    const packed = await packBlock(`${id}.artifact.${index}`, content);
    artifacts.push([path, packed.id]);
    blocks.push(packed);
  }
  const head: RunBlock = { ...block, artifacts: Object.fromEntries(artifacts) };
  return [await packJson(id, head), ...blocks];
}
