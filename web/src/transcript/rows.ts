/** The rows of a transcript: a call stands with its result, a stretch of thinking together, all else by itself. */
import type { Entry } from "../../../src/core/entry.ts";
import type { Interaction } from "../../../src/core/interaction.ts";

/** As much of an interaction as a row shows. */
export type RowStep = Pick<
  Interaction,
  "id" | "kind" | "categories" | "toolName" | "entryIndices" | "hasError" | "durationMs"
>;

export interface TranscriptRow {
  /** Positions in the transcript; the first one gives the row its place. */
  readonly entries: readonly number[];
  readonly interaction: RowStep | null;
}

/** What a row is known by, also when it is made anew with more in it. */
export function placeOf({ entries }: TranscriptRow): number {
  return entries[0] ?? -1;
}

/** Adds the rows of entries as they are read; `upTo` is how many there are by now. Interactions may be added meanwhile. */
export function rowMaker(interactions: readonly RowStep[], rows: TranscriptRow[]): (upTo: number) => void {
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

/** All text of an entry that a search looks through. */
export function textOf(entry: Entry): string {
  switch (entry.type) {
    case "tool_use":
      return `${entry.tool} ${inputText(entry.input)}`;
    case "tool_result":
      return entry.output;
    case "error":
      return entry.message;
    default:
      return entry.text;
  }
}

/** An input as people read it: a lone text as it is, the rest as JSON. */
export function inputText(input: unknown): string {
  return typeof input === "string" ? input : (JSON.stringify(input, null, 2) ?? "");
}

/** What kinds of rows can be asked for. */
export const rowKinds = {
  all: "Everything",
  tools: "Tool calls",
  text: "Text",
  errors: "Errors",
  unnecessary: "Unnecessary",
} as const;
export type RowKind = keyof typeof rowKinds;

/** Whether a row is of a kind. */
export function isOfKind(row: TranscriptRow, kind: RowKind, marks: Marks): boolean {
  const { interaction } = row;
  switch (kind) {
    case "all":
      return true;
    case "tools":
      return interaction?.kind === "tool";
    case "text":
      return interaction === null || interaction.kind === "thinking";
    case "errors":
      return interaction === null ? marks.entries[row.entries[0] ?? -1]?.type === "error" : interaction.hasError;
    case "unnecessary":
      return interaction !== null && marks.unnecessary.has(interaction.id);
  }
}

export interface Marks {
  readonly entries: readonly Entry[];
  readonly unnecessary: ReadonlySet<number>;
}
