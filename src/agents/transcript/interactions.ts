/** Groups entries into interactions. A call without a result is kept, because agents do get killed. */
import type { Entry } from "../../core/entry.ts";
import type { Interaction } from "../../core/interaction.ts";
import { type Call, hasCallFailed, readCallOutput, toCall } from "./call.ts";
import { classify, type Services } from "./classify.ts";
import { cutMiddle } from "./cut.ts";
import { type EntryGroup, groupEntries } from "./groups.ts";
import { previewJson } from "./sanitize-json.ts";
import { type InteractionFacts, sparseLine } from "./sparse-index.ts";
import { formatInteraction } from "./text.ts";
import { elapsedMs, parseTime } from "./timestamps.ts";

/** Longest `content` of an interaction, in characters. */
const contentLength = 2000;

/** The keys are in the order of the stored documents. */
class GatheredInteraction implements Interaction {
  readonly id: Interaction["id"];
  readonly kind: Interaction["kind"];
  readonly categories: Interaction["categories"];
  readonly toolName: Interaction["toolName"];
  readonly entryIndices: Interaction["entryIndices"];
  readonly sparseLine: string;
  readonly hasError: boolean;
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly contextBytes: number;
  declare readonly content: string;
  readonly #entries: readonly Entry[];

  constructor(facts: InteractionFacts, line: string, entries: readonly Entry[]) {
    this.id = facts.id;
    this.kind = facts.kind;
    this.categories = facts.categories;
    this.toolName = facts.toolName;
    this.entryIndices = facts.entryIndices;
    this.sparseLine = line;
    this.hasError = facts.hasError;
    this.startMs = facts.startMs;
    this.durationMs = facts.durationMs;
    this.contextBytes = facts.contextBytes;
    this.#entries = entries;
    Object.defineProperty(this, "content", GatheredInteraction.#content);
  }

  /** One shared getter that is still a property of each object, so that it is copied and written like the others. */
  static readonly #content = {
    enumerable: true,
    get(this: GatheredInteraction): string {
      return formatInteraction(this, this.#entries, contentLength);
    },
  };
}

/** The longest tool name in an interaction; its entry has the whole name. */
const nameLength = 200;

export interface InteractionOptions {
  /** The start of the agent process. */
  readonly startTime?: string | null;
  /** Programs and hosts that are services; default: the built-in table. */
  readonly services?: Services;
}

/** Returns all interactions in the order of their first entries. */
export function buildInteractions(entries: readonly Entry[], options: InteractionOptions = {}): Interaction[] {
  const groups = groupEntries(entries);
  const origin = chooseOrigin(parseTime(options.startTime ?? null), firstTime(entries));
  const startOf = (group: EntryGroup | undefined) => readEntryTime(entries[group?.entryIndices[0] ?? -1]);
  const interactions: Interaction[] = [];
  let next = startOf(groups[0]);
  for (let position = 0; position < groups.length; position += 1) {
    const group = groups[position]!;
    const start = next;
    next = startOf(groups[position + 1]);
    const call = group.kind === "tool" ? toCall(group, entries) : null;
    const bytes = call === null ? textBytes(group, entries) : answerBytes(call);
    const facts: InteractionFacts = {
      id: position + 1,
      kind: group.kind,
      categories: call === null ? ["agent"] : classify(call, options.services),
      toolName: call === null ? null : cutMiddle(call.tool, nameLength),
      entryIndices: group.entryIndices,
      hasError: call === null ? group.kind === "error" : hasCallFailed(call),
      startMs: elapsedMs(origin, start),
      durationMs: group.kind === "thinking" ? elapsedMs(start, next) : callDuration(call, start),
      contextBytes: call === null ? bytes : inputBytes(call) + bytes,
    };
    const line = sparseLine(facts, entries, call === null ? undefined : { call, answerBytes: bytes });
    interactions.push(new GatheredInteraction(facts, line, entries));
  }
  return interactions;
}

/** Times before the start of the process come from another clock or from a replay, so the first one is the origin. */
function chooseOrigin(start: number | null, first: number | null): number | null {
  return start === null || (first !== null && first < start) ? first : start;
}

function firstTime(entries: readonly Entry[]): number | null {
  for (const entry of entries) {
    const time = readEntryTime(entry);
    if (time !== null) return time;
  }
  return null;
}

function readEntryTime(entry: Entry | undefined): number | null {
  return parseTime(entry?.timestamp ?? null);
}

/** Only a call with a result has a duration; an error may come at any time. */
function callDuration(call: Call | null, start: number | null): number | null {
  if (call === null || call.use === null || call.result === null) return null;
  return elapsedMs(start, readEntryTime(call.result));
}

/** Counts the input as JSON; for a result without a call, only what is known of its input. */
function inputBytes(call: Call): number {
  const known = call.use !== null || call.result?.input !== undefined;
  return known ? Buffer.byteLength(previewJson(call.input)) : 0;
}

function answerBytes(call: Call): number {
  return Buffer.byteLength(readCallOutput(call) ?? "");
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
