/** Splits a run into its head and the parts of its long lists: what a page embeds, and what a server sends one by one. */
import type { Audit } from "../../core/axis-result.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { RunDetail } from "../../core/report.ts";
import { partsOf } from "./list-parts.ts";
import { type ListName, listNames, type ListPlace, type RunBlock } from "./page-index.ts";

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
    const { all, shown } = listOf(detail, name);
    const names = partsOf(shown(all), partLength).map(({ from, to }, index) => {
      const part = `${prefix}${name}.${index}`;
      makers.set(part, () => shown(all.slice(from, to)));
      return part;
    });
    lists[name] = { length: all.length, blocks: names };
  }
  const artifacts = (detail.artifacts ?? []).filter(({ file }) => file !== undefined).map(({ path }) => [path, path]);
  const block = { detail: headOf(detail), lists, artifacts: Object.fromEntries(artifacts) as Record<string, string> };
  return { block, rows: (part) => makers.get(part)?.() };
}

interface LongList {
  readonly all: readonly unknown[];
  /** As much of the rows as a page needs. */
  readonly shown: (rows: readonly unknown[]) => readonly unknown[];
}

function listOf({ output, interactions, score }: RunDetail, name: ListName): LongList {
  const whole = (all: readonly unknown[]): LongList => ({ all, shown: (rows) => rows });
  switch (name) {
    case "entries":
      return whole(output.transcript);
    case "interactions":
      return { all: interactions, shown: (rows) => (rows as readonly Interaction[]).map(withoutTexts) };
    case "environment":
    case "service":
    case "agent":
      return whole((score?.[name].audits ?? []) satisfies readonly Audit[]);
  }
}

/** Its texts are for judges; the entries say the same in full. */
function withoutTexts(interaction: Interaction): Interaction {
  return { ...interaction, content: "", sparseLine: "" };
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
