/** The door `axis-eval/testing`: contract suites and fakes, for other projects too. Only the suites need vitest and fast-check. */
export { fakeAgent, type FakeScript } from "./fake-agent.ts";
export { type FakeEmbedder, fakeEmbedder } from "./fake-embedder.ts";
export { type FakeAnswer, type FakeModel, fakeModel, type FakeModelOptions, HttpFailure } from "./fake-model.ts";
export { answered, fakeJudge, type FakeJudge, fullMarks, inTurn } from "./fake-judge.ts";
export { type AgentRun, runAgent } from "./run-agent.ts";
export { samplePlan, type SamplePlanParts, sampleScenario } from "./sample-plan.ts";
export { type LoggedRequest, scriptedKey } from "./scripted-model/request-log.ts";
export type { ModelRequest } from "./scripted-model/model-request.ts";
export type { ScriptInput } from "./scripted-model/script.ts";
export { openScriptedModel, type ScriptedModel, type ScriptedModelOptions } from "./scripted-model/server.ts";
export { type AgentContract, testAgent } from "./test-agent.ts";
export { testJudge, type TestJudgeOptions } from "./test-judge.ts";
export { type MetricContract, testMetric } from "./test-metric.ts";
export { testStore } from "./store/test-store.ts";
