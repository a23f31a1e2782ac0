/** Groups entries that belong together: calls with their results, stretches of thinking, and errors without a call. */
import type { Entry } from "../../core/entry.ts";
import type { Interaction } from "../../core/interaction.ts";
import { pairEntries } from "./pairing.ts";

export interface EntryGroup {
  readonly kind: Interaction["kind"];
  readonly entryIndices: number[];
}

/** Returns the groups in the order of their first entries. */
export function groupEntries(entries: readonly Entry[]): EntryGroup[] {
  const { partners } = pairEntries(entries);
  const groups: EntryGroup[] = [];
  for (const [at, entry] of entries.entries()) {
    const partner = partners[at]!;
    if (entry.type === "assistant") {
      const last = groups.at(-1);
      if (last?.kind === "thinking" && last.entryIndices.at(-1) === at - 1) last.entryIndices.push(at);
      else groups.push({ kind: "thinking", entryIndices: [at] });
    } else if (entry.type === "tool_use") {
      groups.push({ kind: "tool", entryIndices: partner === -1 ? [at] : [at, partner] });
    } else if (partner === -1 && entry.type === "tool_result") {
      groups.push({ kind: "tool", entryIndices: [at] });
    } else if (partner === -1 && entry.type === "error") {
      groups.push({ kind: "error", entryIndices: [at] });
    }
  }
  return groups;
}
