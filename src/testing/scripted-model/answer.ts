/** A model's answer before it is written in a vendor's format. */
import type { ModelRequest } from "./model-request.ts";
import { type ResolvedCall, resolveCall } from "./resolve-call.ts";
import type { ScriptStep, ScriptUsage } from "./script.ts";

export interface ModelAnswer {
  readonly thinking: string | null;
  readonly text: string | null;
  readonly calls: readonly (ResolvedCall & { readonly id: string })[];
  readonly usage: ScriptUsage;
  readonly stop: "end" | "calls" | "length" | "refusal";
  /** Distinguishes this answer from others; the ids in the response are derived from it. */
  readonly id: string;
  /** Seconds since 1970, for APIs that report it. */
  readonly createdAt: number;
}

/** Turns a step into an answer. A structured answer uses the tool the request demands, or else plain text. */
export function toModelAnswer(
  step: ScriptStep,
  request: ModelRequest,
  { id, now }: { readonly id: string; readonly now: Date },
): ModelAnswer {
  const scripted = step.calls.map((call) => resolveCall(call, request));
  const structured = step.json === undefined ? null : step.json;
  const throughTool = step.json !== undefined && request.answerTool !== undefined;
  const calls = throughTool
    ? [{ name: request.answerTool ?? "", arguments: structured as Record<string, unknown> }, ...scripted]
    : scripted;
  const text = step.json === undefined || throughTool ? (step.text ?? null) : JSON.stringify(structured);
  return {
    thinking: step.thinking ?? null,
    text,
    calls: calls.map((call, index) => ({ ...call, id: `${id}_${index + 1}` })),
    usage: step.usage,
    stop: step.stop ?? (calls.length > 0 ? "calls" : "end"),
    id,
    createdAt: Math.floor(now.getTime() / 1000),
  };
}
