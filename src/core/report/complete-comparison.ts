/** Completes a comparison of an older version when it is read: the four words and what they rest on. */
import { defaultWeights, type Weights } from "../score/weights.ts";
import { decideChange, decideComparison, listObjections, readCauseWord } from "./change-verdict.ts";
import type { Comparison, ComparisonEntry, StoredComparison } from "./comparison.ts";
import { listDimensionCauses } from "./dimension-causes.ts";
import type { PairResult } from "./pair-result.ts";
import { toPassed } from "./run-status.ts";
import { defaultPassMark } from "./verdict.ts";

/** The report that a stored comparison belongs to. */
interface ComparedReport {
  readonly results: readonly PairResult[];
  readonly weights?: Weights | undefined;
  readonly passMark?: number | undefined;
}

/** The same comparison with every word. Nothing is written. */
export function completeComparison(comparison: StoredComparison, report: ComparedReport): Comparison {
  const entries = comparison.entries.map((entry) => completeEntry(entry, comparison, report));
  const parts = { entries, verdicts: comparison.verdicts };
  const verdict = comparison.verdict ?? decideComparison(parts, listObjections(parts));
  return { ...comparison, entries, verdict };
}

type StoredEntry = StoredComparison["entries"][number];

function completeEntry(
  entry: StoredEntry,
  { verdicts, tolerance }: StoredComparison,
  { results, weights = defaultWeights, passMark = defaultPassMark }: ComparedReport,
): ComparisonEntry {
  const { scenarioKey, agentName, kind, delta, categories } = entry;
  const result = results.find((each) => each.scenarioKey === scenarioKey && each.agentName === agentName);
  const goal = categories.goalAchievement.baseline;
  const passedBefore = entry.passedBefore ?? (goal === null ? null : goal >= passMark);
  const passedNow = entry.passedNow ?? (result === undefined ? null : toPassed(result.status));
  const agent = verdicts.find((verdict) => verdict.agentName === agentName);
  const isTested = agent !== undefined && agent.rule !== "tolerance";
  const tested = isTested ? readCauseWord(agent.causes.find((cause) => cause.scenarioKey === scenarioKey)) : null;
  const facts = { delta, passedBefore, passedNow, tested, tolerance: isTested ? null : tolerance };
  const isOnOneSide = kind === "new" || kind === "gone";
  return {
    ...entry,
    verdict: entry.verdict !== undefined ? entry.verdict : isOnOneSide ? null : decideChange(facts),
    passedBefore,
    passedNow,
    causes: entry.causes ?? (delta === null ? [] : listDimensionCauses(categories, weights)),
  };
}
