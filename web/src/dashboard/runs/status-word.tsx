/** The status of a run with its mark, and the color of its scorecard. */
import type { RunStatus } from "../../../../src/core/report/run-status.ts";
import { statusMarks as endedMarks } from "../../parts/status.tsx";
import { tierClass } from "../../scorecard/tier.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunSummary } from "../api/answers.ts";

type StatusWord = RunStatus | "queued" | "running" | "unknown";

/** In the order in which they are listed. `unknown`: an old run whose stored facts do not decide it. */
export const statusMarks: Readonly<Record<StatusWord, string>> = {
  queued: "○",
  running: "○",
  ...endedMarks,
  unknown: "–",
};

export function StatusMark({ status }: { readonly status: StatusWord }) {
  return (
    <span class={`run-status is-${status.replace(" ", "-")}`}>
      <span aria-hidden="true">{statusMarks[status]}</span> {status}
    </span>
  );
}

/** With the reason of a run that did not pass. */
export function RunStatusWord({ run }: { readonly run: Pick<RunSummary, "run_status" | "why" | "reason"> }) {
  const reason = findReason(run);
  return (
    <>
      <StatusMark status={run.run_status ?? "unknown"} />
      {reason !== "" && <small> {reason}</small>}
    </>
  );
}

/** Why a run did not pass, in a sentence; for old runs the reason of the scorecard, which is a word. */
export function findReason({ run_status, why, reason }: Pick<RunSummary, "run_status" | "why" | "reason">): string {
  if (why !== null) return safeLine(why, 300);
  if (run_status === "passed" || run_status === "queued" || run_status === "running") return "";
  return reason === null || reason === "ok" ? "" : safeLine(reason.replaceAll("-", " "), 60);
}

/** The color of a scorecard: that of its tier, unless the run failed. */
export function cardClass({ run_status, tier }: Pick<RunSummary, "run_status" | "tier">): string {
  return run_status === "failed" ? "" : tierClass(tier);
}
