/** Says in one sentence why a run, or a result, did not pass. */
import { formatCount } from "../format-count.ts";
import type { TamperedFile } from "../run/tampered-file.ts";
import type { CellResult } from "./pair-result.ts";
import { findBlockingReason, listBrokenChecks, runStatus, type RunStatus } from "./run-status.ts";
import { defaultPassMark } from "./verdict.ts";

const blockingTexts: Readonly<Record<string, string>> = {
  "gate-exhausted": "a gate still failed after the last repair",
  "time-limit": "its gates did not finish within the time limit",
  "token-limit": "its gates needed more tokens than the limit allows",
};

type EndedRun = Pick<CellResult, "outcome" | "outcomeClass" | "error" | "score" | "scorecard" | "tampered">;

/** The run with its status, and why it did not pass. */
export function addStatus<T extends EndedRun>(run: T, passMark: number = defaultPassMark) {
  const { status: _status, why: _why, ...rest } = run as T & { status?: RunStatus; why?: string };
  const status = runStatus(run, passMark);
  const why = describeFailure(run, status, passMark);
  return { ...rest, status, ...(why === undefined ? {} : { why }) };
}

/** The status of a stored run and why it did not pass; a run of an older version stores neither. */
export function readStatus(
  run: EndedRun & { readonly status?: RunStatus | undefined; readonly why?: string | undefined },
): {
  readonly status: RunStatus;
  readonly why?: string | undefined;
} {
  return run.status === undefined ? addStatus(run) : { status: run.status, why: run.why };
}

/** Undefined for a run that passed. The sentence may quote a check, an agent or a judge. */
export function describeFailure(run: EndedRun, status: RunStatus, passMark: number): string | undefined {
  if (status === "passed") return undefined;
  if (status !== "failed") return describeUncounted(run, status);
  if (run.outcome.status !== "completed") return run.error ?? run.outcome.message;
  const [tampered, ...others] = run.tampered ?? [];
  if (tampered !== undefined) return describeTampering(tampered, others.length);
  const blocked = findBlockingReason(run);
  if (blocked !== null) return blockingTexts[blocked] ?? `it was blocked (${blocked})`;
  return describeChecks(run) ?? describeGoal(run, passMark);
}

/** Says which file the agent altered, and how many more. */
function describeTampering({ path, change, of }: TamperedFile, more: number): string {
  const rest = more === 0 ? "" : ` and ${formatCount(more, "more file")}`;
  if (of === "check") return `it tampered with a check: ${path}${rest} changed while the check ran`;
  return `it tampered with protected files: it ${change} ${path}${rest}`;
}

function describeUncounted({ score, error }: EndedRun, status: RunStatus): string {
  if (status === "unscored") return score?.goalAchievement.reason ?? "nothing says whether it did the job";
  return error ?? score?.reason ?? "no reason was recorded";
}

function describeChecks(run: Pick<CellResult, "outcomeClass" | "score">): string | undefined {
  const [first, ...others] = listBrokenChecks(run);
  if (first === undefined) return undefined;
  if (others.length === 0) return `“${first.check}” does not hold`;
  return `${formatCount(others.length + 1, "check")} do not hold: “${first.check}” and ${others.length} more`;
}

function describeGoal({ score }: Pick<CellResult, "score">, passMark: number): string {
  const { score: goal, criteria = [] } = score?.goalAchievement ?? { score: null };
  const worst = criteria
    .filter((each) => each.score !== null && each.score < 10)
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))[0];
  const example = worst === undefined ? "" : `; “${worst.check}” has ${worst.score} of 10`;
  return `its goal is ${goal ?? "unknown"}, and a pass needs ${passMark}${example}`;
}

/** The reason of a result: the most frequent one of the trials that share its status. */
export function pickReason(
  trials: readonly { readonly status: RunStatus; readonly why?: string | undefined }[],
  status: RunStatus,
): string | undefined {
  const reasons = trials.flatMap((trial) => (trial.status === status ? (trial.why ?? []) : []));
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
