/** Splits a run into its head and the parts of its long lists: what a page embeds, and what a server sends one by one. */
import type { Interaction } from "../../core/interaction.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type ListName, listNames, rowsOf, withoutRows } from "../../core/run/run-lists.ts";
import { partsOf } from "./list-parts.ts";
import type { ListPlace, RunBlock } from "./page-index.ts";

export interface SplitRun {
  /** Its artifacts are named by their paths. */
  readonly block: RunBlock;
  /** The rows of one of its parts, made when they are asked for; undefined for a name that is none. */
  readonly rows: (part: string) => readonly unknown[] | undefined;
}

export interface SplitOptions {
  /** What names of parts begin with. */
  readonly prefix?: string;
  /** About how many characters of JSON are in a part. */
  readonly partLength?: number;
}

/** The detail is looked through once; a part costs no more than its own rows. */
export function splitRun(detail: RunDetail, { prefix = "", partLength }: SplitOptions = {}): SplitRun {
  const lists = {} as Record<ListName, ListPlace>;
  const makers = new Map<string, () => readonly unknown[]>();
  for (const name of listNames) {
    const all = rowsOf(detail, name);
    const shown = (rows: readonly unknown[]) => shownRows(name, rows);
    const names = partsOf(shown(all), partLength).map(({ from, to }, index) => {
      const part = `${prefix}${name}.${index}`;
      makers.set(part, () => shown(all.slice(from, to)));
      return part;
    });
    lists[name] = { length: all.length, blocks: names };
  }
  return { block: blockOf(withoutRows(detail), lists), rows: (part) => makers.get(part)?.() };
}

/** The head as a page reads it; its artifacts are named by their paths. */
export function blockOf(head: RunDetail, lists: Record<ListName, ListPlace>): RunBlock {
  const kept = (head.artifacts ?? []).filter(({ file }) => file !== undefined);
  const artifacts = Object.fromEntries(kept.map(({ path }) => [path, path])) as Record<string, string>;
  const patch = head.patch?.file === undefined ? {} : { patch: "patch" };
  return { detail: head, lists, artifacts, ...patch };
}

/** As much of the rows as a page needs: the texts of interactions are for judges, and the entries say the same in full. */
export function shownRows(name: ListName, rows: readonly unknown[]): readonly unknown[] {
  return name === "interactions" ? (rows as readonly Interaction[]).map(withoutTexts) : rows;
}

function withoutTexts(interaction: Interaction): Interaction {
  return { ...interaction, content: "", sparseLine: "" };
}
