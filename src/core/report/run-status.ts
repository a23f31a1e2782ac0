/** The status of a run and of a result: one function of stored facts, used wherever AXIS says how something went. */
import { z } from "zod";
import type { OutcomeClass } from "../outcome.ts";
import type { RunFacts, RunReason } from "../run/run-facts.ts";
import type { RunScorecard, ShortCard } from "../run/run-scorecard.ts";
import type { AxisResult } from "../score/axis-result.ts";
import { defaultMinPassRate, meetsPassRate, type MinPassRate } from "./gate.ts";
import { defaultPassMark } from "./verdict.ts";

export const RunStatus = z.enum(["passed", "failed", "error", "not run", "unscored"]);
export type RunStatus = z.infer<typeof RunStatus>;

/** The points of a verified check that holds in full. */
const fullPoints = 10;

/** The stored facts that decide a status. */
export interface StatusFacts {
  readonly outcomeClass: OutcomeClass;
  readonly score?: Pick<AxisResult, "goalAchievement"> | undefined;
  readonly scorecard?: Pick<RunScorecard, "axes"> | undefined;
  readonly tampered?: readonly unknown[] | undefined;
}

/**
 * Passed: the agent ended by itself and tampered with nothing, no gate blocks, every verified check holds in full, and
 * the goal is at the mark.
 */
export function runStatus(run: StatusFacts, passMark: number = defaultPassMark): RunStatus {
  const { outcomeClass, score } = run;
  if (outcomeClass !== "completed") return uncompletedStatuses[outcomeClass];
  if ((run.tampered ?? []).length > 0 || findBlockingReason(run) !== null) return "failed";
  const goal = score?.goalAchievement.score ?? null;
  if (goal === null) return "unscored";
  return goal >= passMark && listBrokenChecks(run).length === 0 ? "passed" : "failed";
}

/** The status of a run that the agent did not end by itself, whatever its numbers are. */
const uncompletedStatuses: Readonly<Record<Exclude<OutcomeClass, "completed">, RunStatus>> = {
  agent: "failed",
  infrastructure: "error",
  judge: "error",
  check: "error",
  notRun: "not run",
};

/** Why a gate or a protected path blocks the run; null if none does. Checks are compared on their own. */
export function findBlockingReason({ scorecard }: StatusFacts): string | null {
  const { outcome, reason } = scorecard?.axes.completion.inputs ?? {};
  return outcome === "BLOCKED" && reason !== "check-failed" ? (reason ?? "unknown") : null;
}

/** The verified checks of a run that do not hold in full. */
export function listBrokenChecks({ score }: Pick<StatusFacts, "score">) {
  return (score?.goalAchievement.criteria ?? []).filter((each) => each.by === "verify" && each.score !== fullPoints);
}

/** The status of a trial in a report that was written before statuses were. */
export function readTrialStatus(trial: {
  readonly outcomeClass: OutcomeClass;
  readonly passed?: boolean | null | undefined;
  readonly scorecard?: ShortCard | undefined;
}): RunStatus {
  const { outcomeClass, passed = null, scorecard } = trial;
  const ended = runStatus({ outcomeClass });
  if (ended !== "unscored") return ended;
  if (scorecard?.outcome === "BLOCKED" && scorecard.reason !== "check-failed") return "failed";
  return passed === null ? ended : passed ? "passed" : "failed";
}

const reasonStatuses: Readonly<Partial<Record<RunReason, RunStatus>>> = {
  cancelled: "not run",
  budget: "not run",
  deadline: "not run",
  internal: "error",
  "setup-failed": "error",
  "agent-missing": "error",
  "worker-lost": "error",
  "agent-failed": "failed",
  "time-limit": "failed",
  "token-limit": "failed",
};

/** The status of a run that left only the facts of its scorecard; null if they do not decide it. */
export function readFactsStatus({ outcome, reason }: Pick<RunFacts, "outcome" | "reason">): RunStatus | null {
  if (outcome === "BLOCKED") return "failed";
  return reason === null ? null : (reasonStatuses[reason] ?? null);
}

/** Whether a run says something about its agent. */
export function isCounted(status: RunStatus): boolean {
  return status === "passed" || status === "failed";
}

/** Whether a run or a result of this status passed; null if that is unknown. */
export function toPassed(status: RunStatus): boolean | null {
  return isCounted(status) ? status === "passed" : null;
}

/** The status of a result from those of its trials. A rate of 0 requires nothing, so the usual one decides the word. */
export function resultStatus(trials: readonly RunStatus[], rate: MinPassRate = defaultMinPassRate): RunStatus {
  const counted = trials.filter(isCounted);
  if (counted.length > 0) {
    const passed = counted.filter((status) => status === "passed").length;
    return meetsPassRate(passed, counted.length, rate === 0 ? defaultMinPassRate : rate) ? "passed" : "failed";
  }
  return (["error", "unscored"] as const).find((status) => trials.includes(status)) ?? "not run";
}

/** How many runs or results have each status. */
export const StatusCounts = z.object({
  passed: z.number().int(),
  failed: z.number().int(),
  error: z.number().int(),
  "not run": z.number().int(),
  unscored: z.number().int(),
});
export type StatusCounts = z.infer<typeof StatusCounts>;

export function countStatuses(statuses: Iterable<RunStatus>): StatusCounts {
  const counts: StatusCounts = { passed: 0, failed: 0, error: 0, "not run": 0, unscored: 0 };
  for (const status of statuses) counts[status] += 1;
  return counts;
}
