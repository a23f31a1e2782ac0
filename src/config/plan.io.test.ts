import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planChanges, planDocument } from "../core/plan/plan-document.ts";
import { loadPlan } from "./load-plan.ts";
import type { PlanRequest } from "./planning/plan-request.ts";
import { type Files, validAgent, validScenario, temporaryProject } from "./libraries/temporary-repository.ts";

const config = (more: object = {}) => ({ "axis.config.json": { agents: [validAgent], ...more } });
const cellsOf = (plan: { jobs: readonly { cell: { scenario: string; agent: string; trial: number } }[] }) =>
  plan.jobs.map(({ cell }) => `${cell.scenario} ${cell.agent} ${cell.trial}`);

test("a plain project has the documented defaults", async () => {
  await using project = await temporaryProject({ ...config({ name: "Demo" }), "scenarios/hello.json": validScenario });
  const plan = await project.plan();
  expect(plan).toMatchObject({
    name: "Demo",
    configDir: project.folder,
    skipped: 0,
    concurrency: 15,
    trials: 1,
    runLimits: {},
    weights: { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 },
    gate: { minPassRate: "most", failUnder: null },
    judging: { retries: 2, timeoutMs: 600_000 },
    env: { agent: [], judge: [], hooks: [], checks: [] },
    warnings: [],
  });
  expect(plan.jobs).toHaveLength(1);
  expect(plan.jobs[0]?.scenario).toMatchObject({
    key: "hello",
    checks: [{ check: "It says hello", weight: 1 }],
    judgeSentence: false,
    limits: { time_minutes: 15 },
    place: "scenarios/hello.json",
    baseDir: project.folder,
    filesDir: `${project.folder}/scenarios`,
    remote: null,
  });
  expect(plan.jobs[0]?.judges.goal.id).toBe("rules");
});

test("a thousand trials of many pairs are a plan like any other, also when they are asked for one by one", async () => {
  const agents = Array.from({ length: 140 }, (_, index) => ({ ...validAgent, name: `a${index}` }));
  await using project = await temporaryProject({ ...config({ agents }), "scenarios/a.json": validScenario });
  const plan = await project.plan({ trials: 1000 });
  expect([plan.jobs.length, plan.trials]).toEqual([140_000, 1000]);
  const again = await project.plan({ cells: plan.jobs.map(({ cell }) => cell) });
  expect([again.jobs.length, again.trials]).toEqual([140_000, 1000]);
});

test("jobs stand in order of scenario key, position of the agent, trial", async () => {
  await using project = await temporaryProject({
    ...config({
      agents: [
        { ...validAgent, name: "z" },
        { ...validAgent, name: "a" },
      ],
      settings: { trials: 2 },
    }),
    "scenarios/b.json": validScenario,
    "scenarios/a/deep.yaml": "name: D\nprompt: p\njudge: [{ check: j, verify: { contains: j } }]\n",
  });
  expect(cellsOf(await project.plan())).toEqual([
    "a/deep z 1",
    "a/deep z 2",
    "a/deep a 1",
    "a/deep a 2",
    "b z 1",
    "b z 2",
    "b a 1",
    "b a 2",
  ]);
});

test("all kinds of files are scenarios, and what has no prompt and no rubric is passed over", async () => {
  const module = `export default { name: "M", prompt: "p", judge: [{ check: "j", verify: { contains: "j" } }] };`;
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a.json": validScenario,
    "scenarios/b.yml": "name: D\nprompt: p\njudge: [{ check: j, verify: { contains: j } }]\n",
    "scenarios/c.mjs": module,
    "scenarios/d.ts": `import { defineScenario } from "axis-eval"; export default () => defineScenario({ name: "T", prompt: "p", judge: [{ check: "j", verify: { contains: "j" } }] });`,
    "scenarios/e.cjs": `module.exports = { name: "M", prompt: "p", judge: [{ check: "j", verify: { contains: "j" } }] };`,
    "scenarios/fixture.json": { some: "data" },
    "scenarios/helper.ts": "export const shared = 1;",
    "scenarios/.hidden/x.json": validScenario,
    "scenarios/node_modules/x.json": validScenario,
    "scenarios/notes.md": "# notes",
  });
  const plan = await project.plan();
  expect(plan.jobs.map(({ cell }) => cell.scenario)).toEqual(["a", "b", "c", "d", "e"]);
  expect(project.messages.details.toSorted()).toEqual([
    "scenarios/fixture.json is not a scenario (no prompt, judge or rubric) and is skipped",
    "scenarios/helper.ts is not a scenario (it has no default export) and is skipped",
  ]);
  expect(project.messages.warnings).toEqual([]);
});

