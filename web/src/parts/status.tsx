/** The status of a run or result: a mark and a word, because color alone is not enough. */
import type { RunStatus } from "../../../src/core/report/run-status.ts";

export const statuses = ["passed", "failed", "error", "unscored", "not run"] as const satisfies readonly RunStatus[];

export const statusMarks: Readonly<Record<RunStatus, string>> = {
  passed: "●",
  failed: "✕",
  error: "△",
  "not run": "○",
  unscored: "?",
};

/** The class that gives something the color of a status. */
export function statusClass(status: RunStatus): string {
  return `is-${status.replace(" ", "-")}`;
}

export function StatusTag({ status }: { readonly status: RunStatus }) {
  return (
    <span class={`status ${statusClass(status)}`}>
      <StatusMark status={status} /> {status}
    </span>
  );
}

/** The mark alone, for places that say the word to screen readers themselves. */
export function StatusMark({ status }: { readonly status: RunStatus }) {
  return (
    <span class={`mark ${statusClass(status)}`} aria-hidden="true">
      {statusMarks[status]}
    </span>
  );
}
