/** Holds what of a config and of the flags stands in the plan, and what of it makes the plan another one. */
import { expect, test } from "vitest";
import { planChanges, planDocument } from "../../core/plan/plan-document.ts";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const files = (config: object) => ({
  "axis.config.json": { agents: [validAgent], ...config },
  "scenarios/a.json": validScenario,
});
const note = { action: "run_script", command: "true" };

test("what the config says of judging, hooks, prices and allowed failures is the plan's", async () => {
  const prices = { "openai/m": { input: 1, output: 2 } };
  await using project = await temporaryProject(
    files({
      judging: { retries: 0, timeout_minutes: 0.5, agents: ["rules"] },
      beforeAll: [note],
      afterAll: [{ ...note, command: "false" }],
      settings: { retries: 0, prices, allowed_failures: { infrastructure: 2 } },
    }),
  );
  expect(await project.plan()).toMatchObject({
    judging: { retries: 0, timeoutMs: 30_000 },
    beforeAll: [note],
    afterAll: [{ ...note, command: "false" }],
    retries: 0,
    prices,
    gate: { allowedFailures: { infrastructure: 2 } },
  });
});

test("what the flags ask for is the plan's; what nobody asked for is not in it", async () => {
  await using project = await temporaryProject(files({}));
  const asked = { until: "decided", allowUnknownCost: true, install: false, seed: "s" } as const;
  expect(await project.plan(asked)).toMatchObject(asked);
  const plain = await project.plan();
  for (const key of [
    "name",
    "until",
    "allowUnknownCost",
    "install",
    "rehearsal",
    "prices",
    "events",
    "wishes",
  ] as const)
    expect(plain[key]).toBeUndefined();
});

test("wishes that a report is gone on with are kept, each as it was asked", async () => {
  await using project = await temporaryProject(files({}));
  const wishes = { judge: "rules", judgeSamples: 3, failUnder: 0, concurrency: 2, dataOnly: true };
  expect((await project.plan(wishes)).wishes).toEqual(wishes);
});

test.each([
  ["a hook", { beforeAll: [note] }],
  ["another hook", { afterAll: [note] }],
  ["patience with judges", { judging: { retries: 5 } }],
  ["a name in env", { env: ["HTTP_PROXY"] }],
  ["a metric", { metrics: ["exact_string_match"] }],
])("with %s the settings are others", async (_what, more) => {
  await using project = await temporaryProject(files({}));
  const before = planDocument(await project.plan());
  await project.write(files(more));
  expect(planChanges(before, await project.plan())).toEqual([
    "The settings changed: weights, judges, metrics, variable names or hooks",
  ]);
});

test("a server of the project itself is the same after the project was moved; another command is not", async () => {
  const served = (command: string) => files({ mcp_servers: { mine: { type: "stdio", command } } });
  await using one = await temporaryProject(served("./bin/serve"));
  await using other = await temporaryProject(served("./bin/serve"));
  const before = planDocument(await one.plan());
  expect(planChanges(before, await other.plan())).toEqual([]);
  await other.write(served("./bin/other"));
  expect(planChanges(before, await other.plan())).toEqual(['The scenario "a" changed']);
});

test("scenarios stand in the order of their keys, wherever they come from", async () => {
  const inline = (key: string) => ({ key, ...validScenario });
  await using project = await temporaryProject(files({ scenarios: [inline("z"), inline("b"), "./scenarios"] }));
  await project.write({ "scenarios/m.json": { ...validScenario, variants: [{ name: "z" }, { name: "a" }] } });
  expect((await project.plan({ scenarios: ["z", "b", "a", "m"] })).jobs.map(({ cell }) => cell.scenario)).toEqual([
    "a",
    "b",
    "m@a",
    "m@z",
    "z",
  ]);
});

test("with another instruction in the file of a metric the settings are others, or the scenario that names it", async () => {
  const metric = (name: string, instruction: string) => `name: ${name}\ninstruction: ${instruction}\n`;
  await using project = await temporaryProject({
    ...files({ judging: { agents: ["openai/m"] }, metrics: ["./shared.yaml"] }),
    "scenarios/b.json": { ...validScenario, metrics: { use: ["./own.yaml"] } },
    "shared.yaml": metric("Shared", "Is it polite?"),
    "own.yaml": metric("Own", "Is it short?"),
  });
  const before = planDocument(await project.plan());
  expect(planChanges(before, await project.plan())).toEqual([]);
  await project.write({ "own.yaml": metric("Own", "Is it long?") });
  expect(planChanges(before, await project.plan())).toEqual(['The scenario "b" changed']);
  await project.write({ "own.yaml": metric("Own", "Is it short?"), "shared.yaml": metric("Shared", "Is it rude?") });
  expect(planChanges(before, await project.plan())).toEqual([
    "The settings changed: weights, judges, metrics, variable names or hooks",
  ]);
});