test("a link that is not followed is named among what is passed over", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a.json": validScenario,
    "shared/b.json": validScenario,
  });
  await symlink(join(project.folder, "shared"), join(project.folder, "scenarios/shared"));
  expect(cellsOf(await project.plan())).toEqual(["a command 1"]);
  expect(project.messages.details).toEqual([
    "scenarios/shared is a link to a folder or out of this folder, and is skipped",
  ]);
});

test("a project without a scenario is told where it was looked for, and what lies there instead", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/typo.json": { name: "A", promt: "p", juge: "j" },
    "scenarios/notes.md": "# notes",
  });
  expect(await project.refusal()).toBe(
    [
      "There is no scenario to run: looked in ./scenarios",
      "scenarios/typo.json is not a scenario (no prompt, judge or rubric) and is skipped",
      "Write one: a .json or .yaml file there, with name, prompt and judge",
    ].join("\n"),
  );
});

test("a list of scenarios that is empty is called so", async () => {
  await using project = await temporaryProject(config({ scenarios: [] }));
  expect(await project.refusal()).toBe(
    'There is no scenario to run: "scenarios" in the config is an empty list\nAdd a folder to it, such as ./scenarios, or remove it',
  );
});

test("a config in another format, and a folder in its place, are named", async () => {
  await using project = await temporaryProject({
    "axis.config.yaml": "agents: []",
    ...Object.fromEntries(Object.entries(config()).map(([path, content]) => [`inner/${path}`, content])),
  });
  expect(await project.refusal()).toContain("axis.config.json; axis.config.yaml is not supported");
  expect(await project.refusal({ configFile: "inner" })).toBe(
    "inner is a folder, but -c needs a file\nName the config in it, for example: -c inner/axis.config.json",
  );
  expect(await project.refusal({ configFile: "" })).toMatch(/^-c needs the name of a file, but its value is empty\n/);
  expect(await project.refusal({ configFile: "axis.config.yaml" })).toContain("Write it as JSON or as a module");
});

test("a key that is too long is answered with the way out", async () => {
  const name = "x".repeat(101);
  await using project = await temporaryProject({ ...config(), [`scenarios/${name}.json`]: validScenario });
  expect(await project.refusal()).toContain(
    "has a segment longer than 100 bytes.\n  Give the file, or its folder, another name.",
  );
});

test("a file may state its key only as its path says it", async () => {
  await using project = await temporaryProject({ ...config(), "scenarios/a.json": { ...validScenario, key: "b" } });
  expect(await project.refusal()).toContain(
    'scenarios/a.json  key\n  The key "b" differs from the key that its path gives.\n  Write "a", or remove key.',
  );
});

test("files and inline scenarios stand beside folders", async () => {
  await using project = await temporaryProject({
    ...config({ scenarios: ["one.json", "more", { key: "in/line", ...validScenario }] }),
    "one.json": validScenario,
    "more/two.json": validScenario,
  });
  expect((await project.plan()).jobs.map(({ cell }) => cell.scenario)).toEqual(["in/line", "one", "two"]);
});

test("an inline scenario needs a key, and http:// is no source", async () => {
  await using project = await temporaryProject(
    config({ scenarios: [validScenario, "http://x.test/a/b", "git://x.test/a/b"] }),
  );
  const said = await project.refusal();
  expect(said).toContain("scenarios[0].key\n  An inline scenario needs a key.");
  expect(said).toContain("scenarios[1]\n  http://x.test/a/b: http:// is not supported");
  expect(said).toContain("scenarios[2]\n  git://x.test/a/b: git:// is not supported");
});

