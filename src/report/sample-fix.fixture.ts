/** For tests: a cause of lost points with the runs that met it. */
import type { Fix, FixRun } from "../core/report/fix.ts";

/** A page that answers 404, met by these runs. */
export function sampleFix(runs: readonly FixRun[], overrides: Partial<Fix> = {}): Fix {
  return {
    id: "call-failed-docs-404",
    kind: "call-failed",
    area: "use",
    target: "docs.acme.dev/api/v1/reference",
    targetType: "url",
    owner: "docs.acme.dev",
    symptom: "404 Not Found",
    title: "docs.acme.dev/api/v1/reference answers 404",
    points: { least: 0.1, most: 2.3 },
    occurrences: runs.length,
    scenarios: new Set(runs.map(({ scenarioKey }) => scenarioKey)).size,
    workedLater: 0,
    runs: [...runs],
    failures: null,
    evidence: {
      runId: runs[0]?.runId ?? "",
      step: 5,
      call: "GET docs.acme.dev/api/v1/reference",
      output: "404 Not Found",
    },
    origin: null,
    advice: "Redirect this address to the page that replaced it.",
    insights: [],
    ...overrides,
  };
}

/** A run of agent `a` that met a cause. */
export function sampleFixRun(scenarioKey: string, trial: number, overrides: Partial<FixRun> = {}): FixRun {
  const { agentName = "a" } = overrides;
  return {
    scenarioKey,
    agentName,
    trial,
    runId: `run_${scenarioKey}_${agentName}_${trial}`,
    status: "failed",
    steps: [5],
    least: 0.5,
    most: 20,
    ...overrides,
  };
}
