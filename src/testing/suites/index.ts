/** The door `axis-eval/testing/suites`: contracts as suites, for other projects too. They need vitest; the store's needs fast-check as well. */
export { type AgentContract, testAgent } from "./test-agent.ts";
export { testJudge, type TestJudgeOptions } from "./test-judge.ts";
export { type MetricContract, testMetric } from "./test-metric.ts";
export { testStore } from "./test-store.ts";
