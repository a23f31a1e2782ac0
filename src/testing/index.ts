/** The door `axis-eval/testing`: our contract suites and fakes, for others too. The suites run inside vitest. */
export { fakeAgent, type FakeScript } from "./fake-agent.ts";
export { answered, fakeJudge, type FakeJudge, fullMarks, inTurn } from "./fake-judge.ts";
export { type AgentRun, runAgent } from "./run-agent.ts";
export { samplePlan, type SamplePlanParts, sampleScenario } from "./sample-plan.ts";
export { type AgentContract, testAgent } from "./test-agent.ts";
export { testJudge, type TestJudgeOptions } from "./test-judge.ts";
export { type MetricContract, testMetric } from "./test-metric.ts";
export { testStore } from "./test-store.ts";
