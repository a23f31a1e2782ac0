/** Plans the metrics of each scenario's runs. The metrics library is loaded only if a metric is named. */
import { basename, resolve } from "node:path";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { Metric } from "../../core/metric.ts";
import type { Model } from "../../core/model.ts";
import type { PriceTable } from "../../core/model/price.ts";
import type { Job } from "../../core/plan.ts";
import type { MetricChoiceInput } from "../../core/run/run-metric.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { CheckedConfig } from "../validation/validate.ts";
import { type Findings, createProblem } from "../validation/problem.ts";

interface MetricPlanOptions {
  readonly env: NodeJS.ProcessEnv;
  /** What judged metrics ask: the first model among the judges; if there is none, the one that the environment names. */
  readonly model: Model | undefined;
  /** Only the script answers: metrics that would call their own model are skipped. */
  readonly isRehearsal?: boolean;
  /** Where mistakes and warnings are collected. */
  readonly findings: Findings;
}

type PlannedMetrics = Pick<Job, "metrics" | "metricMarks" | "metricJudge">;

/** By scenario key. A metric that does not exist, or needs a judge when there is none, is added to the problems. */
export async function planMetrics(
  project: {
    readonly config: CheckedConfig["config"];
    readonly configDir: string;
    readonly configFile: string;
  },
  scenarios: readonly Scenario[],
  options: MetricPlanOptions,
): Promise<ReadonlyMap<string, PlannedMetrics>> {
  const { configDir } = project;
  const shared = (project.config.metrics ?? []).map((choice) => ({
    choice,
    place: basename(project.configFile),
    folder: configDir,
    from: "shared" as const,
  }));
  const planned = new Map<string, PlannedMetrics>();
  for (const { key, metrics, place, baseDir } of scenarios) {
    const own = (metrics?.use ?? []).map((choice) => ({ choice, place, folder: baseDir, from: "own" as const }));
    const choices = [...shared, ...own];
    if (choices.length === 0 || planned.has(key)) continue;
    planned.set(key, await planScenarioMetrics(choices, { place, options, prices: project.config.settings?.prices }));
  }
  return planned;
}

/** A requested metric, the file that requests it, and the folder that its path is relative to. */
interface PlacedChoice {
  readonly choice: MetricChoiceInput;
  readonly place: string;
  readonly folder: string;
  /** The config shares its metrics with all scenarios. */
  readonly from: keyof NonNullable<Job["metricMarks"]>;
}

interface ScenarioMetricOptions {
  readonly place: string;
  readonly options: MetricPlanOptions;
  /** Prices that the config adds or corrects. */
  readonly prices: PriceTable | undefined;
}

async function planScenarioMetrics(
  choices: readonly PlacedChoice[],
  { place, options, prices = {} }: ScenarioMetricOptions,
): Promise<PlannedMetrics> {
  const { provideMetricModels } = await import("../../metrics/evaluation/planning/metric-models.ts");
  provideMetricModels(options.env, { prices: async () => prices });
  const { fingerprintMetric } = await import("../../metrics/evaluation/planning/fingerprint.ts");
  const metrics: Metric[] = [];
  const metricMarks = { shared: [] as string[], own: [] as string[] };
  for (const each of choices) {
    const metric = await collectProblem(each.place, options.findings, () => resolveMetric(each.choice, each.folder));
    if (metric === undefined) continue;
    metrics.push(metric);
    metricMarks[each.from].push(fingerprintMetric(metric, metric.threshold, null));
  }
  if (options.isRehearsal === true)
    return { metricMarks, ...(await planRehearsedMetrics(metrics, { place, options })) };
  const { resolveJudge } = await import("../../metrics/evaluation/planning/units.ts");
  const metricJudge = await collectProblem(place, options.findings, () => resolveJudge(metrics, options.model));
  return { metrics, metricMarks, metricJudge };
}

async function resolveMetric(choice: MetricChoiceInput, folder: string): Promise<Metric> {
  const { resolveSpec } = await import("../../metrics/evaluation/planning/metric-spec.ts");
  const isFile = typeof choice === "string" && /\.ya?ml$/i.test(choice);
  const spec = await resolveSpec(isFile ? resolve(folder, choice) : choice);
  if ("tree" in spec) throw new AxisError("metric-invalid", "a tree measures datasets, not runs");
  return spec.metric;
}

/** Reports a mistake with its file, together with all others; the result is then undefined. */
async function collectProblem<T>(
  place: string,
  { problems }: Findings,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof AxisError)) throw cause;
    const hint = cause.hint === undefined ? {} : { hint: cause.hint };
    const error = new AxisError(cause.code, `${place}  metrics: ${errorMessage(cause)}`, { ...hint, cause });
    problems.push({ ...createProblem({ file: place, path: ["metrics"] }, errorMessage(cause), cause.hint), error });
    return undefined;
  }
}

/** A rehearsal skips the metrics that only a real model could answer, and warns about them. */
async function planRehearsedMetrics(
  metrics: readonly Metric[],
  { place, options }: { readonly place: string; readonly options: MetricPlanOptions },
): Promise<PlannedMetrics> {
  const { hasOwnModel } = await import("../../metrics/evaluation/planning/units.ts");
  const asksOthers = (metric: Metric) => metric.config.judged && (options.model === undefined || hasOwnModel(metric));
  const left = metrics.filter(asksOthers).map(({ key }) => key);
  if (left.length > 0)
    options.findings.warnings.push(
      `${place}  metrics: a rehearsal calls no real model, so these are not measured: ${left.join(", ")} (name a model that the script answers with --judge)`,
    );
  return {
    metrics: metrics.filter((metric) => !asksOthers(metric)),
    metricJudge: options.model,
  };
}
