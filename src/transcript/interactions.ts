/** Groups entries into interactions. A call without a result is kept: agents do get killed. */
import type { Entry } from "../core/entry.ts";
import type { Interaction } from "../core/interaction.ts";
import { type Call, callFailed, callOf, outputOf } from "./call.ts";
import { classify } from "./classify.ts";
import { cutMiddle } from "./cut.ts";
import { GatheredInteraction, type InteractionFacts } from "./gathered-interaction.ts";
import { type EntryGroup, groupEntries } from "./groups.ts";
import { sparseLine } from "./sparse-index.ts";
import { jsonText } from "./tame.ts";
import { elapsed, parseTime } from "./timestamps.ts";

/** Longest tool name an interaction carries; its entry has it whole. */
const nameLength = 200;

/** All interactions in the order of their first entries. `startTime` is the start of the agent process. */
export function interactionsOf(
  entries: readonly Entry[],
  options: { readonly startTime?: string | null } = {},
): Interaction[] {
  const groups = groupEntries(entries);
  const origin = parseTime(options.startTime ?? null) ?? firstTime(entries);
  const starts = groups.map(({ entryIndices }) => timeOf(entries[entryIndices[0]!]));
  return groups.map((group, position) => {
    const call = group.kind === "tool" ? callOf(group, entries) : null;
    const input = call === null ? "" : jsonText(call.input);
    const start = starts[position]!;
    const facts: InteractionFacts = {
      id: position + 1,
      kind: group.kind,
      categories: call === null ? ["agent"] : classify(call),
      toolName: call === null ? null : cutMiddle(call.tool, nameLength),
      entryIndices: group.entryIndices,
      hasError: call === null ? group.kind === "error" : callFailed(call),
      startMs: elapsed(origin, start),
      durationMs: group.kind === "thinking" ? elapsed(start, starts[position + 1] ?? null) : callDuration(call, start),
      contextBytes: call === null ? textBytes(group, entries) : callBytes(call, input),
    };
    return new GatheredInteraction(facts, sparseLine(facts, entries), entries);
  });
}

function firstTime(entries: readonly Entry[]): number | null {
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time !== null) return time;
  }
  return null;
}

function timeOf(entry: Entry | undefined): number | null {
  return parseTime(entry?.timestamp ?? null);
}

/** Only a call with a result has a duration; an error may come at any time. */
function callDuration(call: Call | null, start: number | null): number | null {
  if (call === null || call.use === null || call.result === null) return null;
  return elapsed(start, timeOf(call.result));
}

/** The input as JSON plus what came back; of a lone result only what is known of its input. */
function callBytes(call: Call, input: string): number {
  const known = call.use !== null || call.result?.input !== undefined;
  return (known ? Buffer.byteLength(input) : 0) + Buffer.byteLength(outputOf(call) ?? "");
}

function textBytes({ entryIndices }: EntryGroup, entries: readonly Entry[]): number {
  let bytes = 0;
  for (const index of entryIndices) {
    const entry = entries[index];
    if (entry?.type === "assistant") bytes += Buffer.byteLength(entry.text);
    if (entry?.type === "error") bytes += Buffer.byteLength(entry.message);
  }
  return bytes;
}
