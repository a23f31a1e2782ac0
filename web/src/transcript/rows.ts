/** The rows of a transcript: a call with its result, thinking together, everything else alone. */
import type { Entry } from "../../../src/core/entry.ts";
import type { Interaction } from "../../../src/core/interaction.ts";

/** The part of an interaction that a row needs. */
export type RowStep = Pick<
  Interaction,
  "id" | "kind" | "categories" | "toolName" | "entryIndices" | "hasError" | "durationMs"
> & {
  /** Unknown while the run is going. */
  readonly startMs?: number | null;
};

export interface TranscriptRow {
  /** Positions in the transcript; the first one identifies the row. */
  readonly entries: readonly number[];
  readonly interaction: RowStep | null;
}

/** Identifies a row, even after more entries joined it. */
export function rowKey({ entries }: TranscriptRow): number {
  return entries[0] ?? -1;
}

/** Adds the rows of new entries; `upTo` is the number of entries so far. Interactions may be added in between. */
export function createRowMaker(interactions: readonly RowStep[], rows: TranscriptRow[]): (upTo: number) => void {
  const owners = new Map<number, RowStep>();
  const placed = new Set<RowStep>();
  let owned = 0;
  let done = 0;
  return (upTo) => {
    for (; owned < interactions.length; owned += 1)
      for (const position of interactions[owned]?.entryIndices ?? [])
        if (!owners.has(position)) owners.set(position, interactions[owned]!);
    for (; done < upTo; done += 1) {
      const interaction = owners.get(done) ?? null;
      if (interaction === null) rows.push({ entries: [done], interaction });
      else if (!placed.has(interaction)) {
        placed.add(interaction);
        rows.push({ entries: interaction.entryIndices, interaction });
      }
    }
  };
}

/** The text of an entry that a search covers. */
export function searchText(entry: Entry): string {
  switch (entry.type) {
    case "tool_use":
      return `${entry.tool} ${formatInput(entry.input)}`;
    case "tool_result":
      return entry.output;
    case "error":
      return entry.message;
    default:
      return entry.text;
  }
}

/** Strings as they are, everything else as JSON. */
export function formatInput(input: unknown): string {
  return typeof input === "string" ? input : (JSON.stringify(input, null, 2) ?? "");
}

/** The filters of a transcript. */
export const rowKinds = { all: "All", failed: "Failed", unnecessary: "Not needed", text: "Text" } as const;
export type RowKind = keyof typeof rowKinds;

/** Whether a row passes a filter. */
export function matchesKind(row: TranscriptRow, kind: RowKind, marks: Marks): boolean {
  const { interaction } = row;
  switch (kind) {
    case "all":
      return true;
    case "text":
      return interaction === null || interaction.kind === "thinking";
    case "failed":
      return interaction === null ? marks.entries[row.entries[0] ?? -1]?.type === "error" : interaction.hasError;
    case "unnecessary":
      return interaction !== null && marks.unnecessary.has(interaction.id);
  }
}

export interface Marks {
  readonly entries: readonly Entry[];
  readonly unnecessary: ReadonlySet<number>;
}
