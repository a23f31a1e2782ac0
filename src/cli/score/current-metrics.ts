/** Measures stored runs with the metrics of the current scenarios. Metrics need no workspace, only the stored run. */
import type { ConfigDocument } from "../../config/validation/documents.ts";
import { createFindings, throwProblems } from "../../config/validation/problem.ts";
import { planMetrics } from "../../config/planning/metrics.ts";
import type { Model } from "../../core/model.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { CliDeps } from "../command.ts";

export interface CurrentMetricsOptions {
  readonly config: Pick<ConfigDocument, "metrics">;
  readonly configDir: string;
  readonly configFile: string;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /** The model for judged metrics that name none. */
  readonly model: Model | undefined;
  readonly abort: AbortSignal;
}

/** An invalid metric or a missing judge is found here, before the first run is scored. */
export async function openCurrentMetrics(
  { config, configDir, configFile, scenarios, model, abort }: CurrentMetricsOptions,
  { env }: Pick<CliDeps, "env">,
): Promise<(detail: RunDetail) => Promise<RunDetail>> {
  const findings = createFindings();
  const project = { config, configDir, configFile };
  const planned = await planMetrics(project, [...scenarios.values()], { env, model, findings });
  throwProblems(findings.problems);
  return async ({ metrics: _stored, ...run }) => {
    const scenario = scenarios.get(run.scenarioKey);
    const measured = planned.get(run.scenarioKey);
    if (scenario === undefined || measured?.metrics === undefined) return run;
    const { measureRun } = await import("../../metrics/measure-run.ts");
    return await measureRun(run, { metrics: measured.metrics, scenario, judge: measured.metricJudge, abort });
  };
}
