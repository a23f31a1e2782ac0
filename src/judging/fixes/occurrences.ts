/** The single steps of a run that cost points, each with what it was aimed at and what was seen. */
import { type Call, toCall } from "../../agents/transcript/call.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { FixKind } from "../../core/report/fix.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Audit, AxisResult } from "../../core/score/axis-result.ts";
import { speedThresholdsMs } from "../scoring/speed.ts";
import { describeFailedCall, type Symptom } from "./symptom.ts";
import { findTarget, type CallTarget, thinking } from "./target.ts";

/** A step that was slow, needless, too large, or failed. */
export interface Occurrence {
  readonly kind: Exclude<FixKind, "check" | "ending">;
  readonly id: number;
  readonly target: CallTarget;
  readonly symptom: Symptom;
  readonly interaction: Interaction;
  /** Null for a stretch of thinking. */
  readonly call: Call | null;
}

/** At this speed or below, a call was slow: the fourth of five tiers. */
const slowSpeed = 0.6;
/** Below this weight, an answer was too large. */
const leastWeight = 0.6;

/** The calls of a run by step, and which of them worked. Targets are read only when they are needed. */
export class StepCalls {
  readonly #calls = new Map<number, { readonly call: Call | null; readonly interaction: Interaction }>();
  readonly #targets = new Map<number, CallTarget>();
  readonly #failed: ReadonlySet<number>;
  /** The last step at which a call to a target worked. */
  #lastWorked: Map<string, number> | undefined;

  constructor({ interactions, output, score }: RunDetail) {
    this.#failed = listFailedSteps(score);
    for (const interaction of interactions)
      if (interaction.kind !== "error")
        this.#calls.set(interaction.id, {
          interaction,
          call: interaction.kind === "tool" ? toCall(interaction, output.transcript) : null,
        });
  }

  find(id: number) {
    return this.#calls.get(id);
  }

  hasFailed(id: number): boolean {
    return this.#failed.has(id);
  }

  readTarget(id: number): CallTarget {
    const known = this.#targets.get(id);
    if (known !== undefined) return known;
    const call = this.#calls.get(id)?.call ?? null;
    const target = call === null ? thinking : findTarget(call);
    this.#targets.set(id, target);
    return target;
  }

  /** Whether a call to the target worked after a step. */
  hasWorkedAfter(name: string, id: number): boolean {
    this.#lastWorked ??= new Map(
      Array.from(this.#calls.keys(), (step) => [step, this.hasFailed(step)] as const)
        .filter(([, failed]) => !failed)
        .map(([step]) => [this.readTarget(step).name, step]),
    );
    return (this.#lastWorked.get(name) ?? 0) > id;
  }
}

export function readCalls(detail: RunDetail): StepCalls {
  return new StepCalls(detail);
}

/** Steps that did not fully succeed on the machine or at a service. */
function listFailedSteps(score: AxisResult | undefined): Set<number> {
  const audits = [...(score?.environment.audits ?? []), ...(score?.service.audits ?? [])];
  return new Set(audits.filter(({ success }) => success < 1).map(({ id }) => id));
}

/** Every occurrence of a run, in the order of its steps within each kind. */
export function listOccurrences({ score }: RunDetail, calls: StepCalls): Occurrence[] {
  if (score === undefined) return [];
  const { environment, service, agent } = score;
  const outside = mergeAudits(environment.audits, service.audits);
  const needless = new Set(agent.necessity?.unnecessaryIds);
  const isByRules = score.judging.agent?.kind === "rules";
  const listed = agent.audits.filter(({ id }) => needless.has(id) && !calls.hasFailed(id));
  const large = agent.audits.filter(({ weight }) => weight !== null && weight < leastWeight);
  const slow = outside.filter(({ speed }) => speed <= slowSpeed);
  const failed = outside.filter(({ id }) => calls.hasFailed(id));
  return [
    ...toOccurrences("call-failed", failed, {
      calls,
      describe: ({ call, target }) => call && describeFailedCall(call, target.owner),
    }),
    ...toOccurrences("call-slow", slow, { calls, describe: ({ audit }) => plainSymptom(describeSlowness(audit)) }),
    ...toOccurrences("not-needed", listed, {
      calls,
      describe: ({ audit, target }) =>
        plainSymptom(describeNeedlessness(isByRules ? audit.rationale : "", target.type)),
    }),
    ...toOccurrences("too-large", large, {
      calls,
      describe: ({ call }) => plainSymptom(call === null ? "is longer than needed" : "returns more than is used"),
    }),
  ];
}

/** One audit for each step, in the order of the steps. */
function mergeAudits(...lists: readonly (readonly Audit[])[]): Audit[] {
  const byStep = new Map(lists.flat().map((audit) => [audit.id, audit]));
  return [...byStep.values()].toSorted((a, b) => a.id - b.id);
}

interface Described {
  readonly call: Call | null;
  readonly audit: Audit;
  readonly target: CallTarget;
}

function toOccurrences(
  kind: Occurrence["kind"],
  audits: readonly Audit[],
  { calls, describe }: { readonly calls: StepCalls; readonly describe: (described: Described) => Symptom | null },
): Occurrence[] {
  return audits.flatMap((audit) => {
    const found = calls.find(audit.id);
    if (found === undefined) return [];
    const target = calls.readTarget(audit.id);
    const symptom = describe({ call: found.call, audit, target });
    return symptom === null ? [] : [{ kind, id: audit.id, target, symptom, ...found }];
  });
}

function plainSymptom(text: string): Symptom {
  return { text, status: null, exitCode: null };
}

/** The bound that a slow call is beyond. */
function describeSlowness({ categories }: Audit): string {
  const bounds = speedThresholdsMs[categories.includes("service") ? "service" : "environment"];
  return `takes more than ${bounds[2] / 1000} s`;
}

/** How people say that they used a target. */
const uses: Readonly<Record<CallTarget["type"], string>> = { url: "read", tool: "read", mcp: "called", command: "run" };

/** The built-in judge says why it found a step needless. */
function describeNeedlessness(rationale: string, type: CallTarget["type"]): string {
  if (rationale.startsWith("duplicate")) return "repeats an earlier call";
  if (rationale.startsWith("unused read")) return `is ${uses[type]} and not used`;
  if (rationale.startsWith("repeated thought")) return "repeats itself";
  return "is not needed";
}