const grid: Files = {
  ...config({
    agents: [
      { ...validAgent, name: "fast" },
      { ...validAgent, name: "slow", scenarios: ["cms/*"] },
    ],
  }),
  "scenarios/cms/post.json": { ...validScenario, variants: [{ name: "control" }, { name: "terse" }] },
  "scenarios/hello.json": { ...validScenario, agents: ["fast"] },
  "scenarios/later.json": { ...validScenario, skip: true },
};

test.each([
  [
    {},
    [
      "cms/post@control fast 1",
      "cms/post@control slow 1",
      "cms/post@terse fast 1",
      "cms/post@terse slow 1",
      "hello fast 1",
    ],
  ],
  [{ scenarios: ["cms/post"], agents: ["slow"] }, ["cms/post@control slow 1", "cms/post@terse slow 1"]],
  [{ scenarios: ["**/*@terse", "hel*"] }, ["cms/post@terse fast 1", "cms/post@terse slow 1", "hello fast 1"]],
  [{ scenarios: ["cms/*@terse"], agents: ["FAST"] }, ["cms/post@terse fast 1"]],
  [{ scenarios: ["hello"], agents: ["*"] }, ["hello fast 1"]],
])("the filters %j select their cells", async (request, cells) => {
  await using project = await temporaryProject(grid);
  expect(cellsOf(await project.plan(request))).toEqual(cells);
});

test("a star does not cross a slash", async () => {
  await using project = await temporaryProject(grid);
  expect(await project.refusal({ scenarios: ["*@terse"] })).toContain('No scenario matches "*@terse"');
});

test("skipped scenarios are counted", async () => {
  await using project = await temporaryProject(grid);
  expect((await project.plan()).skipped).toBe(1);
  expect((await project.plan({ scenarios: ["cms/*"] })).skipped).toBe(0);
});

test("only the cells asked for are planned, and those that are gone are said", async () => {
  await using project = await temporaryProject(grid);
  const cells = [
    { scenario: "hello", agent: "fast", trial: 3 },
    { scenario: "gone", agent: "fast", trial: 1 },
  ];
  const plan = await project.plan({ cells });
  expect(cellsOf(plan)).toEqual(["hello fast 3"]);
  expect(plan.trials).toBe(3);
  expect(project.messages.notices).toEqual(["gone × fast is no longer in the config and is left out"]);
});

test("flags win over the config", async () => {
  await using project = await temporaryProject({
    ...config({ settings: { concurrency: 2, trials: 2, fail_under: 10 } }),
    "scenarios/a.json": validScenario,
  });
  expect(await project.plan()).toMatchObject({ concurrency: 2, trials: 2, gate: { failUnder: 10 } });
  const plan = await project.plan({ concurrency: 4, trials: 3, failUnder: 50 });
  expect(plan).toMatchObject({ concurrency: 4, trials: 3, gate: { failUnder: 50 } });
  expect(plan.jobs).toHaveLength(3);
});

test.each([
  [{ concurrency: 0 }, "--concurrency"],
  [{ trials: 1001 }, "--trials"],
  [{ failUnder: Number.NaN }, "--fail-under"],
  [{ judge: "gpt" }, 'Unknown judge "gpt"'],
  [{ judge: "comand" }, 'Did you mean "command"?'],
  [{ judge: "replay" }, "cannot judge"],
  [{ judge: "gogle/gemini" }, 'did you mean "google"?'],
  [{ judge: "compatible/m" }, "needs the URL of its server"],
])("the flag %j is refused", async (request, said) => {
  await using project = await temporaryProject({ ...config(), "scenarios/a.json": validScenario });
  expect(await project.refusal(request)).toContain(said);
});

test("limits, artifacts and servers merge as the table says", async () => {
  const server = (url: string) => ({ type: "http", url: `https://${url}.test` });
  await using project = await temporaryProject({
    ...config({
      settings: { limits: { scenario: { time_minutes: 3, tokens: 500 }, run: { tokens: 9000 } } },
      artifacts: ["a", "b"],
      mcp_servers: { one: server("1"), two: server("2"), local: { type: "stdio", command: "./bin/server" } },
    }),
    "scenarios/a.json": {
      ...validScenario,
      limits: { time_minutes: 1 },
      artifacts: ["b", "c"],
      mcp_servers: { two: server("other") },
    },
  });
  const plan = await project.plan();
  expect(plan.runLimits).toEqual({ tokens: 9000 });
  expect(plan.jobs[0]?.scenario).toMatchObject({
    limits: { time_minutes: 1, tokens: 500 },
    artifacts: ["a", "b", "c"],
    mcpServers: {
      one: server("1"),
      two: server("other"),
      local: { type: "stdio", command: `${project.folder}/bin/server` },
    },
  });
});

