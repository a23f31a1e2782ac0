/** How a run ended and why, or its status. */
import type { RunOutcome } from "../../../../src/core/run/run-facts.ts";
import type { RunStatus } from "../../../../src/core/run/run-row.ts";
import { safeLine } from "../../text/safe.ts";
import type { RunSummary } from "../api/answers.ts";

const outcomeTones: Readonly<Record<RunOutcome, string>> = { COMPLETED: "plain", BLOCKED: "warn", FAILED: "bad" };
const statusTones: Readonly<Record<RunStatus, string>> = {
  queued: "faint",
  running: "running",
  finished: "plain",
  cancelled: "faint",
};

export function OutcomeWord({ run }: { run: Pick<RunSummary, "outcome" | "status" | "reason" | "counted"> }) {
  const { outcome, status, reason, counted } = run;
  if (outcome === null) return <span class={`tag tone-${statusTones[status]}`}>{status}</span>;
  return (
    <>
      <span class={`tag tone-${outcomeTones[outcome]}`}>{outcome.toLowerCase()}</span>
      {reason !== null && reason !== "ok" && <small> {safeLine(reason, 60)}</small>}
      {!counted && <small> not counted</small>}
    </>
  );
}
