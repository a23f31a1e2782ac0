/** Completes a comparison of an older version when it is read: the four words and what they rest on. */
import { defaultWeights, type Weights } from "../score/weights.ts";
import { decideChange, decideComparison, listObjections, readCauseWord } from "./change-verdict.ts";
import type { Comparison, ComparisonEntry, StoredComparison } from "./comparison.ts";
import { listDimensionCauses } from "./dimension-causes.ts";
import type { PairResult } from "./pair-result.ts";
import { toPassed } from "./run-status.ts";
import { type AgentVerdict, defaultPassMark } from "./verdict.ts";

/** The report that a stored comparison belongs to. */
interface ComparedReport {
  readonly results: readonly PairResult[];
  readonly weights?: Weights | undefined;
  readonly passMark?: number | undefined;
}

/** The same comparison with every word. Nothing is written. */
export function completeComparison(comparison: StoredComparison, report: ComparedReport): Comparison {
  const verdicts = comparison.verdicts?.map(completeAgent) ?? [];
  const { tolerance } = comparison;
  const entries = comparison.entries.map((entry) => completeEntry(entry, { verdicts, tolerance }, report));
  const verdict = comparison.verdict ?? decideComparison({ entries, verdicts }, listObjections({ entries, verdicts }));
  return { ...comparison, entries, verdicts, verdict };
}

/** What later versions added to agents and to their scenarios. */
function completeAgent(agent: NonNullable<StoredComparison["verdicts"]>[number]): AgentVerdict {
  const causes = agent.causes.map((cause) => ({ verdict: null, improved: false, lower: null, upper: null, ...cause }));
  return { dimensions: [], resources: [], ...agent, causes };
}

type StoredEntry = StoredComparison["entries"][number];
type DecidedParts = Pick<Comparison, "verdicts" | "tolerance">;

function completeEntry(entry: StoredEntry, comparison: DecidedParts, report: ComparedReport): ComparisonEntry {
  const { kind, delta, categories } = entry;
  const passes = readPasses(entry, report);
  const isOnOneSide = kind === "new" || kind === "gone";
  return {
    ...entry,
    ...passes,
    verdict: entry.verdict ?? (isOnOneSide ? null : decideChange({ delta, ...passes, ...readTest(entry, comparison) })),
    causes: entry.causes ?? (delta === null ? [] : listDimensionCauses(categories, report.weights ?? defaultWeights)),
  };
}

/** An old comparison does not say whether the baseline's result passed; its goal does. */
function readPasses(
  { scenarioKey, agentName, categories, ...stored }: StoredEntry,
  { results, passMark = defaultPassMark }: ComparedReport,
) {
  const result = results.find((each) => each.scenarioKey === scenarioKey && each.agentName === agentName);
  const goal = categories.goalAchievement.baseline;
  return {
    passedBefore: stored.passedBefore ?? (goal === null ? null : goal >= passMark),
    passedNow: stored.passedNow ?? (result === undefined ? null : toPassed(result.status)),
  };
}

function readTest({ scenarioKey, agentName }: StoredEntry, { verdicts, tolerance }: DecidedParts) {
  const agent = verdicts.find((verdict) => verdict.agentName === agentName);
  if (agent === undefined || agent.rule === "tolerance") return { tested: null, tolerance };
  return { tested: readCauseWord(agent.causes.find((cause) => cause.scenarioKey === scenarioKey)), tolerance: null };
}
