/** Which metrics each scenario's runs are measured with. The library is loaded only where one is named. */
import { resolve } from "node:path";
import { AxisError, messageOf } from "../../core/error.ts";
import type { Metric } from "../../core/metric.ts";
import type { Model } from "../../core/model.ts";
import type { Job } from "../../core/plan.ts";
import type { MetricChoiceInput } from "../../core/run-metric.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { ConfigDocument } from "../documents.ts";

/** What judged metrics ask: the first model among the judges, else what the settings in the environment name. */
export interface MetricWorld {
  readonly env: NodeJS.ProcessEnv;
  readonly model: Model | undefined;
}

type Measured = Pick<Job, "metrics" | "metricJudge">;

/** By scenario key. A metric that does not exist, or asks a judge where there is none, is a mistake here. */
export async function planMetrics(
  project: { readonly config: Pick<ConfigDocument, "metrics">; readonly configDir: string },
  scenarios: readonly Scenario[],
  world: MetricWorld,
): Promise<ReadonlyMap<string, Measured>> {
  const shared = project.config.metrics ?? [];
  const planned = new Map<string, Measured>();
  for (const { key, metrics, place } of scenarios) {
    const choices = [...shared, ...(metrics?.use ?? [])];
    if (choices.length === 0 || planned.has(key)) continue;
    planned.set(key, await measuredBy(choices, { place, folder: project.configDir, world }));
  }
  return planned;
}

async function measuredBy(
  choices: readonly MetricChoiceInput[],
  { place, folder, world }: { readonly place: string; readonly folder: string; readonly world: MetricWorld },
): Promise<Measured> {
  const { provideMetricModels } = await import("../../evaluation/planning/metric-models.ts");
  provideMetricModels(world.env);
  const { resolveSpec } = await import("../../evaluation/planning/metric-spec.ts");
  const { judgeFor } = await import("../../evaluation/planning/units.ts");
  try {
    const metrics: Metric[] = [];
    for (const choice of choices) {
      const isFile = typeof choice === "string" && /\.ya?ml$/i.test(choice);
      const resolved = await resolveSpec(isFile ? resolve(folder, choice) : choice);
      if ("tree" in resolved) throw new AxisError("metric-invalid", "a tree measures datasets, not runs");
      metrics.push(resolved.metric);
    }
    const metricJudge = await judgeFor(metrics, world.model);
    return { metrics, ...(metricJudge === undefined ? {} : { metricJudge }) };
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new AxisError(error.code, `${place}  metrics: ${messageOf(error)}`, { ...hint, cause: error });
  }
}

/** What of the metrics is part of the settings' digest; nothing where there are none. */
export function metricIdentities({ metrics }: Pick<ConfigDocument, "metrics">): {
  readonly metrics?: readonly MetricChoiceInput[];
} {
  return metrics === undefined || metrics.length === 0 ? {} : { metrics };
}
