/** Shows what else is proven about a change: which dimension moved, and what got slower or more expensive. */
import type { AgentVerdict, DimensionVerdict, ResourceVerdict } from "../../core/report/verdict.ts";
import { formatChange, formatP, formatPoints } from "./format-verdict.ts";

/** Only proven changes are shown; the document has the others. */
export function renderChanges({ dimensions, resources }: AgentVerdict): string[] {
  const moved = dimensions.filter(({ verdict, improved }) => verdict === "regressed" || improved).map(dimensionText);
  const grown = resources.filter(({ verdict }) => verdict === "regressed").map(resourceText);
  return [
    ...(moved.length === 0 ? [] : [`  dimensions  ${moved.join("; ")}`]),
    ...(grown.length === 0 ? [] : [`  resources  ${grown.join("; ")}`]),
  ];
}

/** The names of the dimensions in terminal output. */
const dimensionWords: Readonly<Record<DimensionVerdict["dimension"], string>> = {
  goalAchievement: "goal",
  environment: "environment",
  service: "service",
  agent: "agent",
};

function dimensionText({ dimension, improved, baseline, current, estimate, adjustedP }: DimensionVerdict): string {
  const change = `${formatPoints(baseline ?? 0)} → ${formatPoints(current ?? 0)} (${formatChange(estimate ?? 0)}`;
  return `${dimensionWords[dimension]} ${improved ? "improved" : "regressed"} ${change}, adjusted ${formatP(adjustedP ?? 1)})`;
}

const readingLabels: Readonly<Record<ResourceVerdict["reading"], string>> = {
  durationMs: "time",
  tokens: "tokens",
  costUsd: "cost",
};

function resourceText({ reading, ratio, lower, upper }: ResourceVerdict): string {
  const times = (value: number | null) => (value ?? 1).toFixed(2);
  return `${readingLabels[reading]} ${times(ratio)} times the earlier value (${times(lower)} to ${times(upper)})`;
}
