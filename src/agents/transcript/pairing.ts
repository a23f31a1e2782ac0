/** Finds out which result or error answers which call. */
import type { Entry } from "../../core/entry.ts";

/** For each entry, the position of its partner: a call's answer, or an answer's call; -1 if it has none. */
interface Pairing {
  readonly partners: Int32Array;
}

/** Pairs by id, then by position, then errors by closeness. One pass each, whatever the ids look like. */
export function pairEntries(entries: readonly Entry[]): Pairing {
  const partners = new Int32Array(entries.length).fill(-1);
  // A program that is restarted for each turn may restart its call ids, so pairs within one turn come first.
  if (entries.some(({ turn = 0 }) => turn > 0)) pairById(entries, partners, readIdInTurn);
  const known = pairById(entries, partners, readId);
  pairByPosition(entries, partners, known);
  pairCloseErrors(entries, partners);
  return { partners };
}

/** An empty id counts as no id. */
function readId(entry: Entry): string | null {
  if (entry.type !== "tool_use" && entry.type !== "tool_result" && entry.type !== "error") return null;
  return entry.id ? entry.id : null;
}

function readIdInTurn(entry: Entry): string | null {
  const id = readId(entry);
  return id === null ? null : `${entry.turn ?? 0} ${id}`;
}

/** The first call without a partner for each id, and the one that follows each call; -1 if there is none. */
function queueCalls(entries: readonly Entry[], partners: Int32Array, nameOf: (entry: Entry) => string | null) {
  const waiting = new Map<string, number>();
  const next = new Int32Array(entries.length).fill(-1);
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at]!;
    const id = entry.type === "tool_use" ? nameOf(entry) : null;
    if (id === null) continue;
    next[at] = waiting.get(id) ?? -1;
    waiting.set(id, partners[at] === -1 ? at : next[at]!);
  }
  return { waiting, next };
}

/** If several calls share an id, its answers go to them in order. Returns the ids that name a call. */
function pairById(
  entries: readonly Entry[],
  partners: Int32Array,
  nameOf: (entry: Entry) => string | null,
): ReadonlyMap<string, number> {
  const { waiting, next } = queueCalls(entries, partners, nameOf);
  for (const [at, entry] of entries.entries()) {
    const id = entry.type === "tool_use" || partners[at] !== -1 ? null : nameOf(entry);
    const call = id === null ? undefined : waiting.get(id);
    if (id === null || call === undefined || call === -1) continue;
    joinPair(partners, call, at);
    waiting.set(id, next[call]!);
  }
  return waiting;
}

function pairByPosition(entries: readonly Entry[], partners: Int32Array, known: ReadonlyMap<string, number>): void {
  const calls: number[] = [];
  let first = 0;
  for (const [at, entry] of entries.entries()) {
    if (partners[at] !== -1) continue;
    if (entry.type === "tool_use") calls.push(at);
    if (entry.type !== "tool_result" || first === calls.length) continue;
    const id = readId(entry);
    if (id !== null && known.has(id)) continue;
    joinPair(partners, calls[first]!, at);
    first += 1;
  }
}

/** An error without an id belongs to an unanswered call right before it, or with one entry between. */
function pairCloseErrors(entries: readonly Entry[], partners: Int32Array): void {
  const unanswered = (at: number) => entries[at]?.type === "tool_use" && partners[at] === -1;
  for (const [at, entry] of entries.entries()) {
    if (entry.type !== "error" || readId(entry) !== null) continue;
    if (unanswered(at - 1)) joinPair(partners, at - 1, at);
    else if (unanswered(at - 2)) joinPair(partners, at - 2, at);
  }
}

function joinPair(partners: Int32Array, call: number, answer: number): void {
  partners[call] = answer;
  partners[answer] = call;
}
