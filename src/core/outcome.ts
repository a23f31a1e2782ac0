/** How a run ended, and whose fault a failure is. */
import { z } from "zod";

export const FailureCode = z.enum([
  "setup",
  "spawn",
  "exit",
  "agent",
  "oom",
  "auth",
  "rate-limit",
  "network",
  "protocol",
  "internal",
]);
export type FailureCode = z.infer<typeof FailureCode>;

export const Outcome = z.discriminatedUnion("status", [
  z.object({ status: z.literal("completed"), result: z.string().nullable() }),
  z.object({ status: z.literal("failed"), code: FailureCode, message: z.string() }),
  z.object({
    status: z.literal("stopped"),
    by: z.enum(["time", "tokens", "cost", "user", "failures"]),
    scope: z.enum(["scenario", "run"]),
    message: z.string(),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** Why a model could not be asked, as the agent's program tells it. */
export interface ModelOutage {
  readonly code: FailureCode;
  readonly message: string;
}

/** Why a run is stopped: the reason that an abort signal carries. The first one counts. */
export class Stop extends Error {
  override readonly name = "Stop";
  constructor(
    readonly by: "time" | "tokens" | "cost" | "user" | "failures",
    readonly scope: "scenario" | "run",
    message: string,
  ) {
    super(message);
  }

  /** The outcome of a run that was stopped for this reason. */
  outcome(): Outcome {
    return { status: "stopped", by: this.by, scope: this.scope, message: this.message };
  }
}

/** The outcome of an aborted run; a reason of any other type means that a person stopped the run. */
export function stopOutcome({ reason }: { readonly reason: unknown }): Outcome {
  return (reason instanceof Stop ? reason : new Stop("user", "run", "stopped")).outcome();
}

export const OutcomeClass = z.enum(["completed", "agent", "infrastructure", "judge", "check", "notRun"]);
export type OutcomeClass = z.infer<typeof OutcomeClass>;

/** Classes of failures; each has its own limit of allowed failures. */
export const FailureClass = z.enum(["agent", "infrastructure", "judge", "check"]);
export type FailureClass = z.infer<typeof FailureClass>;

const infrastructureCodes: readonly FailureCode[] = ["setup", "spawn", "auth", "rate-limit", "network", "internal"];

/** The structured facts that decide a class. None of them is text that an agent wrote. */
export interface OutcomeFacts {
  readonly outcome: Outcome;
  /** Whether the agent had called a tool by then. */
  readonly calledTool: boolean;
  /** A verified check could not run at all. */
  readonly checkBroken: boolean;
  /** Scoring was requested, and a dimension with weight is unscored for another reason. */
  readonly judgeFailed: boolean;
}

/** Whether a run did not happen, or failed through no fault of the agent: neither is scored. */
export function isMissing(outcome: Outcome, calledTool: boolean): boolean {
  return isNotRun(outcome) || isInfrastructureFailure(outcome, calledTool);
}

/** The class of a run: the first that applies of not run, infrastructure, check, judge, agent, completed. */
export function classifyOutcome({ outcome, calledTool, checkBroken, judgeFailed }: OutcomeFacts): OutcomeClass {
  if (isNotRun(outcome)) return "notRun";
  if (isInfrastructureFailure(outcome, calledTool)) return "infrastructure";
  if (checkBroken) return "check";
  if (judgeFailed) return "judge";
  return outcome.status === "completed" ? "completed" : "agent";
}

function isNotRun(outcome: Outcome): boolean {
  return outcome.status === "stopped" && (outcome.by === "user" || outcome.scope === "run");
}

function isInfrastructureFailure(outcome: Outcome, calledTool: boolean): boolean {
  if (outcome.status !== "failed") return false;
  return infrastructureCodes.includes(outcome.code) || (outcome.code === "protocol" && !calledTool);
}

/** The message of an outcome that is not completed. */
export function failureMessage(outcome: Outcome): string | undefined {
  return outcome.status === "completed" ? undefined : outcome.message;
}
