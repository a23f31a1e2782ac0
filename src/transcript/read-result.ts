/** A transcript as it was read from a file, and what in the file could not be read. */
import type { Entry } from "../core/entry.ts";
import type { Json } from "../core/json.ts";
import type { Outcome } from "../core/outcome.ts";
import { oneLine } from "./cut.ts";
import type { Statement } from "./detail-statement.ts";
import type { VendorFormat } from "./formats/format-name.ts";
import { tame } from "./tame.ts";
import { elapsed, parseTime } from "./timestamps.ts";

/** What did not fit. */
export interface ReadProblem {
  /** Counts from 1; null inside a JSON document, where `what` names the entry instead. */
  readonly line: number | null;
  readonly what: string;
  /** The beginning of it, on one line. */
  readonly excerpt: string;
}

/** A transcript, and what its file says about the run. A score it claims is not among that. */
export interface ReadTranscript extends Statement {
  /** Our own entries or detail files, or the format of another program. */
  readonly format: "entries" | "detail" | VendorFormat;
  readonly entries: readonly Entry[];
  /** The first hundred. */
  readonly problems: readonly ReadProblem[];
  readonly problemCount: number;
  /** Types of events that the format's reader does not know, and how often each came: passed over, and no problem. */
  readonly unknownEvents: readonly { readonly event: string; readonly count: number }[];
  /** Completed, unless the file says otherwise or lacks the final event of its format. */
  readonly outcome: Outcome;
}

const keptProblems = 100;
const excerptLength = 80;

/** Collects what did not fit: all are counted, and the first ones kept. */
export class Problems {
  readonly kept: ReadProblem[] = [];
  count = 0;

  add(line: number | null, what: string, value: unknown): void {
    this.count += 1;
    if (this.kept.length >= keptProblems) return;
    const text = typeof value === "string" ? value : (JSON.stringify(tame(value as Json)) ?? "");
    this.kept.push({ line, what, excerpt: oneLine(text, excerptLength) });
  }
}

/** When a run began and ended: as stated, or else by its first and last entry with a time. */
export function timesOf(
  entries: readonly Entry[],
  stated: Pick<Statement, "startTime" | "endTime" | "durationMs">,
): Pick<Statement, "startTime" | "endTime" | "durationMs"> {
  const isTimed = ({ timestamp }: Entry) => parseTime(timestamp) !== null;
  const first = entries.find(isTimed);
  const last = entries.findLast(isTimed);
  const startTime = stated.startTime ?? first?.timestamp ?? null;
  const endTime = stated.endTime ?? last?.timestamp ?? null;
  // One moment is no duration.
  const isMoment = first === last && stated.startTime === null && stated.endTime === null;
  const durationMs = stated.durationMs ?? (isMoment ? null : elapsed(parseTime(startTime), parseTime(endTime)));
  return { startTime, endTime, durationMs };
}

/** The task where nothing states it. */
export function firstUserText(entries: readonly Entry[]): string | null {
  const entry = entries.find(({ type }) => type === "user");
  return entry?.type === "user" ? entry.text : null;
}
