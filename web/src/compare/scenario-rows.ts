/** What each scenario's results did, by agent and metric: the values, the change in words, and its color. */
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import type { Report } from "../../../src/core/report.ts";
import type { DimensionId } from "../../../src/core/score/category.ts";
import type { ComparedAgent } from "../../../src/report/comparison-view.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { listRunStatuses } from "../../../src/report/text/status-counts.ts";
import { findEntryTone } from "../../../src/report/text/worst-first.ts";

export type Metric = "axisScore" | "passed" | DimensionId;

/** `bad` is proven; `warn` is beyond the margin, and not proven. */
type MoveTone = "bad" | "warn" | "good" | "dim";

export interface Move {
  readonly entry: ComparisonEntry;
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
  readonly text: string;
  readonly tone: MoveTone;
}

export interface ScenarioRow {
  readonly scenarioKey: string;
  /** In the order of the agents; null if the agent does not have the scenario. */
  readonly moves: readonly (Move | null)[];
}

interface RowsRequest {
  readonly comparison: Pick<Comparison, "entries" | "tolerance">;
  readonly agents: readonly Pick<ComparedAgent, "name" | "margin" | "isPassRate">[];
  readonly metric: Metric;
  /** "name", or the agent whose worst change comes first. */
  readonly sort: string;
  readonly reports: readonly (Pick<Report, "results"> | null | undefined)[];
}

export function listScenarioRows({ comparison, agents, metric, sort, reports }: RowsRequest): ScenarioRow[] {
  const { entries, tolerance } = comparison;
  const keys = [...new Set(entries.map(({ scenarioKey }) => scenarioKey))];
  const rows = keys.map((scenarioKey) => ({
    scenarioKey,
    moves: agents.map(({ name, margin, isPassRate }): Move | null => {
      const entry = entries.find((each) => each.scenarioKey === scenarioKey && each.agentName === name);
      if (entry === undefined) return null;
      if (metric === "passed") return movePasses(entry, reports);
      // With pass rates the margin is one of rates.
      return movePoints(entry, metric, isPassRate ? tolerance : margin);
    }),
  }));
  const at = agents.findIndex(({ name }) => name === sort);
  const worst = ({ moves }: ScenarioRow) => moves[at]?.change ?? Infinity;
  const byName = (a: ScenarioRow, b: ScenarioRow) => (a.scenarioKey < b.scenarioKey ? -1 : 1);
  return rows.toSorted((a, b) => {
    const [one, other] = at === -1 ? [0, 0] : [worst(a), worst(b)];
    return one === other ? byName(a, b) : one - other;
  });
}

function movePoints(entry: ComparisonEntry, metric: Exclude<Metric, "passed">, margin: number): Move {
  const change = metric === "axisScore" ? entry : entry.categories[metric];
  const { baseline: before, current: after, delta } = change;
  const isProven = metric === "axisScore" && entry.verdict !== null;
  const tone = (isProven && findProvenTone(entry)) || findSizeTone(delta, margin);
  return { entry, before, after, change: delta, text: describePoints(entry, change, metric), tone };
}

function findProvenTone(entry: ComparisonEntry): MoveTone | null {
  const tone = findEntryTone(entry);
  return tone === "bad" || tone === "good" ? tone : null;
}

function findSizeTone(change: number | null, margin: number): MoveTone {
  if (change === null || Math.abs(change) <= margin) return "dim";
  return change < 0 ? "warn" : "good";
}

/** The change, or both values if one of them does not exist. */
function describePoints(
  { kind, verdict }: ComparisonEntry,
  {
    baseline,
    current,
    delta,
  }: { readonly baseline: number | null; readonly current: number | null; readonly delta: number | null },
  metric: Metric,
): string {
  if (delta !== null) return formatWholeChange(delta);
  if (baseline === null && current === null) return noNumber;
  const none = metric === "axisScore" ? noNumber : "n/a";
  const side = (value: number | null) => (value === null ? none : String(Math.round(value)));
  const word = verdict === null && (kind === "new" || kind === "gone") ? `${kind}: ` : "";
  return `${word}${side(baseline)} → ${side(current)}`;
}

/** Whole points, with a sign. */
export function formatWholeChange(change: number): string {
  const size = Math.round(Math.abs(change));
  return size === 0 ? "0" : `${change < 0 ? "−" : "+"}${size}`;
}

/** The share of counted trials that passed; of a baseline only whether the result passed is known. */
function movePasses(entry: ComparisonEntry, [old, now]: RowsRequest["reports"]): Move {
  const before = countPasses(entry, old, entry.passedBefore);
  const after = countPasses(entry, now, entry.passedNow);
  return {
    entry,
    before: before.share,
    after: after.share,
    change: before.share === null || after.share === null ? null : after.share - before.share,
    text: `${before.text} → ${after.text}`,
    tone: findPassTone(entry),
  };
}

function findPassTone({ passedBefore, passedNow, verdict }: ComparisonEntry): MoveTone {
  if (passedBefore === null || passedNow === null || passedBefore === passedNow) return "dim";
  if (passedNow) return "good";
  return verdict === "REGRESSED" ? "bad" : "warn";
}

function countPasses(
  { scenarioKey, agentName }: ComparisonEntry,
  report: Pick<Report, "results"> | null | undefined,
  passed: boolean | null,
): { readonly share: number | null; readonly text: string } {
  const result = report?.results.find((each) => each.scenarioKey === scenarioKey && each.agentName === agentName);
  const all = result === undefined ? [] : listRunStatuses(result);
  const statuses = all.filter((status) => status === "passed" || status === "failed");
  if (statuses.length > 0) {
    const count = statuses.filter((status) => status === "passed").length;
    return { share: (count / statuses.length) * 100, text: `${count}/${statuses.length}` };
  }
  if (passed === null) return { share: null, text: noNumber };
  return { share: passed ? 100 : 0, text: passed ? "passed" : "failed" };
}
