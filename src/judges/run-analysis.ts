/** Everything the rules know about a run, computed once: every question is answered from it. */
import type { Evidence } from "../core/evidence.ts";
import type { AgentAudit } from "../core/question.ts";
import { agentRelevance, agentSuccess, agentWeight, type Facts, type Signal } from "./agent-signals.ts";
import { inputText } from "./call-input.ts";
import { columnOf, type Execution, executionSuccess } from "./execution-success.ts";
import { fingerprint } from "./fingerprint.ts";
import { LaterWords } from "./later-words.ts";
import { type Avoidable, AvoidableSteps, wordsFor } from "./necessity.ts";
import { ResultReader, type ResultUse, unused } from "./result-use.ts";
import { type Step, stepOf } from "./step.ts";
import { WordMarks } from "./word-marks.ts";

/** What the rules know about one interaction. It contains no text of the run; the evidence does. */
export interface Finding {
  readonly execution: Execution;
  readonly audit: AgentAudit;
  /** Why the run did not need the interaction, or null. */
  readonly avoidable: Avoidable | null;
}

const analyses = new WeakMap<Evidence, ReadonlyMap<number, Finding>>();

/** The findings of a run by interaction id, in order; each evidence is analyzed only once. */
export function analysisOf(evidence: Evidence): ReadonlyMap<number, Finding> {
  const known = analyses.get(evidence);
  if (known !== undefined) return known;
  const findings = analyse(evidence);
  analyses.set(evidence, findings);
  return findings;
}

/** What is known about a run before its steps are rated: one row of each list per step. */
interface Walk {
  readonly steps: readonly Step[];
  readonly said: readonly (readonly number[])[];
  readonly words: LaterWords;
}

function analyse(evidence: Evidence): Map<number, Finding> {
  const words = new LaterWords(evidence.task, evidence.transcript.length);
  words.conclude(words.read(evidence.finalAnswer ?? ""));
  const steps = evidence.interactions.map((interaction) => stepOf(interaction, evidence.transcript));
  const walk = { steps, said: steps.map((step) => saidIn(step, words)), words };
  return findingsOf(walk, readInOrder(evidence, walk));
}

/** Rates the steps one after another, so that little has to be stored for each. */
function findingsOf({ steps, said, words }: Walk, uses: readonly (ResultUse | undefined)[]): Map<number, Finding> {
  const findings = new Map<number, Finding>();
  const thoughts = new Thoughts();
  const avoidableSteps = new AvoidableSteps();
  const nextCalls = nextCallsOf(steps);
  const nextWords = new WordMarks();
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
      use: uses[place] ?? unused,
      repeats: thoughts.check(step),
    };
    const relevance = agentRelevance(facts, words, nextWords);
    const avoidable = avoidableSteps.check(facts, relevance);
    const audit = auditOf(facts, relevance, avoidable);
    findings.set(audit.id, { execution, audit, avoidable });
  }
  return findings;
}

/** For each step, the position of the first call after it; -1 if there is none. */
function nextCallsOf(steps: readonly Step[]): Int32Array {
  const places = new Int32Array(steps.length);
  let next = -1;
  for (let place = steps.length - 1; place >= 0; place -= 1) {
    places[place] = next;
    if (steps[place]!.input !== undefined) next = place;
  }
  return places;
}

/** The words of a step itself: the input of a call, or the text of a thought or an error. */
function saidIn(step: Step, words: LaterWords): readonly number[] {
  if (step.kind === "tool") {
    const asked = words.read(step.input === undefined ? "" : inputText(step.input));
    words.say(asked, step.firstEntry);
    return asked;
  }
  const spoken = words.read(step.text);
  if (step.kind === "thinking") words.say(spoken, step.lastEntry);
  return spoken;
}

/** Reads the transcript once, to find the new words of each result. */
function readInOrder({ transcript }: Evidence, { steps, said, words }: Walk): (ResultUse | undefined)[] {
  const speakers = new Int32Array(transcript.length).fill(-1);
  const answered = new Int32Array(transcript.length).fill(-1);
  for (let place = 0; place < steps.length; place += 1) {
    const step = steps[place]!;
    speakers[step.firstEntry] = place;
    if (isAnswered(step)) answered[step.lastEntry] = place;
  }
  const uses: (ResultUse | undefined)[] = Array.from(steps, () => undefined);
  const results = new ResultReader(words);
  for (let position = 0; position < transcript.length; position += 1) {
    const entry = transcript[position]!;
    const speaker = speakers[position]!;
    const place = answered[position]!;
    if (place !== -1) uses[place] = results.read(steps[place]!);
    else if (speaker !== -1) words.meet(said[speaker]!, position);
    else if (entry.type === "user" || entry.type === "system") words.meet(words.read(entry.text), position);
  }
  return uses;
}

function isAnswered(step: Step): boolean {
  return step.result !== null || step.error !== null;
}

/** Whether a call scored below 0.5 in one of its categories. */
function hasFailed(step: Step, execution: Execution): boolean {
  return step.kind === "tool" && step.categories.some((category) => execution[columnOf(category)].success < 0.5);
}

/** Remembers the thoughts of the agent. */
class Thoughts {
  readonly #first = new Map<string, number>();

  /** The earlier thought with the same text, ignoring spaces and case; otherwise null. */
  check(step: Step): number | null {
    if (step.kind !== "thinking") return null;
    const key = fingerprint(collapsed(step.text.toLowerCase()));
    const earlier = this.#first.get(key);
    if (earlier === undefined) this.#first.set(key, step.id);
    return earlier ?? null;
  }
}

/** Any white space but single spaces: few thoughts contain it, and testing is cheaper than replacing. */
const oddBlanks = /[^\S ]| {2}/;

function collapsed(text: string): string {
  return (oddBlanks.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

function auditOf(facts: Facts, relevance: Signal, avoidable: Avoidable | null): AgentAudit {
  const success = agentSuccess(facts);
  const weight = agentWeight(facts);
  const reasons = [avoidable === null ? "" : wordsFor(avoidable), success.why, weight.why, relevance.why];
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
