/** What rows and heads say about a report of a list. */
import { formatCost, noNumber } from "../../../../src/report/text/format.ts";
import { safeLine } from "../../text/safe.ts";
import type { ReportEntry } from "../api/answers.ts";
import { statuses } from "../../parts/status.tsx";

type Counts = NonNullable<ReportEntry["run_statuses"]>;

/** `82 passed, 25 failed, 1 error`; what waits or runs is not in it. */
export function describeCounts(counts: Counts, isRunning = false): string {
  const parts = statuses
    .filter((status) => counts[status] > 0 && !(isRunning && status === "not run"))
    .map((status) => `${counts[status]} ${status}`);
  return parts.length === 0 ? "no run has ended" : parts.join(", ");
}

export function countRuns(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** `pr 118 · 9c1e5d3`, `main 4e1f09c`, or a dash. */
export function describeRevision(revision: ReportEntry["revision"]): string {
  if (revision === null) return noNumber;
  const commit = safeLine(revision.commit, 64).slice(0, 7);
  if (revision.pull_request !== null) return `pr ${revision.pull_request} · ${commit}`;
  return revision.branch === null ? commit : `${safeLine(revision.branch, 40)} ${commit}`;
}

/** Two decimals are enough in a list, except where they would say that it was free. `known`: the known part of it. */
export function describeCost(micros: number | null, known: number | null = null): string {
  if (micros === null) return known === null || known === 0 ? noNumber : `≥ ${describeCost(known)}`;
  const usd = micros / 1_000_000;
  return usd >= 0.995 || usd === 0 ? `$${usd.toFixed(2)}` : formatCost(usd);
}

/** Who won a competition, else the verdict with the facts behind it. */
export function readOutcome({
  verdict,
  sentence,
  competition,
}: Pick<ReportEntry, "verdict" | "sentence" | "competition">): {
  readonly word: string;
  readonly sentence: string | null;
} {
  return competition ?? { word: verdict ?? "unknown", sentence };
}

/** The change from the newest earlier report of the same size; null if there is none. Nothing here proves it. */
export function findChange(rows: readonly ReportEntry[], at: number): number | null {
  const row = rows[at];
  if (row === undefined || !isComparable(row)) return null;
  const before = rows.slice(at + 1).find((each) => isComparable(each) && isAlike(row, each));
  return before === undefined ? null : (row.axis_result ?? 0) - (before.axis_result ?? 0);
}

function isComparable({ state, axis_result, scripted }: ReportEntry): boolean {
  return state === "complete" && axis_result !== null && !scripted;
}

function isAlike(one: ReportEntry, other: ReportEntry): boolean {
  const names = ({ workspace, scenarios, agents }: ReportEntry) =>
    JSON.stringify([workspace, scenarios, agents.map(({ name }) => name).toSorted()]);
  return names(one) === names(other);
}
