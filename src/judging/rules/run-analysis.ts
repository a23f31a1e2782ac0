/** Everything the rules know about a run, computed once: every question is answered from it. */
import type { Evidence } from "../../core/evidence.ts";
import type { AgentAudit } from "../../core/question.ts";
import { agentRelevance, agentSuccess, agentWeight, type StepFacts, type RuleSignal } from "./agent-signals.ts";
import { toInputText } from "./call-input.ts";
import { selectColumn, type Execution, executionSuccess } from "./execution-success.ts";
import { fingerprint } from "./fingerprint.ts";
import { LaterWords } from "./later-words.ts";
import { maxReadCharacters } from "./words.ts";
import { type AvoidableReason, AvoidableSteps, describeReason } from "./necessity.ts";
import { ResultReader, type ResultUse, unusedResult } from "./result-use.ts";
import { type RuleStep, toRuleStep } from "./step.ts";
import { ReusableWordSet } from "./reusable-word-set.ts";

/** What the rules know about one interaction. It contains no text of the run; the evidence does. */
interface Finding {
  readonly execution: Execution;
  readonly audit: AgentAudit;
  /** Why the run did not need the interaction, or null. */
  readonly avoidable: AvoidableReason | null;
}

const analyses = new WeakMap<Evidence, ReadonlyMap<number, Finding>>();

/** The findings of a run by interaction id, in order; each evidence is analyzed only once. */
export function analyzeRun(evidence: Evidence): ReadonlyMap<number, Finding> {
  const known = analyses.get(evidence);
  if (known !== undefined) return known;
  const findings = computeFindings(evidence);
  analyses.set(evidence, findings);
  return findings;
}

/** What is known about a run before its steps are rated: one row of each list per step. */
interface RunWords {
  readonly steps: readonly RuleStep[];
  readonly said: readonly (readonly number[])[];
  readonly words: LaterWords;
}

function computeFindings(evidence: Evidence): Map<number, Finding> {
  const words = new LaterWords(evidence.task, evidence.transcript.length);
  words.recordFinalAnswer(words.read(evidence.finalAnswer ?? ""));
  const steps = evidence.interactions.map((interaction) => toRuleStep(interaction, evidence.transcript));
  const walk = { steps, said: steps.map((step) => recordStepWords(step, words)), words };
  return rateSteps(walk, readResults(evidence, walk));
}

/** Rates the steps one after another, so that little has to be stored for each. */
function rateSteps({ steps, said, words }: RunWords, uses: readonly (ResultUse | undefined)[]): Map<number, Finding> {
  const findings = new Map<number, Finding>();
  const thoughts = new ThoughtHistory();
  const avoidableSteps = new AvoidableSteps();
  const nextCalls = findNextCalls(steps);
  const nextWords = new ReusableWordSet();
  for (let place = 0; place < steps.length; place += 1) {
    const step = steps[place]!;
    const nextCall = nextCalls[place]!;
    if (nextCall !== nextCalls[place - 1]) nextWords.fill(said[nextCall] ?? []);
    const execution = executionSuccess(step);
    const failed = hasFailed(step, execution);
    const facts = {
      step,
      failed,
      inputWords: said[place]!,
      use: uses[place] ?? unusedResult,
      repeats: thoughts.check(step),
    };
    const relevance = agentRelevance(facts, words, nextWords);
    const avoidable = avoidableSteps.check(facts, relevance);
    const audit = buildAgentAudit(facts, relevance, avoidable);
    findings.set(audit.id, { execution, audit, avoidable });
  }
  return findings;
}

/** For each step, the position of the first call after it; -1 if there is none. */
function findNextCalls(steps: readonly RuleStep[]): Int32Array {
  const places = new Int32Array(steps.length);
  let next = -1;
  for (let place = steps.length - 1; place >= 0; place -= 1) {
    places[place] = next;
    if (steps[place]!.input !== undefined) next = place;
  }
  return places;
}

/** The words of a step itself: the input of a call, or the text of a thought or an error. */
function recordStepWords(step: RuleStep, words: LaterWords): readonly number[] {
  if (step.kind === "tool") {
    const asked = words.read(step.input === undefined ? "" : toInputText(step.input));
    words.recordSaid(asked, step.firstEntry);
    return asked;
  }
  const spoken = words.read(step.text);
  if (step.kind === "thinking") words.recordSaid(spoken, step.lastEntry);
  return spoken;
}

/** Reads the transcript once, to find the new words of each result. */
function readResults({ transcript }: Evidence, { steps, said, words }: RunWords): (ResultUse | undefined)[] {
  const speakers = new Int32Array(transcript.length).fill(-1);
  const answered = new Int32Array(transcript.length).fill(-1);
  for (let place = 0; place < steps.length; place += 1) {
    const step = steps[place]!;
    speakers[step.firstEntry] = place;
    if (hasResult(step)) answered[step.lastEntry] = place;
  }
  const uses: (ResultUse | undefined)[] = Array.from(steps, () => undefined);
  const results = new ResultReader(words);
  for (let position = 0; position < transcript.length; position += 1) {
    const entry = transcript[position]!;
    const speaker = speakers[position]!;
    const place = answered[position]!;
    if (place !== -1) uses[place] = results.read(steps[place]!);
    else if (speaker !== -1) words.recordOccurrences(said[speaker]!, position);
    else if (entry.type === "user" || entry.type === "system")
      words.recordOccurrences(words.read(entry.text), position);
  }
  return uses;
}

function hasResult(step: RuleStep): boolean {
  return step.result !== null || step.error !== null;
}

/** Whether a call scored below 0.5 in one of its categories. */
function hasFailed(step: RuleStep, execution: Execution): boolean {
  return step.kind === "tool" && step.categories.some((category) => execution[selectColumn(category)].success < 0.5);
}

/** Remembers the thoughts of the agent. */
class ThoughtHistory {
  readonly #first = new Map<string, number>();

  /** The earlier thought with the same text, ignoring spaces and case; otherwise null. */
  check(step: RuleStep): number | null {
    if (step.kind !== "thinking") return null;
    // Of a text this long, the rest is told apart by its length alone: rewriting all of it would fill memory.
    const read = step.text.length > maxReadCharacters ? step.text.slice(0, maxReadCharacters) : step.text;
    const key = `${fingerprint(collapseBlanks(read.toLowerCase()))} ${step.text.length - read.length}`;
    const earlier = this.#first.get(key);
    if (earlier === undefined) this.#first.set(key, step.id);
    return earlier ?? null;
  }
}

/** Any white space but single spaces: few thoughts contain it, and testing is cheaper than replacing. */
const oddBlanks = /[^\S ]| {2}/;

function collapseBlanks(text: string): string {
  return (oddBlanks.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

function buildAgentAudit(facts: StepFacts, relevance: RuleSignal, avoidable: AvoidableReason | null): AgentAudit {
  const success = agentSuccess(facts);
  const weight = agentWeight(facts);
  const reasons = [avoidable === null ? "" : describeReason(avoidable), success.why, weight.why, relevance.why];
  let rationale = "";
  for (const reason of reasons) if (reason !== "") rationale += rationale === "" ? reason : `; ${reason}`;
  return {
    id: facts.step.id,
    rationale: rationale || "nothing against it",
    success: success.value,
    weight: weight.value,
    contextRelevance: relevance.value,
  };
}
