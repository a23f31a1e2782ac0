/** Decides how a turn ended from everything that AXIS itself saw, whatever the agent's program said. */
import type { ModelCall } from "../../core/model/model-call.ts";
import type { ModelOutage, Outcome } from "../../core/outcome.ts";
import type { MeterReading } from "../../process/meter/meter.ts";
import { applyModelFailure } from "./model-failure.ts";

/** What AXIS saw of a turn. */
export interface TurnFacts {
  /** The model requests that the gateway saw; empty without a gateway. */
  readonly calls: readonly ModelCall[];
  /** Why the model did not answer when the turn ended, as the program told it. */
  readonly outage: ModelOutage | null;
  readonly used: MeterReading | null;
  /** The limit of bytes that the agent exceeded; null if it did not. */
  readonly exceededDisk: number | null;
}

/** The gateway knows whose failure it was; without it, what the program tells about its model counts. */
export function decideTurnOutcome(said: Outcome, facts: TurnFacts): Outcome {
  const { calls, outage, used, exceededDisk } = facts;
  const outcome = calls.length > 0 ? applyModelFailure(said, calls) : applyOutage(said, outage);
  return applyOutOfMemory(applyDiskLimit(outcome, exceededDisk), used);
}

/** If the agent waited for a model that did not answer until its time was over, the outage decides, not the limit. */
function applyOutage(outcome: Outcome, outage: ModelOutage | null): Outcome {
  const isOutOfTime = outcome.status === "stopped" && outcome.by === "time" && outcome.scope === "scenario";
  if (!isOutOfTime || outage === null) return outcome;
  return { status: "failed", code: outage.code, message: `${outage.message}; ${outcome.message}` };
}

/** An agent that fills the disk failed, whatever it says about its task. */
function applyDiskLimit(outcome: Outcome, limitBytes: number | null): Outcome {
  if (outcome.status === "stopped" || limitBytes === null) return outcome;
  const message = `the agent wrote more than ${toMegabytes(limitBytes)} MB and was stopped`;
  return { status: "failed", code: "agent", message };
}

/** If an enforced memory limit ended a process of the agent, the agent failed; the system's counter shows it. */
function applyOutOfMemory(outcome: Outcome, used: MeterReading | null): Outcome {
  if (outcome.status === "stopped" || !used?.outOfMemory) return outcome;
  const limit = toMegabytes(used.limitBytes);
  const message = `an agent process used more than its ${limit} MB of memory and was killed by the system`;
  return { status: "failed", code: "oom", message };
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}
