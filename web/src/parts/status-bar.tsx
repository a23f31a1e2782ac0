/** Runs or items by status: a bar, and the counts below it. */
import type { ComponentChildren } from "preact";
import { formatCount } from "../../../src/core/format-count.ts";
import type { StatusCounts } from "../../../src/core/report/run-status.ts";
import { statusClass, statuses } from "./status.tsx";

interface StatusBarProps {
  readonly counts: StatusCounts;
  /** What is counted, such as "run". */
  readonly noun?: string;
  /** After the counts. */
  readonly children?: ComponentChildren;
}

export function StatusBar({ counts, noun = "run", children }: StatusBarProps) {
  const shown = statuses.filter((status) => counts[status] > 0);
  const total = shown.reduce((sum, status) => sum + counts[status], 0);
  return (
    <div class="status-counts">
      <StatusStrip counts={counts} />
      <p>
        <b>{formatCount(total, noun)}</b>
        {shown.map((status) => (
          <span key={status} class={status === "failed" ? "is-failed" : undefined}>
            {counts[status]} {status}
            {status === "error" && ", not counted"}
          </span>
        ))}
        {children}
      </p>
    </div>
  );
}

/** The bar alone, for rows whose counts are written next to it. */
export function StatusStrip({ counts }: { readonly counts: StatusCounts }) {
  return (
    <span class="status-bar" aria-hidden="true">
      {statuses
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <i key={status} class={statusClass(status)} style={{ flexGrow: counts[status] }} />
        ))}
    </span>
  );
}
