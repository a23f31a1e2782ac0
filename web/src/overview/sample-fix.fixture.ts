/** Literal causes for tests of lists and pages. */
import type { Fix, FixRun } from "../../../src/core/report/fix.ts";

export function sampleFixRun(overrides: Partial<FixRun> = {}): FixRun {
  const { scenarioKey = "api/errors", agentName = "mini", trial = 1 } = overrides;
  return {
    scenarioKey,
    agentName,
    trial,
    runId: `run_${scenarioKey}_${agentName}_${trial}`,
    status: "passed",
    steps: [5],
    least: 2,
    most: 2,
    ...overrides,
  };
}

export function sampleFix(overrides: Partial<Fix> = {}): Fix {
  const runs = overrides.runs ?? [sampleFixRun()];
  return {
    id: "f1",
    kind: "call-failed",
    area: "use",
    target: "docs.acme.dev/api",
    targetType: "url",
    owner: "docs.acme.dev",
    symptom: "404 Not Found",
    title: "docs.acme.dev/api answers 404 Not Found",
    points: { least: 0.1, most: 2.3 },
    occurrences: runs.length,
    scenarios: new Set(runs.map(({ scenarioKey }) => scenarioKey)).size,
    workedLater: 0,
    runs,
    failures: { with: { failed: 1, runs: 3 }, without: { failed: 1, runs: 5 }, p: 0.4 },
    evidence: { runId: runs[0]?.runId ?? "", step: 5, call: "GET https://docs.acme.dev/api", output: "404 Not Found" },
    origin: { prompt: 0, output: 0, guessed: runs.length },
    advice: "Redirect the address to the page that replaced it.",
    insights: [],
    ...overrides,
  };
}
