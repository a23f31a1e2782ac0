/** The status of a run with its mark, and the colors of its numbers. */
import type { RunStatus } from "../../../../src/core/report/run-status.ts";
import { bandClass } from "../../parts/score.tsx";
import { tierClass } from "../../scorecard/tier.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunSummary } from "../api/answers.ts";

type StatusWord = RunStatus | "queued" | "running" | "unknown";

/** In the order in which they are listed. `unknown`: an old run whose stored facts do not decide it. */
export const statusMarks: Readonly<Record<StatusWord, string>> = {
  queued: "○",
  running: "○",
  passed: "●",
  failed: "✕",
  error: "△",
  "not run": "○",
  unscored: "?",
  unknown: "–",
};

export function StatusMark({ status }: { readonly status: StatusWord }) {
  return (
    <span class={`run-status is-${status.replace(" ", "-")}`}>
      <span aria-hidden="true">{statusMarks[status]}</span> {status}
    </span>
  );
}

/** With the recorded reason of a run that did not end well. */
export function RunStatusWord({ run }: { readonly run: Pick<RunSummary, "run_status" | "reason"> }) {
  const { run_status: status, reason } = run;
  return (
    <>
      <StatusMark status={status ?? "unknown"} />
      {reason !== null && reason !== "ok" && status !== "passed" && <small> {safeLine(reason, 60)}</small>}
    </>
  );
}

/** The color of an AXIS Result: only a passed run has the color of its band, and a failed one is red. */
export function resultClass({ run_status, axis_result }: Pick<RunSummary, "run_status" | "axis_result">): string {
  if (axis_result === null) return "none";
  if (run_status === "failed") return bandClass(0);
  return run_status === "passed" ? bandClass(axis_result) : "";
}

/** The color of a scorecard: that of its tier, unless the run failed. */
export function cardClass({ run_status, tier }: Pick<RunSummary, "run_status" | "tier">): string {
  return run_status === "failed" ? "" : tierClass(tier);
}
