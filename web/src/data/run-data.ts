/** Reads a run: its head first, then its long lists piece by piece. */
import type { Audit } from "../../../src/core/score/axis-result.ts";
import type { Category } from "../../../src/core/score/category.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";
import type { RunSource } from "../source/source.ts";
import { categories } from "../parts/names.ts";
import { createRowMaker, type TranscriptRow } from "../transcript/rows.ts";

/** The data of a transcript. */
export interface TranscriptData {
  readonly entries: readonly Entry[];
  readonly rows: readonly TranscriptRow[];
  readonly audits: Readonly<Record<Category, ReadonlyMap<number, Audit>>>;
  readonly unnecessary: ReadonlySet<number>;
  /** The judge's reason for calling steps unnecessary. */
  readonly unnecessaryWhy: string;
  /** The number of entries, including those not read yet. */
  readonly total: number;
  readonly isWhole: boolean;
  /** The run is still going, so the total is unknown. */
  readonly isGrowing?: boolean;
}

export interface RunData extends TranscriptData {
  readonly block: RunBlock;
  readonly interactions: readonly Interaction[];
}

/** How often to update while a long list is being read. */
const updateEveryMs = 250;

/** Yields the head at once, then entries with the interactions they belong to. */
export async function* readRun(source: RunSource, place: RunPlace): AsyncGenerator<RunData, void, undefined> {
  const block = await source.run(place);
  const interactions: Interaction[] = [];
  const entries: Entry[] = [];
  const rows: TranscriptRow[] = [];
  const audits = createNoAudits();
  const necessity = block.detail.score?.agent.necessity;
  const unnecessary = new Set(necessity?.unnecessaryIds ?? []);
  const unnecessaryWhy = necessity?.rationale ?? "";
  const total = block.lists.entries.length;
  const lists = { block, interactions, audits, entries, rows };
  const state = (isWhole: boolean): RunData => ({ ...lists, unnecessary, unnecessaryWhy, total, isWhole });
  const addRows = createRowMaker(interactions, rows);
  const readInteractions = createInteractionReader(source, block, interactions);
  yield state(false);
  let updatedAt = -Infinity;
  for await (const piece of source.list(block, "entries")) {
    for (const entry of piece as Entry[]) entries.push(entry);
    await readInteractions(entries.length);
    addRows(entries.length);
    if (performance.now() - updatedAt < updateEveryMs) continue;
    yield state(false);
    updatedAt = performance.now();
  }
  await readInteractions(Infinity);
  for (const category of categories)
    for await (const piece of source.list(block, category))
      for (const audit of piece as Audit[]) audits[category].set(audit.id, audit);
  yield state(true);
}

/** For a run that was not judged. */
export function createNoAudits(): Record<Category, Map<number, Audit>> {
  return { environment: new Map(), service: new Map(), agent: new Map() };
}

/** Reads until every interaction is there that starts before entry `upTo`; they are sorted by their first entry. */
function createInteractionReader(source: RunSource, block: RunBlock, interactions: Interaction[]) {
  const pieces = source.list(block, "interactions")[Symbol.asyncIterator]();
  let isOver = false;
  // Starts together with the entries, not after them.
  const first = pieces.next();
  first.catch(() => undefined); // The error is thrown where the promise is awaited.
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
