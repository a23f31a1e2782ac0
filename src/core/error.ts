/** The only error class: a mistake with a code, a sentence, and a hint about the fix. */
export type ErrorCode =
  | "config-missing"
  | "config-invalid"
  | "scenario-invalid"
  | "plan-empty"
  | "cells-gone"
  | "git-failed"
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

/** Thrown only for mistakes of the user; a failure of an agent, a judge or a check is a value. */
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

/** Whether the disk is full or broken, so that the path itself is not at fault. */
export function isDiskFailure(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EIO"].includes(systemCode(error) ?? "");
}

/** The first error: cleaning up after it may have failed too, and must not hide it. */
export function firstError(error: unknown): unknown {
  let first = error;
  while (first instanceof Error && first.name === "SuppressedError" && "suppressed" in first) first = first.suppressed;
  return first;
}

/** The text of an error, for use in our own messages. */
export function errorMessage(error: unknown): string {
  const first = firstError(error);
  return first instanceof Error ? first.message : String(first);
}
