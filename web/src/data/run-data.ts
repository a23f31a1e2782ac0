/** A run as it is read: its head first, its long lists piece by piece, each listener told of every few. */
import type { Audit } from "../../../src/core/axis-result.ts";
import type { Category } from "../../../src/core/category.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";
import type { Source } from "../source/source.ts";
import { categories } from "../parts/names.ts";
import { rowMaker, type TranscriptRow } from "../transcript/rows.ts";

export interface RunData {
  readonly block: RunBlock;
  readonly interactions: readonly Interaction[];
  readonly audits: Readonly<Record<Category, ReadonlyMap<number, Audit>>>;
  readonly entries: readonly Entry[];
  readonly rows: readonly TranscriptRow[];
  readonly unnecessary: ReadonlySet<number>;
  readonly isWhole: boolean;
}

/** How often a long list is shown while it is still being read. */
const tellEveryMs = 250;

/** Interactions and audits come first: the transcript is read with them at hand. */
export async function* readRun(source: Source, place: RunPlace): AsyncGenerator<RunData, void, undefined> {
  const block = await source.run(place);
  const interactions: Interaction[] = [];
  const audits = {
    environment: new Map<number, Audit>(),
    service: new Map<number, Audit>(),
    agent: new Map<number, Audit>(),
  };
  const entries: Entry[] = [];
  const unnecessary = new Set(block.detail.score?.agent.necessity?.unnecessaryIds ?? []);
  const rows: TranscriptRow[] = [];
  const state = (isWhole: boolean): RunData => ({ block, interactions, audits, entries, rows, unnecessary, isWhole });
  for await (const piece of source.list(block, "interactions")) interactions.push(...(piece as Interaction[]));
  for (const category of categories)
    for await (const piece of source.list(block, category))
      for (const audit of piece as Audit[]) audits[category].set(audit.id, audit);
  const addRows = rowMaker(interactions, rows);
  let told = performance.now();
  for await (const piece of source.list(block, "entries")) {
    entries.push(...(piece as Entry[]));
    addRows(entries.length);
    if (performance.now() - told < tellEveryMs) continue;
    yield state(false);
    told = performance.now();
  }
  yield state(true);
}
