/** Which causes of lost points the runs of two reports met: matched by id, counted in runs. */
import type { Fix } from "../core/report/fix.ts";
import type { PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { fisherExact } from "../statistics/two-groups/exact-tests.ts";
import { formatP } from "./text/format-verdict.ts";
import { isCounted } from "../core/report/run-status.ts";
import { listRunStatuses } from "./text/status-counts.ts";

/** How many runs met it. */
interface RunCounts {
  readonly before: number;
  readonly after: number;
}

export interface ComparedCause extends RunCounts {
  readonly id: string;
  readonly title: string;
  /** What to change, where that is code: an address, a command, a tool. Part of the title. */
  readonly target: string | null;
  /** In the order of `agents`. */
  readonly byAgent: readonly RunCounts[];
  /** Fisher's exact test, two-sided. */
  readonly p: number;
  /** `more, p < 0.001`, `may be chance`, or `no change`. */
  readonly change: string;
  readonly tone: "bad" | "good" | "dim";
}

export interface ComparedCauses {
  /** Counted runs of the results that both reports have. */
  readonly runs: RunCounts;
  readonly agents: readonly string[];
  /** The clearest change first. */
  readonly causes: readonly ComparedCause[];
  /** Why causes cannot be compared: a sentence. Null if they can. */
  readonly missing: string | null;
}

/** A change that chance explains less often than this has a color. */
const alpha = 0.05;

/** Only results that both reports have are compared. Null for a side is a baseline. Agents come in the order given first. */
export function compareCauses(
  before: Report | null,
  after: Report | null,
  order: readonly string[] = [],
): ComparedCauses {
  const missing = explainMissing(before, after);
  const nothing = { runs: { before: 0, after: 0 }, agents: [], causes: [] };
  if (before === null || after === null || missing !== null) return { ...nothing, missing };
  const [olds, news] = [readSide(before, after), readSide(after, before)];
  const runs = { before: olds.runs, after: news.runs };
  if (olds.runs === 0 || news.runs === 0)
    return { ...nothing, runs, missing: "The two reports have no counted runs of the same results." };
  const ids = [...new Set([...news.fixes.keys(), ...olds.fixes.keys()])];
  const known = new Set([...news.agents, ...olds.agents]);
  const agents = [...new Set([...order.filter((name) => known.has(name)), ...known])];
  const causes = ids.flatMap((id) => {
    const fix = news.fixes.get(id) ?? olds.fixes.get(id);
    const met = { before: olds.countByAgent(id), after: news.countByAgent(id) };
    return fix === undefined ? [] : compareCause(fix, { runs, agents, met });
  });
  return { runs, agents, causes: causes.toSorted(compareByClarity(runs)), missing: null };
}

function explainMissing(before: Report | null, after: Report | null): string | null {
  if (before === null || after === null) return "A baseline holds numbers only, so causes cannot be compared.";
  const old = [before, after].filter(({ fixes }) => fixes === undefined).map(({ reportId }) => reportId);
  if (old.length === 0) return null;
  const [verb, they] = old.length === 1 ? ["does", "it was"] : ["do", "they were"];
  return `${old.join(" and ")} ${verb} not say what to fix, because ${they} written by an older version of AXIS or not scored.`;
}

interface CauseSide {
  readonly runs: number;
  readonly agents: readonly string[];
  readonly fixes: ReadonlyMap<string, Fix>;
  /** How many runs of each agent met the cause. */
  readonly countByAgent: (id: string) => ReadonlyMap<string, number>;
}

/** What one report says about the results it shares with the other. */
function readSide(report: Report, other: Report): CauseSide {
  const theirs = new Set(other.results.map(toKey));
  const shared = report.results.filter((result) => theirs.has(toKey(result)));
  const keys = new Set(shared.map(toKey));
  const agents = [...new Set(shared.map(({ agentName }) => agentName))];
  const fixes = new Map(report.fixes?.map((fix) => [fix.id, fix]));
  const unlisted = report.fixSummary?.unlisted ?? {};
  return {
    runs: shared.flatMap(listRunStatuses).filter(isCounted).length,
    agents,
    fixes,
    countByAgent: (id) => {
      const runs = (fixes.get(id)?.runs ?? []).filter((run) => keys.has(toKey(run)) && isCounted(run.status));
      const met = new Map<string, number>();
      for (const { agentName } of new Map(runs.map((run) => [run.runId, run])).values())
        met.set(agentName, (met.get(agentName) ?? 0) + 1);
      // A cause that is too rare to list was met by one run; its scenario is unknown, so it counts in any case.
      const rare = Object.hasOwn(unlisted, id) ? unlisted[id] : undefined;
      if (rare !== undefined && agents.includes(rare)) met.set(rare, 1);
      return met;
    },
  };
}

function toKey({ scenarioKey, agentName }: Pick<PairResult, "scenarioKey" | "agentName">): string {
  return JSON.stringify([scenarioKey, agentName]);
}

interface MetCause {
  readonly runs: RunCounts;
  readonly agents: readonly string[];
  readonly met: Readonly<Record<keyof RunCounts, ReadonlyMap<string, number>>>;
}

/** None if no compared run met it. */
function compareCause({ id, title, target, targetType }: Fix, { runs, agents, met }: MetCause): ComparedCause[] {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  const [before, after] = [Math.min(sum(met.before), runs.before), Math.min(sum(met.after), runs.after)];
  if (before + after === 0) return [];
  const p = fisherExact(before, runs.before, after, runs.after);
  const rise = after / runs.after - before / runs.before;
  const isClear = p < alpha;
  return [
    {
      id,
      title,
      target: targetType === "check" || targetType === "ending" || !title.includes(target) ? null : target,
      before,
      after,
      byAgent: agents.map((name) => ({ before: met.before.get(name) ?? 0, after: met.after.get(name) ?? 0 })),
      p,
      change: rise === 0 ? "no change" : isClear ? `${rise > 0 ? "more" : "fewer"}, ${formatP(p)}` : "may be chance",
      tone: !isClear ? "dim" : rise > 0 ? "bad" : "good",
    },
  ];
}

function compareByClarity(runs: RunCounts) {
  const size = ({ before, after }: ComparedCause) => Math.abs(after / runs.after - before / runs.before);
  return (a: ComparedCause, b: ComparedCause) => a.p - b.p || size(b) - size(a) || (a.id < b.id ? -1 : 1);
}
