/** Finds the interactions a run did not need: duplicates, unused reads, retries, repeated thinking. */
import type { Necessity } from "../../core/question.ts";
import type { StepFacts, RuleSignal } from "./agent-signals.ts";
import { toInputKey } from "./call-input.ts";
import { fingerprint } from "./fingerprint.ts";
import { ReusableWordSet } from "./reusable-word-set.ts";

/** Why an interaction was unnecessary; `of` is the id of the earlier interaction it repeats. */
export interface AvoidableReason {
  readonly kind: "duplicate" | "unused read" | "retry" | "repeated thought";
  readonly of?: number;
}

/** A read below this Relevance was of no use. */
const unusedBelow = 0.4;

const unusedRead: AvoidableReason = { kind: "unused read" };

/** Decides for each interaction of a run why it was unnecessary. Call it in order. */
export class AvoidableSteps {
  readonly #duplicates = new Duplicates();
  readonly #retries = new Retries();

  /** Null if the interaction was necessary. */
  check(facts: StepFacts, relevance: RuleSignal): AvoidableReason | null {
    const { step, repeats } = facts;
    if (step.kind === "thinking") return repeats === null ? null : { kind: "repeated thought", of: repeats };
    if (step.kind === "error") return null;
    const original = this.#duplicates.check(facts);
    const failure = this.#retries.check(facts);
    if (original !== null) return { kind: "duplicate", of: original };
    // The agent's own housekeeping is not waste unless it is repeated.
    if (step.categories.includes("agent")) return null;
    if (step.callClass === "read" && relevance.value < unusedBelow) return unusedRead;
    return failure === null ? null : { kind: "retry", of: failure };
  }
}

/** Describes the reason. */
export function describeReason({ kind, of }: AvoidableReason): string {
  return of === undefined ? kind : `${kind} of #${of}`;
}

/** The necessity of a whole run, which has at least one interaction. */
export function computeNecessity(
  findings: ReadonlyMap<number, { readonly avoidable: AvoidableReason | null }>,
): Necessity {
  const unnecessaryIds: number[] = [];
  const counts = new Map<string, number>();
  for (const [id, { avoidable }] of findings) {
    if (avoidable === null) continue;
    unnecessaryIds.push(id);
    counts.set(avoidable.kind, (counts.get(avoidable.kind) ?? 0) + 1);
  }
  const detail = Array.from(counts, ([kind, count]) => `${kind} ${count}`).toSorted();
  const rationale = `${unnecessaryIds.length} of ${findings.size} steps were unnecessary`;
  return {
    rationale: detail.length === 0 ? rationale : `${rationale}: ${detail.join(", ")}`,
    unnecessaryIds,
    score: 1 - unnecessaryIds.length / findings.size,
  };
}

/** Remembers the last successful call of each kind, and how often the workspace may have changed since. */
class Duplicates {
  readonly #worked = new Map<string, { id: number; changes: number }>();
  #changes = 0;

  /** The earlier call that this one repeats, or null. Call it in order. */
  check({ step, failed }: StepFacts): number | null {
    const key = step.input === undefined ? null : fingerprint(`${step.tool}\0${toInputKey(step.input)}`);
    const earlier = key === null ? undefined : this.#worked.get(key);
    const original = earlier?.changes === this.#changes ? earlier.id : null;
    if (step.callClass !== "read") this.#changes++;
    if (key !== null && !failed) this.#worked.set(key, { id: step.id, changes: this.#changes });
    // A repeated opaque call does not count as a change for itself, so it stays a duplicate. A write always counts.
    else if (earlier !== undefined && step.callClass === "opaque") earlier.changes++;
    return original;
  }
}

/**
 * A failed call is compared with this many earlier failures of its tool, the latest first. This keeps the work linear
 * in a run that only fails; with fewer failures, all of them are compared.
 */
const comparedFailures = 128;
/** How many in five words of the earlier input must occur again. */
const minWordsInFive = 4;

class Retries {
  readonly #failures = new Map<string, StepFacts[]>();
  readonly #words = new ReusableWordSet();

  /** The earlier failure that this call retries, or null. Call it in order. */
  check(facts: StepFacts): number | null {
    if (!facts.failed || facts.step.input === undefined) return null;
    const failures = this.#failures.get(facts.step.tool) ?? [];
    this.#words.fill(facts.inputWords);
    const earlier = failures.findLast((failure) => isRetry(failure, facts, this.#words));
    failures.push(facts);
    if (failures.length > comparedFailures) failures.shift();
    this.#failures.set(facts.step.tool, failures);
    return earlier?.step.id ?? null;
  }
}

function isRetry(earlier: StepFacts, later: StepFacts, laterWords: ReusableWordSet): boolean {
  const total = earlier.inputWords.length;
  if (total === 0) return toInputKey(earlier.step.input ?? null) === toInputKey(later.step.input ?? null);
  let missing = 0;
  for (const word of earlier.inputWords) {
    if (laterWords.has(word)) continue;
    missing++;
    if (5 * (total - missing) < minWordsInFive * total) return false;
  }
  return true;
}
