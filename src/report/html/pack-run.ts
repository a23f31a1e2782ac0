/** Packs one run into blocks: its head, its long lists in parts, its artifacts. */
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { OpenedRun } from "../../core/run/opened-run.ts";
import { type Block, packBlock } from "./block.ts";
import type { RunBlock } from "./page-index.ts";
import type { RepeatedText } from "./repeated-text.ts";
import type { SharedText } from "./shared-text.ts";
import { splitRun } from "./split-run.ts";

/** A run, and a way to read its artifacts. */
export interface PageRun {
  readonly run: OpenedRun;
  /** Null if the artifact is not to be embedded. */
  readonly readArtifact: (file: string) => Promise<Uint8Array | null>;
}

/** Null if there is no diff, or it is not to be embedded. */
async function packPatch({ patch }: RunDetail, read: PageRun["readArtifact"], id: string): Promise<Block | null> {
  const content = patch?.file === undefined ? null : await read(patch.file);
  return content === null ? null : await packBlock(id, content);
}

/** The first block is the head of the run. */
export async function packRun({ run, readArtifact }: PageRun, id: string, shared: SharedText): Promise<Block[]> {
  const { block, rows } = splitRun(run, { prefix: `${id}.` });
  const packJson = (part: string, value: unknown) => packBlock(part, shared.pack(JSON.stringify(value)));
  const blocks: Block[] = [];
  for (const { blocks: parts } of Object.values(block.lists))
    for (const part of parts) blocks.push(await packJson(part, await rows(part)));
  // Before the artifacts, because space is limited and people look for the diff first.
  const patch = await packPatch(run.head, readArtifact, `${id}.patch`);
  const artifacts: [string, string][] = [];
  for (const [index, { path, file }] of (run.head.artifacts ?? []).entries()) {
    const content = file === undefined ? null : await readArtifact(file);
    if (content === null) continue;
    const packed = await packBlock(`${id}.artifact.${index}`, content);
    artifacts.push([path, packed.id]);
    blocks.push(packed);
  }
  const { patch: _named, ...rest } = block;
  const head: RunBlock = { ...rest, artifacts: Object.fromEntries(artifacts), ...(patch && { patch: patch.id }) };
  if (patch !== null) blocks.push(patch);
  return [await packJson(id, head), ...blocks];
}

/** Scans all text of a run that might be repeated elsewhere; returns the number of characters. */
export async function scanRun(run: OpenedRun, repeated: RepeatedText): Promise<number> {
  const { block, rows } = splitRun(run);
  let length = 0;
  const look = (value: unknown) => {
    const text = JSON.stringify(value);
    length += text.length;
    repeated.scan(text);
  };
  look(block);
  for (const { blocks } of Object.values(block.lists)) for (const part of blocks) look(await rows(part));
  return length;
}
