/** Texts about the axes of a scorecard and their inputs. */
import type { CardAxes, CardAxis, DefaultReason, RunScorecard } from "../../../src/core/run/run-scorecard.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { formatBytes } from "../text/safe.ts";

/** In display order. */
export const axisNames = [
  { id: "completion", name: "Completion" },
  { id: "error_rate", name: "First-time success" },
  { id: "latency", name: "Speed" },
  { id: "resource_efficiency", name: "Resource efficiency" },
] as const satisfies readonly { readonly id: CardAxis; readonly name: string }[];

const defaultReasons: Readonly<Record<DefaultReason, string>> = {
  "no-outcome": "the outcome of the run is unknown",
  "no-stages": "no stage was executed",
  "no-baseline": "there is no earlier run to compare with",
  "few-samples": "there are too few earlier runs to compare with",
  "no-usage": "resource use was not measured",
  "bad-input": "the recorded data is invalid",
  error: "it could not be computed",
};

/** Why an axis has the default of 50. */
export function explainDefault(why: DefaultReason | null): string {
  return why === null ? "no reason given" : defaultReasons[why];
}

const weightSources: Readonly<Record<RunScorecard["weights_source"], string>> = {
  default: "the default weights",
  workspace: "weights of this project",
  "default-after-error": "the default weights, since those of this project could not be used",
};

export function describeWeights({ weights_source: source }: RunScorecard): string {
  return weightSources[source];
}

/** The recorded inputs of an axis. */
export function listInputs(axes: CardAxes, axis: CardAxis): readonly string[] {
  switch (axis) {
    case "completion": {
      const { outcome, reason } = axes.completion.inputs;
      return [`${outcome ?? "unknown"}${reason === null ? "" : `: ${reason}`}`];
    }
    case "error_rate": {
      const { passed_first: passed, executed } = axes.error_rate.inputs;
      return [`${formatNumber(passed)} of ${formatNumber(executed)} stages passed the first time`];
    }
    case "latency":
      return listLatencyInputs(axes.latency.inputs);
    case "resource_efficiency":
      return listResourceInputs(axes.resource_efficiency.inputs);
  }
}

function listLatencyInputs({ wall_ms: wall, p50_ms: p50, samples, scope, frozen }: CardAxes["latency"]["inputs"]) {
  const of = scope === "scenario" ? "of this scenario" : "of the workspace";
  const usualTime =
    p50 === null
      ? `no usual time ${of} is known`
      : `the usual time is ${formatDuration(p50)}, over ${samples === 1 ? "1 run" : `${formatNumber(samples)} runs`} ${of}`;
  return [`took ${formatTime(wall)}`, `${usualTime}${frozen ? ", fixed in advance" : ""}`];
}

function listResourceInputs(inputs: CardAxes["resource_efficiency"]["inputs"]): string[] {
  const { source, peak_bytes: peak, limit_bytes: limit, throttled_ms: throttled, agent_ms: agent, parts } = inputs;
  const defaulted = (part: { readonly defaulted: boolean }) => (part.defaulted ? " (defaulted)" : "");
  return [
    `memory: at most ${formatKnownBytes(peak)} of ${formatKnownBytes(limit)}${defaulted(parts.memory)}`,
    `processor: throttled ${formatTime(throttled)} of ${formatTime(agent)}${defaulted(parts.cpu)}`,
    source === null ? "not measured" : `measured by ${source}`,
  ];
}

function formatNumber(value: number | null): string {
  return value === null ? "unknown" : String(value);
}

function formatTime(value: number | null): string {
  return value === null ? "unknown" : formatDuration(value);
}

function formatKnownBytes(value: number | null): string {
  return value === null ? "unknown" : formatBytes(value);
}
