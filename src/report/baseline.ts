/** Makes a baseline from a report: the numbers of every result that has one. */
import { type Baseline, type BaselineEntry, baselineVersion, getOwn } from "../core/report/baseline.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import { isCounted, type RunStatus } from "../core/report/run-status.ts";
import type { Report } from "../core/report.ts";
import { listSandboxMarks } from "./sandboxes.ts";
import { requireMeasured } from "./rehearsal.ts";
import { listTrials } from "./trials/trials.ts";

/** Names a result of a report or an entry of a baseline. */
export interface BaselineKey {
  readonly scenarioKey: string;
  readonly agentName: string;
}

/** A result without a number, and why it has none. */
export interface LeftOutResult extends BaselineKey {
  readonly why: string;
}

/** What became of the entries of the previous baseline. */
export interface BaselineChanges {
  /** Entries that stay as they were; they still name the report they came from. */
  readonly kept: readonly BaselineKey[];
  /** Entries that now have the numbers of the report. */
  readonly replaced: readonly (BaselineKey & { readonly trialsBefore: number; readonly trials: number })[];
  /** Entries that the new baseline no longer has. */
  readonly removed: readonly BaselineKey[];
}

export interface BaselineRequest {
  readonly name: string;
  readonly now: string;
  /** The baseline to replace; its creation date is kept. */
  readonly previous?: Baseline | undefined;
  /** Keep entries that the report has no result for. */
  readonly merge?: boolean;
}

/** Returns the baseline, the results that were left out of it, and what became of the previous entries. */
export function baselineFrom(
  report: Report,
  request: BaselineRequest,
): { baseline: Baseline; leftOut: LeftOutResult[]; changes: BaselineChanges } {
  requireMeasured(report);
  // Maps, because a scenario or agent may have the name of an inherited property, such as "constructor".
  const kept = request.merge ? request.previous : undefined;
  const results = toMaps<BaselineEntry>(kept?.results);
  const statuses = toMaps<RunStatus>(kept?.statuses);
  const leftOut: LeftOutResult[] = [];
  for (const result of report.results) {
    const entry = toBaselineEntry(result, report);
    const { scenarioKey, agentName } = result;
    if (entry === null) leftOut.push({ scenarioKey, agentName, why: describeLeftOut(result) });
    else results.set(scenarioKey, (results.get(scenarioKey) ?? new Map()).set(agentName, entry));
    if (isCounted(result.status))
      statuses.set(scenarioKey, (statuses.get(scenarioKey) ?? new Map()).set(agentName, result.status));
  }
  const baseline = {
    version: baselineVersion,
    name: request.name,
    createdAt: request.previous?.createdAt ?? request.now,
    updatedAt: request.now,
    fromReportId: report.reportId,
    results: fromMaps(results),
    statuses: fromMaps(statuses),
    ...addSandboxes(report, kept),
  };
  return { baseline, leftOut, changes: listChanges(request.previous, baseline) };
}

/** Those of older reports are unknown. */
function addSandboxes({ results }: Report, kept: Baseline | undefined): Pick<Baseline, "sandboxes"> {
  const sandboxes = [...new Set([...(kept?.sandboxes ?? []), ...listSandboxMarks(results)])].toSorted();
  return sandboxes.length === 0 ? {} : { sandboxes };
}

function listChanges(previous: Baseline | undefined, next: Baseline): BaselineChanges {
  const kept: BaselineKey[] = [];
  const replaced: BaselineChanges["replaced"][number][] = [];
  const removed: BaselineKey[] = [];
  for (const [scenarioKey, agents] of Object.entries(previous?.results ?? {}))
    for (const [agentName, before] of Object.entries(agents)) {
      const now = getOwn(getOwn(next.results, scenarioKey), agentName);
      const key = { scenarioKey, agentName };
      if (now === undefined) removed.push(key);
      else if (now === before) kept.push(key);
      else replaced.push({ ...key, trialsBefore: before.trials?.length ?? 1, trials: now.trials?.length ?? 1 });
    }
  return { kept, replaced, removed };
}

/** Ids of the reports that the entries came from, newest first. */
export function listBaselineReports({ results, fromReportId }: Baseline): string[] {
  const entries = Object.values(results).flatMap((agents) => Object.values(agents));
  const newestFirst = entries.toSorted((a, b) => (a.timestamp > b.timestamp ? -1 : 1));
  return [...new Set([fromReportId, ...newestFirst.map((entry) => entry.fromReportId)])];
}

type ByResult<T> = Map<string, Map<string, T>>;

function toMaps<T>(record: Readonly<Record<string, Readonly<Record<string, T>>>> = {}): ByResult<T> {
  return new Map(Object.entries(record).map(([key, agents]) => [key, new Map(Object.entries(agents))]));
}

function fromMaps<T>(map: ByResult<T>): Record<string, Record<string, T>> {
  return Object.fromEntries([...map].map(([key, agents]) => [key, Object.fromEntries(agents)]));
}

function toBaselineEntry(result: PairResult, report: Report): BaselineEntry | null {
  const { axisScore, costUsd: _cost, ...means } = result.means;
  if (axisScore === null) return null;
  return {
    axisScore,
    ...means,
    fromReportId: report.reportId,
    timestamp: report.timestamp,
    ...(result.score === undefined ? {} : { formula: result.score.formula }),
    trials: listTrials(result),
  };
}

function describeLeftOut(result: PairResult): string {
  if (result.failed) return `failed: ${result.error ?? result.outcome.status}`;
  return result.score?.reason ?? "it was not scored";
}