test("a plain list in env is for agents, hooks and checks; an object says each", async () => {
  await using plain = await temporaryProject({ ...config({ env: ["A"] }), "scenarios/a.json": validScenario });
  expect((await plain.plan()).env).toEqual({ agent: ["A"], judge: [], hooks: ["A"], checks: ["A"] });
  await using each = await temporaryProject({
    ...config({ env: { judge: ["J"], hooks: ["H"] } }),
    "scenarios/a.json": validScenario,
  });
  expect((await each.plan()).env).toEqual({ agent: [], judge: ["J"], hooks: ["H"], checks: [] });
});

test("files of checks are hashed when the plan is made", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/cms/a.json": {
      ...validScenario,
      judge: [{ check: "x", verify: { command: "true", files: ["tests/**", "./plain.txt"] } }],
    },
    "scenarios/cms/tests/deep/t.txt": "abc",
    "scenarios/cms/plain.txt": "",
  });
  const plan = await project.plan();
  expect(plan.jobs[0]?.scenario.verifyFiles).toEqual({
    "tests/deep/t.txt": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "plain.txt": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  });
});

test("a plan is frozen in all its data", async () => {
  await using project = await temporaryProject({ ...config({ env: ["A"] }), "scenarios/a.json": validScenario });
  const plan = await project.plan();
  const [job] = plan.jobs;
  const parts = [
    plan,
    plan.jobs,
    job,
    job?.scenario,
    job?.scenario.checks,
    job?.scenario.checks[0],
    plan.env.agent,
    job?.agent.config,
    plan.digests,
  ];
  expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
});

test("custom adapters are loaded from the default export or the export adapter", async () => {
  const run = "run: async () => ({ status: 'completed', result: null })";
  await using project = await temporaryProject({
    ...config({ agents: ["One", "two"], adapters: { one: "./adapters/one.ts", Two: "adapters/two.mjs" } }),
    "adapters/one.ts": `export default { name: "one", ${run} };`,
    "adapters/two.mjs": `export const adapter = { name: "two", ${run} };`,
    "scenarios/a.json": validScenario,
  });
  expect(cellsOf(await project.plan())).toEqual(["a one 1", "a two 1"]);
});

