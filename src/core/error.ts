/** The one error class: a mistake with a code, a sentence, and the way out. */
export type ErrorCode =
  | "config-missing"
  | "config-invalid"
  | "scenario-invalid"
  | "plan-empty"
  | "cells-gone"
  | "plan-changed"
  | "preflight"
  | "budget-unknown"
  | "hook-failed"
  | "flag-invalid"
  | "command-unknown"
  | "report-missing"
  | "report-unreadable"
  | "report-newer"
  | "report-locked"
  | "report-damaged"
  | "baseline-missing"
  | "baseline-empty"
  | "formula-mismatch"
  | "rehearsal"
  | "transcript-unreadable"
  | "dataset-invalid"
  | "evaluation-changed"
  | "path-outside"
  | "name-invalid"
  | "remote-failed"
  | "remote-untrusted"
  | "file-exists"
  | "not-writable"
  | "item-invalid"
  | "metric-invalid"
  | "metric-unknown"
  | "disk"
  | "store-mismatch"
  | "store-locked"
  | "store-unavailable"
  | "server-refused"
  | "bundle-refused"
  | "workspace-missing"
  | "token-missing";

/** Thrown for mistakes only; what an agent, a judge or a check does wrong is a value. */
export class AxisError extends Error {
  override readonly name = "AxisError";
  readonly hint?: string;
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    if (options.hint !== undefined) this.hint = options.hint;
  }
}

/** The system's code of an error (such as ENOENT), if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether the disk is full or broken: nothing is wrong with the place that was named. */
export function isDiskFailure(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EIO"].includes(systemCode(error) ?? "");
}

/** What went wrong first: clearing up after it may have gone wrong, too, and must not hide it. */
export function firstError(error: unknown): unknown {
  let first = error;
  while (first instanceof Error && first.name === "SuppressedError" && "suppressed" in first) first = first.suppressed;
  return first;
}

/** What an error says, for a message of our own. */
export function messageOf(error: unknown): string {
  const first = firstError(error);
  return first instanceof Error ? first.message : String(first);
}
