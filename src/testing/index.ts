/** The door `axis-eval/testing`: fakes and the scripted model, for other projects too. They need no test runner. */
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
