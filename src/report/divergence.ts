/** What two runs of one result did differently: where their calls first diverge, and which calls only one made. */
import type { RunDetail } from "../core/report/run-detail.ts";
import { canonicalJson } from "../core/json.ts";

export interface Divergence {
  /** The first step (from 1) whose calls differ; null if both runs made the same calls. */
  readonly firstAt: number | null;
  readonly first: { readonly before: string | null; readonly after: string | null };
  /** Calls made only by the earlier run, and only by the later one. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

export function divergenceOf(before: RunDetail, after: RunDetail): Divergence {
  const old = listCalls(before);
  const now = listCalls(after);
  const steps = Math.max(old.length, now.length);
  let at = 0;
  while (at < steps && old[at]?.id === now[at]?.id) at += 1;
  return {
    firstAt: at === steps ? null : at + 1,
    first: { before: old[at]?.line ?? null, after: now[at]?.line ?? null },
    onlyBefore: findMissingCalls(old, now),
    onlyAfter: findMissingCalls(now, old),
  };
}

interface Call {
  readonly id: string;
  readonly line: string;
}

function listCalls(detail: RunDetail): Call[] {
  return detail.interactions.flatMap((interaction) => {
    if (interaction.kind !== "tool") return [];
    const entry = detail.output.transcript[interaction.entryIndices[0] ?? -1];
    const input = entry?.type === "tool_use" ? entry.input : null;
    return [{ id: canonicalJson([interaction.toolName, input]), line: interaction.sparseLine }];
  });
}

/** Counts calls, so that a call made twice before and once now is missing once. */
function findMissingCalls(calls: readonly Call[], others: readonly Call[]): string[] {
  const left = new Map<string, number>();
  for (const { id } of others) left.set(id, (left.get(id) ?? 0) + 1);
  return calls.flatMap(({ id, line }) => {
    const count = left.get(id) ?? 0;
    if (count === 0) return [line];
    left.set(id, count - 1);
    return [];
  });
}
