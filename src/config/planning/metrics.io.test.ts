/** Holds with which metrics runs are measured, whom those ask, and where mistakes are said to be. */
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const agentJudge = {
  "judge.mjs": `export default { name: "mine", canJudge: true, run: async () => ({ status: "completed", result: "" }) };`,
};
const base = { agents: [validAgent], adapters: { mine: "./judge.mjs" }, metrics: ["latency", "faithfulness"] };
const rehearsal = {
  script: { file: "script.yaml", sha256: "0" },
  endpoint: { url: "http://127.0.0.1:1", key: "sk-scripted", scripted: true },
};

function projectOf(config: object) {
  return temporaryProject({
    ...agentJudge,
    "scenarios/a.json": validScenario,
    "axis.config.json": { ...base, ...config },
  });
}

test("with an agent as judge, judged metrics ask the first model of the config", async () => {
  await using project = await projectOf({ judging: { agents: ["mine", "openai/some-model"] } });
  const { jobs } = await project.plan({ judge: "mine" });
  expect(jobs[0]?.metricJudge?.id).toBe("openai/some-model");
  expect(jobs[0]?.metrics?.map(({ key }) => key)).toEqual(["latency", "faithfulness"]);
});

test("without any model they are a mistake before anything runs", async () => {
  await using project = await projectOf({});
  expect(await project.refusal({ judge: "mine" })).toContain("faithfulness needs a judge, but none is configured");
});

test("in a rehearsal without a model that the script answers they are left out, and a warning says so", async () => {
  await using project = await projectOf({ judging: { agents: ["openai/some-model"] } });
  const plan = await project.plan({ judge: "rules", rehearsal });
  expect(plan.jobs[0]?.metrics?.map(({ key }) => key)).toEqual(["latency"]);
  expect(plan.jobs[0]?.metricJudge).toBeUndefined();
  expect(plan.warnings.join()).toContain("not measured: faithfulness");
  expect(project.messages.warnings).toEqual(plan.warnings);
  const named = await project.plan({ judge: "openai/some-model", rehearsal });
  expect(named.jobs[0]?.metrics).toHaveLength(2);
});

test("a metric that names a model of its own is not measured in a rehearsal", async () => {
  await using project = await projectOf({ metrics: [{ class: "faithfulness", model_name: "openai/other" }] });
  const { jobs } = await project.plan({ judge: "openai/some-model", rehearsal });
  expect(jobs[0]?.metrics).toEqual([]);
});

test("prices of the config count for the model that the environment names", async () => {
  const env = { LLM_PROVIDER: "openai", LLM_MODEL_NAME: "mine", OPENAI_API_KEY: "sk-canary-4711" };
  const prices = { "openai/mine": { input: 1, output: 2 } };
  await using priced = await projectOf({ settings: { prices } });
  expect((await priced.plan({ judge: "mine" }, { env })).jobs[0]?.metricJudge?.priced).toBe(true);
  await using unpriced = await projectOf({});
  expect((await unpriced.plan({ judge: "mine" }, { env })).jobs[0]?.metricJudge?.priced).toBe(false);
});

test("a mistake is said in the file it stands in", async () => {
  await using shared = await projectOf({ metrics: ["latancy"] });
  expect(await shared.refusal({})).toContain('axis.config.json  metrics: Unknown metric "latancy"');
  await using own = await projectOf({ metrics: [] });
  await own.write({ "scenarios/a.json": { ...validScenario, metrics: { use: ["latancy"] } } });
  expect(await own.refusal({})).toContain('scenarios/a.json  metrics: Unknown metric "latancy"');
});

test("every mistake of metrics is said at once, and with skills that are not there", async () => {
  await using project = await projectOf({ metrics: ["latancy", "nonsense"], skills: ["./none"] });
  await project.write({ "scenarios/a.json": { ...validScenario, metrics: { use: ["tokenz"] } } });
  const said = await project.refusal({});
  for (const name of ["latancy", "nonsense"])
    expect(said).toContain(`axis.config.json  metrics\n  Unknown metric "${name}"`);
  expect(said).toContain('scenarios/a.json  metrics\n  Unknown metric "tokenz"');
  expect(said).toContain("axis.config.json  skills[0]");
});
