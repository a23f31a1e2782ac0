/** A run as OpenTelemetry spans, following the conventions for generative AI. */
import type { RunStep } from "../../core/run/run-step.ts";
import { truncateName } from "./scored-run.ts";

export interface TracedRun {
  readonly runId: string;
  readonly scenario: string;
  readonly agent: string;
  readonly model: string | null;
  readonly outcome: string | null;
  readonly score: number | null;
  readonly tier: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** W3C trace context of the request for the run; null if there is none. */
  readonly traceparent: string | null;
  readonly steps: readonly RunStep[];
}

type SpanAttributes = Record<string, string | number | boolean>;

/** A span without ids. */
export interface PlainSpan {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly ok: boolean;
  readonly attributes: SpanAttributes;
}

/** Returns the span of the run and its child spans. */
export function toSpans(run: TracedRun): { root: PlainSpan; inner: PlainSpan[] } {
  const shared = { "axis.run.id": run.runId };
  return {
    root: {
      name: "axis.run",
      startMs: run.startMs,
      endMs: Math.max(run.startMs, run.endMs),
      ok: run.outcome === "COMPLETED",
      attributes: dropNulls({
        ...shared,
        "axis.scenario": truncateName(run.scenario),
        "axis.agent": truncateName(run.agent),
        "axis.outcome": run.outcome,
        "axis.score": run.score,
        "axis.tier": run.tier,
        ...agentAttributes(run),
        "gen_ai.evaluation.name": run.score === null ? null : "axis.scorecard",
        "gen_ai.evaluation.score.value": run.score,
        "gen_ai.evaluation.score.label": run.tier,
      }),
    },
    inner: run.steps.map((step) => ({
      name: `axis.${step.kind}`,
      startMs: step.startMs,
      endMs: Math.max(step.startMs, step.endMs),
      ok: step.ok,
      attributes: dropNulls({ ...shared, ...stepAttributes(run, step) }),
    })),
  };
}

function stepAttributes(run: TracedRun, { kind, turn, gate }: RunStep): Record<string, string | number | null> {
  const place = { "axis.turn": turn ?? null };
  if (gate !== undefined)
    return {
      ...place,
      "axis.gate.name": truncateName(gate.name),
      "axis.gate.execution": gate.execution,
      "axis.gate.exit_code": gate.exitCode,
    };
  return kind === "agent.turn" ? { ...place, ...agentAttributes(run) } : place;
}

/** Attribute names of the conventions, copied so that no package is needed. */
function agentAttributes({
  agent,
  model,
  inputTokens,
  outputTokens,
}: TracedRun): Record<string, string | number | null> {
  return {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": truncateName(agent),
    "gen_ai.request.model": model === null ? null : truncateName(model),
    "gen_ai.usage.input_tokens": inputTokens ?? null,
    "gen_ai.usage.output_tokens": outputTokens ?? null,
  };
}

function dropNulls(attributes: Record<string, string | number | null>): SpanAttributes {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
}
