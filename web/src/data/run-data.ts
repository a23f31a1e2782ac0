/** A run as it is read: its head first, its long lists piece by piece, each listener told of every few. */
import type { Audit } from "../../../src/core/score/axis-result.ts";
import type { Category } from "../../../src/core/score/category.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";
import type { RunSource } from "../source/source.ts";
import { categories } from "../parts/names.ts";
import { rowMaker, type TranscriptRow } from "../transcript/rows.ts";

/** What a transcript is shown from. */
export interface TranscriptData {
  readonly entries: readonly Entry[];
  readonly rows: readonly TranscriptRow[];
  readonly audits: Readonly<Record<Category, ReadonlyMap<number, Audit>>>;
  readonly unnecessary: ReadonlySet<number>;
  /** What was said of those that were unnecessary. */
  readonly unnecessaryWhy: string;
  /** How many entries there are, read or not. */
  readonly total: number;
  readonly isWhole: boolean;
  /** The run goes on: nobody knows how many there will be. */
  readonly isGrowing?: boolean;
}

export interface RunData extends TranscriptData {
  readonly block: RunBlock;
  readonly interactions: readonly Interaction[];
}

/** How often a long list is shown while it is still being read. */
const tellEveryMs = 250;

/** The head is told at once; interactions are read beside the entries, as far as those that are there need them. */
export async function* readRun(source: RunSource, place: RunPlace): AsyncGenerator<RunData, void, undefined> {
  const block = await source.run(place);
  const interactions: Interaction[] = [];
  const entries: Entry[] = [];
  const rows: TranscriptRow[] = [];
  const audits = noAudits();
  const necessity = block.detail.score?.agent.necessity;
  const unnecessary = new Set(necessity?.unnecessaryIds ?? []);
  const unnecessaryWhy = necessity?.rationale ?? "";
  const total = block.lists.entries.length;
  const lists = { block, interactions, audits, entries, rows };
  const state = (isWhole: boolean): RunData => ({ ...lists, unnecessary, unnecessaryWhy, total, isWhole });
  const addRows = rowMaker(interactions, rows);
  const readInteractions = interactionReader(source, block, interactions);
  yield state(false);
  let told = -Infinity;
  for await (const piece of source.list(block, "entries")) {
    for (const entry of piece as Entry[]) entries.push(entry);
    await readInteractions(entries.length);
    addRows(entries.length);
    if (performance.now() - told < tellEveryMs) continue;
    yield state(false);
    told = performance.now();
  }
  await readInteractions(Infinity);
  for (const category of categories)
    for await (const piece of source.list(block, category))
      for (const audit of piece as Audit[]) audits[category].set(audit.id, audit);
  yield state(true);
}

/** Audits of a run that nobody judged. */
export function noAudits(): Record<Category, Map<number, Audit>> {
  return { environment: new Map(), service: new Map(), agent: new Map() };
}

/** Reads on until every interaction is there that an entry before `upTo` can belong to: they come in the order of their first entries. */
function interactionReader(source: RunSource, block: RunBlock, interactions: Interaction[]) {
  const pieces = source.list(block, "interactions")[Symbol.asyncIterator]();
  let isOver = false;
  // Under way with the first entries, not after them.
  const first = pieces.next();
  first.catch(() => undefined); // Heard where it is waited for.
  let next: typeof first | null = first;
  return async (upTo: number): Promise<void> => {
    while (!isOver && (interactions.at(-1)?.entryIndices[0] ?? -1) < upTo) {
      const { done, value } = await (next ?? pieces.next());
      next = null;
      isOver = done === true;
      if (!isOver) for (const interaction of value as Interaction[]) interactions.push(interaction);
    }
  };
}
