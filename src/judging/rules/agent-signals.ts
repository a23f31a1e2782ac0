/** Rates Success, Weight and Relevance of one interaction as a decision of the agent. */
import { formatCount } from "../../core/format-count.ts";
import type { LaterWords } from "./later-words.ts";
import type { ResultUse } from "./result-use.ts";
import type { RuleStep } from "./step.ts";
import type { ReusableWordSet } from "./reusable-word-set.ts";
import { maxReadCharacters } from "./words.ts";

/** A number from 0 to 1 with its evidence; `why` is empty if there is nothing to explain. */
export interface RuleSignal {
  readonly value: number;
  readonly why: string;
}

/** The facts about a step that its ratings are based on. */
export interface StepFacts {
  readonly step: RuleStep;
  readonly failed: boolean;
  /** The distinct words of its input, or of the thought. */
  readonly inputWords: readonly number[];
  readonly use: ResultUse;
  /** For thinking: the id of the earlier thought it repeats. */
  readonly repeats: number | null;
}

const fullSignal: RuleSignal = { value: 1, why: "" };

const refusalPattern =
  /unknown tool|no such tool|invalid input|invalid arguments|invalid parameters|InputValidationError/i;

/** Whether the step did what it was for: a call got its result, a thought was new. */
export function agentSuccess({ step, failed, repeats }: StepFacts): RuleSignal {
  if (step.kind === "error") return { value: 0, why: "an error" };
  if (step.kind === "thinking") return repeats === null ? fullSignal : { value: 0.5, why: "" };
  if (step.result === null) return { value: 0, why: "no result" };
  const isRefused = failed && refusalPattern.test(step.text.slice(0, maxReadCharacters));
  return isRefused ? { value: 0, why: "refused by the tool" } : fullSignal;
}

/** Results up to this size are never too large. */
const smallResult = 2_048;
/** Thinking up to this size is never too long. */
const shortThought = 4_000;
const leastWeight = 0.3;
/** Using a quarter of a result is as good as using all of it. */
const enoughUsed = 0.25;

/** Whether the size of a call's result matters. */
function isSizeRelevant({ textBytes, callClass }: RuleStep): boolean {
  return textBytes > smallResult && callClass !== "write";
}

/** Whether the step requested about as much as it needed. */
export function agentWeight({ step, use }: StepFacts): RuleSignal {
  if (step.kind === "error") return fullSignal;
  if (step.kind === "thinking") {
    const value = Math.min(1, Math.max(leastWeight, shortThought / step.textBytes));
    return value === 1 ? fullSignal : { value, why: value < 1 ? `${step.textBytes} bytes of text` : "" };
  }
  if (!isSizeRelevant(step)) return fullSignal;
  const value = leastWeight + (1 - leastWeight) * Math.min(1, use.usedShare / enoughUsed);
  return { value, why: `${Math.floor(use.usedShare * 100)}% of ${step.textBytes} bytes used later` };
}

/** Whether the step served the task, as far as its words show. */
export function agentRelevance(facts: StepFacts, words: LaterWords, nextCall: ReusableWordSet): RuleSignal {
  const { step, use, inputWords } = facts;
  if (step.kind === "error") return { value: 0.2, why: "" };
  if (use.newWordsUsed >= Math.min(2, use.newWords) && use.newWords > 0)
    return { value: 1, why: `${formatCount(use.newWordsUsed, "new word")} used later` };
  if (step.callClass === "write" && isTargetKnown(step, words)) return { value: 1, why: "target in the task or later" };
  if (inputWords.length === 0) return { value: 0.8, why: "no words to compare" };
  let found = 0;
  for (const word of inputWords)
    if (words.isInTask(word) || words.isInFinalAnswer(word) || nextCall.has(word)) found += 1;
  return {
    value: 0.2 + 0.6 * (found / inputWords.length),
    why: `${found} of ${inputWords.length} words in task, answer or next call`,
  };
}

function isTargetKnown(step: RuleStep, words: LaterWords): boolean {
  return words.read(step.target).some((word) => words.isInTask(word) || words.isLater(word, step.lastEntry));
}
