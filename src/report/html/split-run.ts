/** Splits a run into its head and the parts of its long lists, for a page to embed or a server to send one by one. */
import type { Interaction } from "../../core/interaction.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { OpenedRun } from "../../core/run/opened-run.ts";
import { type ListName, listNames } from "../../core/run/run-lists.ts";
import { cutList, defaultPartLength } from "./list-parts.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import type { ListPlace, RunBlock } from "./page-index.ts";

export interface SplitRun {
  /** Artifacts are named by their paths. */
  readonly block: RunBlock;
  /** Reads the rows of one part on demand; undefined if there is no part with that name. */
  readonly rows: (part: string) => Promise<readonly unknown[] | undefined>;
}

export interface SplitOptions {
  /** The prefix of part names. */
  readonly prefix?: string;
  /** Approximate number of JSON characters per part. */
  readonly partLength?: number;
  /** The same for the first part of a list, so that something can be shown soon. */
  readonly firstLength?: number;
}

/** A page needs only about a quarter of an interaction's text. */
const lengthFactors: Partial<Record<ListName, number>> = { interactions: 4 };

/** Reads no row itself; reading a part costs no more than its own rows. */
export function splitRun({ head, lists }: OpenedRun, options: SplitOptions = {}): SplitRun {
  const { prefix = "", partLength = defaultPartLength, firstLength = partLength } = options;
  const places = {} as Record<ListName, ListPlace>;
  const readers = new Map<string, () => Promise<readonly unknown[]>>();
  for (const name of listNames) {
    const list = lists[name];
    const share = lengthFactors[name] ?? 1;
    const blocks = cutList(list, partLength * share, firstLength * share).map(({ from, to }, index) => {
      const part = `${prefix}${name}.${index}`;
      readers.set(part, async () => trimRows(name, await list.read(from, to)));
      return part;
    });
    places[name] = { length: list.length, blocks };
  }
  return { block: toRunBlock(head, places), rows: async (part) => await readers.get(part)?.() };
}

/** The head as a page reads it: always with a status, and artifacts named by their paths. */
function toRunBlock(head: RunDetail, lists: Record<ListName, ListPlace>): RunBlock {
  const kept = (head.artifacts ?? []).filter(({ file }) => file !== undefined);
  const artifacts = Object.fromEntries(kept.map(({ path }) => [path, path])) as Record<string, string>;
  const patch = head.patch?.file === undefined ? {} : { patch: "patch" };
  return { detail: { ...head, ...readStatus(head) }, lists, artifacts, ...patch };
}

/** Reduces rows to what a page needs: interaction texts are for judges, and the entries contain them in full. */
function trimRows(name: ListName, rows: readonly unknown[]): readonly unknown[] {
  return name === "interactions" ? (rows as readonly Interaction[]).map(removeTexts) : rows;
}

function removeTexts(interaction: Interaction): Interaction {
  return { ...interaction, content: "", sparseLine: "" };
}
