/** Packs one run into blocks: its head, its long lists in pieces, its artifacts. */
import type { Audit } from "../../core/axis-result.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { RunDetail } from "../../core/report.ts";
import { type Block, packBlock, packJson } from "./block.ts";
import { packList } from "./pack-list.ts";
import type { ListName, ListPlace, RunBlock } from "./page-index.ts";

/** A run, and how to get at its artifacts. */
export interface PageRun {
  readonly detail: RunDetail;
  /** Null where it is not to be embedded. */
  readonly readArtifact: (file: string) => Promise<Uint8Array | null>;
}

/** The first block is the run's own. */
export async function packRun({ detail, readArtifact }: PageRun, id: string): Promise<Block[]> {
  const blocks: Block[] = [];
  const lists = {} as Record<ListName, ListPlace>;
  for (const [name, rows] of Object.entries(listsOf(detail)) as [ListName, readonly unknown[]][]) {
    const pieces = await packList(rows, `${id}.${name}`);
    lists[name] = { length: rows.length, blocks: pieces.map((block) => block.id) };
    blocks.push(...pieces);
  }
  const artifacts: [string, string][] = [];
  for (const [index, { path, file }] of (detail.artifacts ?? []).entries()) {
    const content = file === undefined ? null : await readArtifact(file);
    if (content === null) continue;
    const block = await packBlock(`${id}.artifact.${index}`, content);
    artifacts.push([path, block.id]);
    blocks.push(block);
  }
  const head: RunBlock = { detail: headOf(detail), lists, artifacts: Object.fromEntries(artifacts) };
  return [await packJson(id, head), ...blocks];
}

function listsOf({ output, interactions, score }: RunDetail): Record<ListName, readonly unknown[]> {
  const audits = (list: readonly Audit[] | undefined) => list ?? [];
  return {
    entries: output.transcript,
    interactions: interactions.map(withoutContent),
    environment: audits(score?.environment.audits),
    service: audits(score?.service.audits),
    agent: audits(score?.agent.audits),
  };
}

/** The entries say the same in full. */
function withoutContent(interaction: Interaction): Interaction {
  return { ...interaction, content: "" };
}

function headOf(detail: RunDetail): RunDetail {
  const { score } = detail;
  const head = { ...detail, output: { ...detail.output, transcript: [] }, interactions: [] };
  if (score === undefined) return head;
  const { environment, service, agent } = score;
  return {
    ...head,
    score: {
      ...score,
      environment: { ...environment, audits: [] },
      service: { ...service, audits: [] },
      agent: { ...agent, audits: [] },
    },
  };
}
