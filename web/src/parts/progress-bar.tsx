/** How far a running report is: a bar of what passed, failed, is judged, runs and waits, with the counts below. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { StatusCounts } from "../../../src/core/report/run-status.ts";
import type { PageProgress } from "../../../src/report/html/page-index.ts";
import { statusClass, statuses } from "./status.tsx";

interface ProgressBarProps {
  /** Null until it is known. */
  readonly counts: PageProgress["counts"] | null;
  readonly statuses: StatusCounts;
}

const waiting = [
  ["judging", "judging"],
  ["running", "running"],
  ["pending", "queued"],
] as const;

/** The journal is ahead of the summary: what has finished and has no status yet is still shown as judged. */
export function ProgressBar({ counts, statuses: ended }: ProgressBarProps) {
  const shown = statuses.filter((status) => status !== "not run" && ended[status] > 0);
  const withStatus = shown.reduce((sum, status) => sum + ended[status], 0);
  const total = counts === null ? withStatus + ended["not run"] : Object.values(counts).reduce((a, b) => a + b, 0);
  const finished = counts?.finished ?? withStatus;
  const rest = counts === null ? [] : waiting.filter(([state]) => counts[state] > 0);
  return (
    <div class="progress">
      <span class="status-bar" aria-hidden="true">
        {shown.map((status) => (
          <i key={status} class={statusClass(status)} style={{ flexGrow: ended[status] }} />
        ))}
        {counts === null && <i class="at-pending" style={{ flexGrow: ended["not run"] }} />}
        {rest.map(([state]) => (
          <i key={state} class={`at-${state}`} style={{ flexGrow: counts?.[state] ?? 0 }} />
        ))}
      </span>
      <p class="progress-legend">
        <b>
          {finished} of {formatCount(total, "run")} finished
        </b>
        {shown.map((status) => (
          <span key={status} class={status === "failed" ? "is-failed" : undefined}>
            {ended[status]} {status}
          </span>
        ))}
        {rest.map(([state, word]) => (
          <span key={state}>
            {counts?.[state]} {word}
          </span>
        ))}
      </p>
    </div>
  );
}
