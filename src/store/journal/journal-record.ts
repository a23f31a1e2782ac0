/** One line of a journal: a step with its number, its time, and a checksum of all bytes before the checksum. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Cell } from "../../core/cell.ts";
import { type FileMark, JournalStep } from "../../core/store.ts";
import { type Redact, toRedactedJson } from "../documents/redact.ts";

/** The version of the line format. */
export const journalVersion = 1;

/** A step as recorded in a journal. */
export interface JournalRecord {
  readonly seq: number;
  readonly at: string;
  readonly step: JournalStep;
}

/** Formats a record as a line, including the line break. */
export function formatRecord({ seq, at, step }: JournalRecord, redact: Redact): string {
  const content = toRedactedJson({ v: journalVersion, seq, type: step.type, at, data: step.data }, redact);
  return `${content.slice(0, -1)},"sum":"${computeSum(Buffer.from(content))}"}\n`;
}

const sumLength = 16;
const tailLength = `,"sum":"${"0".repeat(sumLength)}"}`.length;

/** Parses a line without its line break; null if it is not exactly what was written. */
export function parseRecord(line: Buffer): (JournalRecord & { readonly version: number }) | null {
  const tail = line.subarray(-tailLength).toString("latin1");
  const [, sum] = /^,"sum":"([0-9a-f]{16})"\}$/.exec(tail) ?? [];
  if (sum === undefined) return null;
  const content = Buffer.concat([line.subarray(0, -tailLength), Buffer.from("}")]);
  return computeSum(content) === sum ? toRecord(content.toString("utf8")) : null;
}

const Envelope = z.object({ v: z.number(), seq: z.number(), at: z.string(), type: z.string(), data: z.unknown() });

function toRecord(content: string): (JournalRecord & { readonly version: number }) | null {
  const envelope = Envelope.safeParse(parseJsonOrNull(content)).data;
  if (envelope === undefined) return null;
  const { v: version, seq, at, type, data } = envelope;
  const step = { type, data } as JournalStep;
  // Steps of a newer version are not validated: the caller reports the version.
  return version > journalVersion || JournalStep.safeParse(step).success ? { version, seq, at, step } : null;
}

function parseJsonOrNull(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null; // Bytes that are not a record can still have a correct checksum.
  }
}

function computeSum(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, sumLength);
}

/** The start of every record, used to find records in damaged bytes. */
export const recordStart = `{"v":${journalVersion},"seq":`;

/** An equal step that takes less memory, and shares only the cell with the original. */
export function compactStep(step: JournalStep, cell?: Cell): JournalStep {
  switch (step.type) {
    case "plan":
    case "judge-asked":
    case "report-closed":
      return step;
    case "stale":
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt: step.data.attempt } };
    case "attempt-started": {
      const { attempt, runId } = step.data;
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt, runId } };
    }
    case "attempt-failed": {
      const { attempt, runId, why } = step.data;
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt, runId, why } };
    }
    case "not-run":
      return { type: step.type, data: { cell: cell ?? step.data.cell, why: step.data.why } };
    case "judged": {
      const { attempt, runId, detail } = step.data;
      return { type: step.type, data: { cell: cell ?? step.data.cell, attempt, runId, detail: compactMark(detail) } };
    }
    case "run-recorded": {
      const { attempt, runId, detail } = step.data;
      const raw = step.data.raw === null ? null : compactMark(step.data.raw);
      const data = { cell: cell ?? step.data.cell, attempt, runId, detail: compactMark(detail), raw };
      return { type: step.type, data };
    }
  }
}

function compactMark({ file, bytes, sha256 }: FileMark): FileMark {
  return { file, bytes, sha256 };
}
