/** Everything the rules say about a run, worked out once: every question is answered from it. */
import type { Evidence } from "../core/evidence.ts";
import type { AgentAudit } from "../core/question.ts";
import { agentRelevance, agentSuccess, agentWeight, type Facts, type Signal } from "./agent-signals.ts";
import { columnOf, type Execution, executionSuccess } from "./execution-success.ts";
import { fingerprint } from "./fingerprint.ts";
import { LaterWords } from "./later-words.ts";
import { type Avoidable, avoidableSteps, wordsFor } from "./necessity.ts";
import { type ResultUse, resultUse, unused } from "./result-use.ts";
import { type Step, stepOf } from "./step.ts";

/** What the rules say about one interaction. It holds no text of the run: the evidence does. */
export interface Finding {
  readonly execution: Execution;
  readonly audit: AgentAudit;
  /** Why the run could have done without it, or null. */
  readonly avoidable: Avoidable | null;
}

const analyses = new WeakMap<Evidence, ReadonlyMap<number, Finding>>();

/** The findings of a run by interaction id, in order; the same evidence is analysed once. */
export function analysisOf(evidence: Evidence): ReadonlyMap<number, Finding> {
  const known = analyses.get(evidence);
  if (known !== undefined) return known;
  const findings = new Map(analyse(evidence).map((finding) => [finding.audit.id, finding]));
  analyses.set(evidence, findings);
  return findings;
}

function analyse(evidence: Evidence): Finding[] {
  const steps = evidence.interactions.map((interaction) => stepOf(interaction, evidence.transcript));
  const words = new LaterWords(evidence.task, evidence.transcript.length);
  words.conclude(words.read(evidence.finalAnswer ?? ""));
  const said = steps.map((step) => saidIn(step, words));
  const uses = readInOrder(evidence, { steps, said, words });
  const repeats = repeatedThinking(steps);
  const executions = steps.map(executionSuccess);
  const run = steps.map((step, place) => ({
    step,
    failed: hasFailed(step, executions[place]!),
    inputWords: said[place]!,
    use: uses[place] ?? unused,
    repeats: repeats[place]!,
  }));
  const relevances = relevancesOf(run, words);
  const reasons = avoidableSteps(run, relevances);
  return run.map((facts, place) => {
    const avoidable = reasons[place]!;
    return { execution: executions[place]!, avoidable, audit: auditOf(facts, relevances[place]!, avoidable) };
  });
}

/** The words by which a step itself speaks: the input of a call, or the text of a thought or an error. */
function saidIn(step: Step, words: LaterWords): readonly number[] {
  if (step.kind === "tool") {
    const asked = words.read(step.input?.text ?? "");
    words.say(asked, step.firstEntry);
    return asked;
  }
  const spoken = words.read(step.text);
  if (step.kind === "thinking") words.say(spoken, step.lastEntry);
  return spoken;
}

interface Walk {
  readonly steps: readonly Step[];
  readonly said: readonly (readonly number[])[];
  readonly words: LaterWords;
}

/** Walks through the transcript once, so that each result knows which of its words are new. */
function readInOrder({ transcript }: Evidence, { steps, said, words }: Walk): (ResultUse | undefined)[] {
  const speakers = new Int32Array(transcript.length).fill(-1);
  const answered = new Int32Array(transcript.length).fill(-1);
  for (const [place, step] of steps.entries()) {
    speakers[step.firstEntry] = place;
    if (isAnswered(step)) answered[step.lastEntry] = place;
  }
  const uses: (ResultUse | undefined)[] = Array.from(steps, () => undefined);
  for (const [position, entry] of transcript.entries()) {
    const speaker = speakers[position]!;
    const place = answered[position]!;
    const step = steps[place];
    if (step !== undefined) uses[place] = resultUse(step, words);
    else if (speaker !== -1) words.meet(said[speaker]!, position);
    else if (entry.type === "user" || entry.type === "system") words.meet(words.read(entry.text), position);
  }
  return uses;
}

function isAnswered(step: Step): boolean {
  return step.result !== null || step.error !== null;
}

/** Whether a call was below 0.5 in one of its categories. */
function hasFailed(step: Step, execution: Execution): boolean {
  return step.kind === "tool" && step.categories.some((category) => execution[columnOf(category)].success < 0.5);
}

/** For each step the earlier thought with the same text, whatever its spaces and capitals; else null. */
function repeatedThinking(steps: readonly Step[]): (number | null)[] {
  const thoughts = new Map<string, number>();
  return steps.map((step) => {
    if (step.kind !== "thinking") return null;
    const key = fingerprint(collapsed(step.text.toLowerCase()));
    const earlier = thoughts.get(key);
    if (earlier === undefined) thoughts.set(key, step.id);
    return earlier ?? null;
  });
}

/** Any blanks but single spaces: few thoughts have them, and to look costs less than to replace. */
const oddBlanks = /[^\S ]| {2}/;

function collapsed(text: string): string {
  return (oddBlanks.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** Goes backwards, since relevance asks for the next call. */
function relevancesOf(run: readonly Facts[], words: LaterWords): Signal[] {
  let nextCall: ReadonlySet<number> = new Set();
  const backwards = run.toReversed().map((facts) => {
    const relevance = agentRelevance(facts, words, nextCall);
    if (facts.step.input !== null) nextCall = new Set(facts.inputWords);
    return relevance;
  });
  return backwards.toReversed();
}

function auditOf(facts: Facts, relevance: Signal, avoidable: Avoidable | null): AgentAudit {
  const success = agentSuccess(facts);
  const weight = agentWeight(facts);
  const reasons = [avoidable === null ? "" : wordsFor(avoidable), success.why, weight.why, relevance.why];
  return {
    id: facts.step.id,
    rationale: reasons.filter((reason) => reason !== "").join("; ") || "nothing against it",
    success: success.value,
    weight: weight.value,
    contextRelevance: relevance.value,
  };
}
