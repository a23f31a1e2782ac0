/** Decides the word for a change: of a result, of an agent, and of a whole comparison. */
import type { ChangeVerdict, Comparison, ComparisonEntry } from "./comparison.ts";
import type { AgentVerdict, Cause } from "./verdict.ts";

interface ChangeFacts {
  readonly delta: number | null;
  readonly passedBefore: boolean | null;
  readonly passedNow: boolean | null;
  /** The word by a test of the trials; null if a side has fewer than two. */
  readonly tested: ChangeVerdict | null;
  /** The points that a single trial may move; null if single trials decide nothing. */
  readonly tolerance: number | null;
}

/** The word for a result that both sides have. A test of its trials decides, else the pass, else the tolerance. */
export function decideChange({ delta, passedBefore, passedNow, tested, tolerance }: ChangeFacts): ChangeVerdict {
  if (tested !== null) return tested;
  if (passedBefore !== null && passedNow !== null && passedBefore !== passedNow)
    return passedNow ? "IMPROVED" : "REGRESSED";
  if (delta === 0) return "NO CHANGE";
  if (delta === null || tolerance === null || Math.abs(delta) <= tolerance) return "NOT ENOUGH DATA";
  return delta < 0 ? "REGRESSED" : "IMPROVED";
}

/** The word by a statistical test. */
export function readTestWord({ verdict, improved }: Pick<AgentVerdict, "verdict" | "improved">): ChangeVerdict {
  if (improved) return "IMPROVED";
  return ({ regressed: "REGRESSED", "no-change": "NO CHANGE", "not-enough-data": "NOT ENOUGH DATA" } as const)[verdict];
}

/** The word for an agent: by the tolerance if that is its rule, else by the test. */
export function readAgentWord(verdict: AgentVerdict): ChangeVerdict {
  const { byTolerance } = verdict;
  if (byTolerance === null) return readTestWord(verdict);
  if (byTolerance === "improved") return "IMPROVED";
  return readTestWord({ verdict: byTolerance, improved: false });
}

/** The word by the trials of one scenario; null with fewer than two trials on a side. */
export function readCauseWord(cause: Cause | undefined): ChangeVerdict | null {
  return cause === undefined || cause.verdict === null
    ? null
    : readTestWord({ verdict: cause.verdict, improved: cause.improved });
}

/** What speaks against a comparison; all of it is empty if the comparison is ok. */
interface ComparisonObjections {
  /** Agents that regressed. */
  readonly agents: readonly AgentVerdict[];
  /** Results that regressed. */
  readonly results: readonly ComparisonEntry[];
  /** Results that passed and now fail, although their trials do not prove a regression. */
  readonly failing: readonly ComparisonEntry[];
  readonly gone: readonly ComparisonEntry[];
  /** Agents for which the rule requires a proof that is missing. */
  readonly unproven: readonly AgentVerdict[];
  /** Agents with more runs without a number than allowed. */
  readonly sparse: readonly AgentVerdict[];
  /** Results that have no counted run any more. */
  readonly lost: readonly ComparisonEntry[];
}

type ComparedParts = Pick<Comparison, "entries" | "verdicts">;

/** A result that is gone counts if it passed; with `strict`, in any case. */
export function listObjections(
  { entries, verdicts }: ComparedParts,
  { strict = false }: { readonly strict?: boolean | undefined } = {},
): ComparisonObjections {
  const agents = verdicts.filter((verdict) => readAgentWord(verdict) === "REGRESSED");
  const open = verdicts.filter((verdict) => !verdict.ok && !agents.includes(verdict));
  const isUnproven = ({ rule, verdict }: AgentVerdict) => rule === "non-inferior" && verdict !== "no-change";
  return {
    agents,
    results: entries.filter(({ verdict }) => verdict === "REGRESSED"),
    failing: entries.filter(
      ({ verdict, passedBefore, passedNow }) => verdict !== "REGRESSED" && passedBefore === true && passedNow === false,
    ),
    gone: entries.filter(({ kind, passedBefore }) => kind === "gone" && (strict || passedBefore === true)),
    unproven: open.filter(isUnproven),
    sparse: open.filter((verdict) => !isUnproven(verdict)),
    lost: entries.filter(({ kind, passedNow }) => (kind === "failed" || kind === "unscored") && passedNow === null),
  };
}

/** The word for the whole comparison. It claims no more than the data shows of every agent. */
export function decideComparison({ verdicts }: ComparedParts, objections: ComparisonObjections): ChangeVerdict {
  const { agents, results, failing, gone, unproven, sparse, lost } = objections;
  if ([agents, results, gone].some((list) => list.length > 0)) return "REGRESSED";
  const words = verdicts.map(readAgentWord);
  const isOpen = [failing, unproven, sparse, lost].some((list) => list.length > 0);
  if (isOpen || words.length === 0 || words.includes("NOT ENOUGH DATA")) return "NOT ENOUGH DATA";
  return words.includes("IMPROVED") ? "IMPROVED" : "NO CHANGE";
}