test("a module that lacks run is refused with what it exports instead", async () => {
  await using project = await temporaryProject({
    ...config({ agents: ["one"], adapters: { one: "./one.mjs" } }),
    "one.mjs": "export default { name: 'one' };",
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toContain(
    'adapters.one\n  "./one.mjs" is not an adapter: its default export has no run function.',
  );
});

test.each(["keys: { required: 'X_KEY' }", "keys: ['X_KEY']", "keys: { optional: [5] }"])(
  "an adapter with %s is refused, with the way out",
  async (keys) => {
    await using project = await temporaryProject({
      ...config({ agents: ["one"], adapters: { one: "./one.mjs" } }),
      "one.mjs": `export default { name: 'one', ${keys}, run: async () => ({}) };`,
      "scenarios/a.json": validScenario,
    });
    const said = await project.refusal();
    expect(said).toContain(
      "adapters.one\n  The keys of this adapter must be lists of variable names.\n  Write: keys: { required: [...], oneOf: [...], optional: [...] }.",
    );
  },
);

test("two adapters whose names differ only in case are one name, and refused", async () => {
  await using project = await temporaryProject({
    ...config({ agents: ["one"], adapters: { one: "./one.mjs", ONE: "./one.mjs" } }),
    "one.mjs": "export default { name: 'one', run: async () => ({}) };",
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toContain(
    'adapters.ONE\n  The adapter "one" has the same name, ignoring case.\n  Rename or remove one of them.',
  );
});

test("a custom adapter may take the name of a built-in one, and that is said", async () => {
  await using project = await temporaryProject({
    ...config({ adapters: { command: "./one.mjs" } }),
    "one.mjs": "export default { name: 'mine', run: async () => ({ status: 'completed', result: null }) };",
    "scenarios/a.json": validScenario,
  });
  const plan = await project.plan();
  expect(plan.jobs[0]?.agent.adapter.name).toBe("mine");
  expect(project.messages.notices).toEqual(['The adapter "command" of this project replaces the built-in one']);
});

test("a model needs a {model} in the command", async () => {
  await using project = await temporaryProject({
    ...config({ agents: [{ ...validAgent, model: "m" }] }),
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toContain("{model}");
});

test("judges are taken from the flag, the question, the list, rules, in that order", async () => {
  const judge = (id: string) => `export default { id: "${id}", ask: async () => ({ status: "declined", why: "" }) };`;
  await using project = await temporaryProject({
    ...config({ judging: { agents: ["./first.mjs", "rules"], questions: { goal: "./goal.ts" } } }),
    "first.mjs": judge("first"),
    "goal.ts": judge("goal"),
    "scenarios/a.json": validScenario,
  });
  const ids = async (request = {}) => {
    const judges = (await project.plan(request)).jobs[0]?.judges;
    return [judges?.goal.id, judges?.environment.id, judges?.service.id, judges?.agent.id];
  };
  expect(await ids()).toEqual(["goal", "first", "first", "first"]);
  expect(await ids({ judge: "rules" })).toEqual(["rules", "rules", "rules", "rules"]);
});

test("with two configs the first by preference is used and that is said", async () => {
  await using project = await temporaryProject({
    ...config(),
    "axis.config.mjs": `export default { name: "module", agents: [{ agent: "command", command: "true" }] };`,
    "scenarios/a.json": validScenario,
  });
  expect((await project.plan()).name).toBe("module");
  expect(project.messages.notices).toEqual(["Using axis.config.mjs; axis.config.json in the same folder is ignored"]);
});

test("a config named with -c is relative to where the command was called, and its folder counts", async () => {
  await using project = await temporaryProject({
    "inner/my.json": { agents: [validAgent] },
    "inner/scenarios/a.json": validScenario,
  });
  expect((await project.plan({ configFile: "inner/my.json" })).configDir).toBe(`${project.folder}/inner`);
  expect(await project.refusal({ configFile: "none.json" })).toContain("There is no config file none.json");
});

test("an agent that a scenario names and nobody has is a warning, and a near miss a problem", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a.json": { ...validScenario, agents: ["command", "somebody"] },
  });
  await project.plan();
  expect(project.messages.warnings).toEqual([
    'scenarios/a.json  agents[1]: Unknown agent "somebody". a does not run with it.',
  ]);
  await project.write({ "scenarios/a.json": { ...validScenario, agents: ["comand"] } });
  expect(await project.refusal()).toContain(
    'scenarios/a.json  agents[0]\n  Unknown agent "comand". Did you mean "command"?',
  );
});

test("an unknown agent is shown where it is written: in the variant, its template, or the config", async () => {
  const variants = [{ name: "x" }, { name: "y", agents: ["command", "somebody"] }];
  const inline = { ...validScenario, key: "in", agents: ["nobody", "command"] };
  await using project = await temporaryProject({
    ...config({ scenarios: ["./scenarios", inline] }),
    "scenarios/a.json": { ...validScenario, agents: ["command", "anybody"], variants },
  });
  await project.plan();
  expect(project.messages.warnings.toSorted()).toEqual([
    'axis.config.json  scenarios[1].agents[0]: Unknown agent "nobody". in does not run with it.',
    'scenarios/a.json  agents[1]: Unknown agent "anybody". a@x does not run with it.',
    'scenarios/a.json  variants[1].agents[1]: Unknown agent "somebody". a@y does not run with it.',
  ]);
});

test("skills are the config's, then the agent's, then the scenario's, each name once", async () => {
  await using project = await temporaryProject({
    ...config({ skills: ["./skills/one"], agents: [{ ...validAgent, skills: ["./skills"] }] }),
    "scenarios/a.json": { ...validScenario, skills: ["./more", "./skills/one"] },
    "skills/one/SKILL.md": "# one",
    "skills/two/SKILL.md": "# two",
    "more/SKILL.md": "# more",
  });
  expect(
    (await project.plan()).jobs[0]?.skills.map(({ name, path }) => [name, path.slice(project.folder.length)]),
  ).toEqual([
    ["one", "/skills/one"],
    ["two", "/skills/two"],
    ["more", "/more"],
  ]);
});

test("a skill of an agent, a variant or an inline scenario is named by its own place", async () => {
  const own = {
    ...validScenario,
    skills: ["./none-1"],
    variants: [{ name: "plain" }, { name: "own", skills: ["./none-2"] }],
  };
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent, { ...validAgent, name: "second", skills: ["./one", "./none-3"] }],
      scenarios: ["./scenarios", { ...validScenario, key: "inline", skills: ["./none-4"] }],
    },
    "one/SKILL.md": "",
    "scenarios/a.json": own,
  });
  const said = await project.refusal();
  const placed = said.split("\n").filter((line) => line.includes("skills["));
  expect(placed.toSorted()).toEqual([
    "axis.config.json  agents[1].skills[1]",
    "axis.config.json  scenarios[1].skills[0]",
    "scenarios/a.json  skills[0]",
    "scenarios/a.json  variants[1].skills[0]",
  ]);
});

