/** A transcript read from a file, and the problems found in the file. */
import type { Entry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import type { Outcome } from "../../core/outcome.ts";
import { toOneLine } from "./cut.ts";
import type { Statement } from "./detail-statement.ts";
import type { VendorFormat } from "./formats/format-name.ts";
import { sanitizeJson } from "./sanitize-json.ts";
import { elapsedMs, parseTime } from "./timestamps.ts";

/** A part of the file that could not be read. */
export interface ReadProblem {
  /** Counts from 1; null inside a JSON document, where `what` names the entry instead. */
  readonly line: number | null;
  readonly what: string;
  /** The beginning of the part, on one line. */
  readonly excerpt: string;
}

/** A transcript, and what its file states about the run, except for any score it claims. */
export interface ReadTranscript extends Statement {
  /** AXIS's own entries or detail files, or the format of another program. */
  readonly format: "entries" | "detail" | VendorFormat;
  readonly entries: readonly Entry[];
  /** The first hundred problems. */
  readonly problems: readonly ReadProblem[];
  readonly problemCount: number;
  /** Event types that the format's reader does not know, and how often each occurred: skipped, and not a problem. */
  readonly unknownEvents: readonly { readonly event: string; readonly count: number }[];
  /** Why the file must not be scored; null if it may be. */
  readonly refusal: string | null;
  /** Completed, unless the file says otherwise or lacks the final event of its format. */
  readonly outcome: Outcome;
}

const keptProblems = 100;
const excerptLength = 80;

/** Collects problems: counts all and keeps the first ones. */
export class Problems {
  readonly kept: ReadProblem[] = [];
  count = 0;

  add(line: number | null, what: string, value: unknown): void {
    this.count += 1;
    if (this.kept.length >= keptProblems) return;
    const text = typeof value === "string" ? value : (JSON.stringify(sanitizeJson(value as Json)) ?? "");
    this.kept.push({ line, what, excerpt: toOneLine(text, excerptLength) });
  }
}

const callType = /(?:tool|function|mcp|shell|command)[._-]?(?:call|use|result|response|execution)/i;

/** Explains why a file is refused whose skipped events are probably calls: without them the score would be wrong. */
export function refuseUnknownCalls(skipped: ReadTranscript["unknownEvents"]): string | null {
  const calls = skipped.filter(({ event }) => callType.test(event));
  const count = calls.reduce((sum, { count: times }) => sum + times, 0);
  if (count === 0) return null;
  const names = calls.map(({ event }) => event).join(", ");
  return count === 1
    ? `1 event looks like a call and is not known: ${names}`
    : `${count} events look like calls and are not known: ${names}`;
}

/** When a run started and ended: as stated, or otherwise by its first and last entry with a time. */
export function resolveTimes(
  entries: readonly Entry[],
  stated: Statement,
): Pick<Statement, "startTime" | "endTime" | "durationMs"> {
  const isTimed = ({ timestamp }: Entry) => parseTime(timestamp) !== null;
  const first = entries.find(isTimed);
  const last = entries.findLast(isTimed);
  const startTime = stated.startTime ?? first?.timestamp ?? null;
  const endTime = stated.endTime ?? last?.timestamp ?? null;
  // A single moment has no duration.
  const isMoment = first === last && stated.startTime === null && stated.endTime === null;
  const durationMs = stated.durationMs ?? (isMoment ? null : elapsedMs(parseTime(startTime), parseTime(endTime)));
  return { startTime, endTime, durationMs };
}

/** Finds the task if the file does not state it. */
export function findFirstUserText(entries: readonly Entry[]): string | null {
  const entry = entries.find(({ type }) => type === "user");
  return entry?.type === "user" ? entry.text : null;
}