test("a skill that is not there is a problem with its place", async () => {
  await using project = await temporaryProject({
    ...config({ skills: ["./none"] }),
    "scenarios/a.json": { ...validScenario, skills: ["./empty"] },
    "empty/x.md": "",
  });
  const said = await project.refusal();
  expect(said).toContain('axis.config.json  skills[0]\n  No skill was found at "./none": there is no such folder.');
  expect(said).toContain(
    'scenarios/a.json  skills[0]\n  No skill was found at "./empty": neither the folder nor one directly below it contains a SKILL.md.',
  );
});

test("the same project has the same digests, also after it was moved", async () => {
  const files = { ...config(), "scenarios/a.json": validScenario, "scenarios/b.json": validScenario };
  await using one = await temporaryProject(files);
  await using other = await temporaryProject(files);
  const plan = await other.plan();
  expect((await one.plan()).digests).toEqual(plan.digests);
  expect(planChanges(planDocument(await one.plan()), plan)).toEqual([]);
});

test.each([
  ["a prompt", { "scenarios/a.json": { ...validScenario, prompt: "Say it louder" } }, {}, ['The scenario "a" changed']],
  [
    "a weight",
    config({ settings: { scoring_weights: { agent: 0.1, service: 0.3 } } }),
    {},
    ["The settings changed: weights, judges, metrics, variable names or hooks"],
  ],
  ["an agent", config({ agents: [{ ...validAgent, command: "false" }] }), {}, ['The agent "command" changed']],
  ["concurrency", config({ settings: { concurrency: 3, fail_under: 4 } }), {}, []],
  ["scoring", {}, { noScore: true }, ["Scoring was on and is now off"]],
  ["a new scenario", { "scenarios/c.json": validScenario }, {}, ['The scenario "c" is new']],
  ["fewer scenarios", {}, { scenarios: ["b"] }, ['The scenario "a" is gone']],
])("a change of %s is said", async (_what, files, request, said) => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a.json": validScenario,
    "scenarios/b.json": validScenario,
  });
  const before = planDocument(await project.plan());
  await project.write(files);
  expect(planChanges(before, await project.plan(request))).toEqual(said);
});

test("a changed file of a check, and another AXIS, are said", async () => {
  const scenario = { ...validScenario, judge: [{ check: "x", verify: { command: "true", files: ["t.txt"] } }] };
  await using project = await temporaryProject({ ...config(), "scenarios/a.json": scenario, "scenarios/t.txt": "1" });
  const before = planDocument(await project.plan());
  await project.write({ "scenarios/t.txt": "2" });
  const changed = { ...before, digests: { ...before.digests, axis: "other" } };
  expect(planChanges(changed, await project.plan())).toEqual([
    "The version or the formula of AXIS changed",
    'The scenario "a" changed',
  ]);
});

test("without scoring there is no gate, also where the config has one", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], settings: { fail_under: 50 } },
    "scenarios/a.json": validScenario,
  });
  expect((await project.plan()).gate).toEqual({ minPassRate: "most", failUnder: 50 });
  expect((await project.plan({ noScore: true })).gate.failUnder).toBeNull();
});

test("the gate of a flag wins over settings.gate, which wins over settings.fail_under", async () => {
  const gate = { min_pass_rate: 0.8, fail_under: 60 };
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], settings: { fail_under: 50, gate } },
    "scenarios/a.json": validScenario,
  });
  expect((await project.plan()).gate).toEqual({ minPassRate: 0.8, failUnder: 60 });
  expect((await project.plan({ minPassRate: "all", failUnder: 70 })).gate).toEqual({
    minPassRate: "all",
    failUnder: 70,
    countsOldFailures: true,
  });
});

test("gates of the settings go to scenarios without any, with defaults; [] switches them off", async () => {
  const gates = [{ name: "test", command: "npm test", retries: 1 }];
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent],
      settings: { gates, max_repair_loops: 2, sandbox: { memory_mb: 512 }, scorecard: { baseline_scope: "scenario" } },
    },
    "scenarios/inherits.json": { ...validScenario, sandbox: { cpu_percent: 50 }, protected_paths: ["t/**"] },
    "scenarios/none.json": { ...validScenario, gates: [] },
    "scenarios/own.json": {
      ...validScenario,
      gates: [{ name: "own", command: ["x"], timeout_seconds: 2, repair_loops: 0 }],
      requires_changes: false,
    },
  });
  const plan = await project.plan();
  const scenario = (key: string) => plan.jobs.find(({ cell }) => cell.scenario === key)?.scenario;
  expect(scenario("inherits")).toMatchObject({
    gates: [{ name: "test", command: "npm test", timeoutMs: 300_000, retries: 1, repairLoops: 2 }],
    requiresChanges: true,
    protectedPaths: ["t/**"],
    maxRepairLoops: 2,
    sandbox: { cpu_percent: 50 },
  });
  const policy = plan.jobs.find(({ cell }) => cell.scenario === "inherits")?.sandbox;
  expect(policy).toMatchObject({ memoryMb: 512, cpuPercent: 50, written: ["memory_mb", "cpu_percent"] });
  expect(scenario("none")?.gates).toBeUndefined();
  expect(scenario("none")?.requiresChanges).toBeUndefined();
  expect(scenario("own")?.gates).toEqual([
    { name: "own", command: ["x"], timeoutMs: 2000, retries: 0, repairLoops: 0 },
  ]);
  expect(scenario("own")?.requiresChanges).toBeUndefined();
  expect(plan.scorecard).toEqual({ baseline_scope: "scenario" });
});

test("an adapter that does not load is one problem, and its agents are no further ones", async () => {
  await using project = await temporaryProject({
    ...config({ agents: ["mine", { agent: "Mine", name: "b" }], adapters: { Mine: "./none.ts" } }),
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toBe(
    'axis.config.json  adapters.Mine\n  File "./none.ts" does not exist.\n  Write the path of a module.\nCheck again with: axis doctor',
  );
});

test("a filter by an adapter whose agents have names of their own says those names", async () => {
  const named = (name: string) => ({ ...validAgent, name });
  await using project = await temporaryProject({
    "axis.config.json": { agents: [named("mine"), "claude-code", named("yours")] },
    "scenarios/a.json": validScenario,
  });
  await expect(project.plan({ agents: ["Command"] })).rejects.toMatchObject({
    code: "plan-empty",
    hint: 'Agents are selected by name; the agents of the adapter "command" are "mine", "yours".',
  });
  await expect(project.plan({ agents: ["yors"] })).rejects.toMatchObject({ hint: 'Did you mean "yours"?' });
  await expect(project.plan({ agents: ["else"] })).rejects.toMatchObject({
    hint: 'Available: "mine", "claude-code", "yours".',
  });
});

test("a program that names no folder is told to, also one without types", async () => {
  for (const request of [{}, { folder: 3 }, undefined])
    await expect(loadPlan(request as unknown as PlanRequest)).rejects.toMatchObject({
      code: "flag-invalid",
      message: "loadPlan({ folder }) needs the folder of the project",
    });
});
