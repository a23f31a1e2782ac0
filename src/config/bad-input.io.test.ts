import { chmod, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "./libraries/temporary-repository.ts";

const sound = { "scenarios/hello.json": validScenario };
const withConfig = (config: object) =>
  temporaryProject({ ...sound, "axis.config.json": { agents: [validAgent], ...config } });
const withScenario = (scenario: object) =>
  temporaryProject({
    "axis.config.json": { agents: [validAgent] },
    "scenarios/a.json": { ...validScenario, ...scenario },
  });

test("1: without a config the names looked for and axis init are said, and one in the parent folder does not count", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent] },
    "inner/readme.txt": "x",
  });
  const said = await project.refusal({ folder: join(project.folder, "inner") });
  expect(said).toContain("axis.config.ts, axis.config.js, axis.config.mjs, axis.config.json");
  expect(said).toContain("axis init");
});

test("2: broken JSON is answered with line, column, the line and a caret", async () => {
  await using project = await temporaryProject({ "axis.config.json": '{\n  "agents": ["command",]\n}\n' });
  expect(await project.refusal()).toBe(
    [
      "axis.config.json is not valid JSON: line 2, column 24: a comma is not allowed before ]",
      '    "agents": ["command",]',
      "                         ^",
    ].join("\n"),
  );
});

test("3: an unknown key and an unknown agent are answered with the nearest ones", async () => {
  await using project = await withConfig({ settings: { concurency: 3 }, agents: ["comand", validAgent] });
  const said = await project.refusal();
  expect(said).toContain('settings.concurency\n  Unknown key "concurency". Did you mean "concurrency"?');
  expect(said).toContain('agents[0]\n  Unknown agent "comand". Did you mean "command"?');
});

test.each([
  ["5", 'the string "5"'],
  [0, "0"],
  [-1, "-1"],
  [2.5, "2.5"],
  [1e9, "1000000000"],
])("4: trials %j is refused and not coerced", async (trials, found) => {
  await using project = await withConfig({ settings: { trials } });
  expect(await project.refusal()).toContain(
    `settings.trials\n  Expected a whole number from 1 to 1000, found ${found}.`,
  );
});

test("5: weights that sum to 0.9 are answered with the sum and by how much to change it", async () => {
  await using project = await withConfig({ settings: { scoring_weights: { goal_achievement: 0.3 } } });
  expect(await project.refusal()).toContain(
    "settings.scoring_weights\n  The four weights sum to 0.900; they must sum to 1.0 (0.99 to 1.01).\n  Raise one of them by 0.100.",
  );
});

test("5: a negative weight and a weight that is not a number are refused", async () => {
  await using negative = await withConfig({ settings: { scoring_weights: { agent: -0.1 } } });
  expect(await negative.refusal()).toContain("scoring_weights.agent\n  Expected a number of 0 or more, found -0.1.");
  await using nan = await temporaryProject({
    ...sound,
    "axis.config.mjs": `export default { agents: [{ agent: "command", command: "true" }], settings: { scoring_weights: { agent: NaN } } };`,
  });
  expect(await nan.refusal()).toContain("scoring_weights.agent\n  Expected a number of 0 or more, found NaN.");
});

test.each(["margin", "pass_margin"])("6: a %s of 0.03 is taken, with a warning that points are meant", async (key) => {
  await using project = await withConfig({ settings: { verdict: { [key]: 0.03 } } });
  expect((await project.plan()).verdict).toEqual({ [key]: 0.03 });
  expect(project.messages.warnings).toEqual([
    `axis.config.json  settings.verdict.${key}: The unit is points; 0.03 points is less than rounding. Write 3 for 3 points.`,
  ]);
});

test.each([
  [{ margin: -1 }, "settings.verdict.margin"],
  [{ pass_mark: 101 }, "settings.verdict.pass_mark"],
  [{ alpha: 0 }, "settings.verdict.alpha"],
  [{ unscored: 2 }, "settings.verdict.unscored"],
  [{ rule: "strict" }, "settings.verdict.rule"],
  [{ metrics: "pass" }, "settings.verdict.metrics"],
])("a verdict of %j is refused", async (verdict, place) => {
  await using project = await withConfig({ settings: { verdict } });
  expect(await project.refusal()).toContain(place);
});

test("7: a value in env is refused and not echoed", async () => {
  await using project = await withConfig({ env: ["GOOD_NAME", "KEY=hunter2hunter2"] });
  const said = await project.refusal();
  expect(said).toContain("env[1]\n  This is not the name of an environment variable. Names only, never values.");
  expect(said).not.toContain("hunter2");
});

test("what AXIS tells scripts is not passed on to agents by name", async () => {
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent],
      scenarios: "./scenarios",
      env: { agent: ["MY_KEY", "AXIS_URL", "AXIS_CONFIG_DIR"] },
    },
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toBe(
    "axis.config.json  env.agent[2]\n  AXIS sets AXIS_CONFIG_DIR itself, for scripts and never for agents.\n  Remove it.\nCheck again with: axis doctor",
  );
});

test.each([
  ["an agent name", { agents: ["sk-ant-api03-abcdefghijklmnopqrstuvwx"] }, "agents[0]"],
  [
    "a flag",
    { agents: [{ ...validAgent, flags: { key: "ghp_abcdefghijklmnopqrstuvwxyz0123456789" } }] },
    "agents[0].flags.key",
  ],
  [
    "a header",
    {
      mcp_servers: {
        a: { type: "http", url: "https://x.test", headers: { A: "Bearer sk-proj-abcdefghijklmnopqrstuvwx" } },
      },
    },
    "mcp_servers.a.headers.A",
  ],
  ["a name", { env: ["AKIAABCDEFGHIJKLMNOP"] }, "env[0]"],
])("7: a secret-shaped string as %s is refused and not echoed", async (_where, config, path) => {
  await using project = await withConfig(config);
  const said = await project.refusal();
  expect(said).toContain(`axis.config.json  ${path}\n  This looks like a secret.`);
  expect(said).not.toMatch(/abcdefghijkl|ABCDEFGHIJKL/);
});

test("9: a module that throws is answered with its own message", async () => {
  await using project = await temporaryProject({ ...sound, "axis.config.ts": `throw new Error("no luck today");` });
  expect(await project.refusal()).toBe("axis.config.ts could not be loaded: no luck today");
});

test("9: a module without a default export is refused", async () => {
  await using project = await temporaryProject({ ...sound, "axis.config.ts": "export const config = {};" });
  expect(await project.refusal()).toContain("axis.config.ts has no default export");
});

test("10: a config nested 10,000 deep is refused as deeper than 64", async () => {
  const deep = `{"agents": ["command"], "name": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
  await using project = await temporaryProject({ ...sound, "axis.config.json": deep });
  expect(await project.refusal()).toContain("nested deeper than 64 levels");
});

test("10: a config that refers back to itself is refused", async () => {
  const text = `const config = { agents: ["command"], settings: {} }; config.settings.self = config; export default config;`;
  await using project = await temporaryProject({ ...sound, "axis.config.mjs": text });
  expect(await project.refusal()).toContain("settings.self\n  This refers back to an object that contains it.");
});

test.each([
  "{AT}",
  '{"settings": {AT}',
  '{"mcp_servers": {AT}',
  '{"mcp_servers": {"a": {"type": "http", "url": "x", "headers": {AT}}',
])("10: the key __proto__ is unknown in %s", async (shape) => {
  const open = shape.replace("{AT}", '{"__proto__": {"polluted": true}');
  const text = `${open}${"}".repeat(open.split("{").length - open.split("}").length - 1)}, "agents": [{"agent": "command", "command": "true"}]}`;
  await using project = await temporaryProject({ ...sound, "axis.config.json": text });
  expect(await project.refusal()).toContain('Unknown key "__proto__".');
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("10: a YAML alias bomb is refused", async () => {
  const lines = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} [${Array.from({ length: 10 }, () => `*a${level}`).join(", ")}]`,
  );
  const bomb = ["a0: &a0 x", ...lines, "prompt: x"].join("\n");
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], scenarios: ["bomb.yaml"] },
    "bomb.yaml": bomb,
  });
  expect(await project.refusal()).toContain("bomb.yaml has more than 100 aliases");
});

test("10: YAML nested 10,000 deep is refused as deeper than 64", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], scenarios: ["deep.yaml"] },
    "deep.yaml": `prompt: x\nname: ${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  });
  expect(await project.refusal()).toMatch(/deeper than 64/i);
});

test.each([
  ["../../x", 'has a segment ".."'],
  ["/abs", "has an empty segment"],
  ["a//b", "has an empty segment"],
  ["C:x", "contains a character that is not allowed"],
  ["a\\b", "contains a character that is not allowed"],
  ["nul", "is a device name on Windows"],
])("11: the key %j is refused with the rule it breaks", async (key, rule) => {
  await using project = await withConfig({ scenarios: [{ ...validScenario, key }] });
  const said = await project.refusal();
  expect(said).toContain("scenarios[0].key");
  expect(said).toContain(rule);
});

test("12: keys that differ only in case are refused with both places", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent] },
    "scenarios/Login.json": validScenario,
    "scenarios/login.yaml": "name: x\nprompt: x\njudge: x\n",
  });
  const said = await project.refusal();
  expect(said).toContain("scenarios/login.yaml");
  expect(said).toContain('The keys "Login" and "login" differ only in case; the first is in scenarios/Login.json.');
});

test("12: the same key inline and in a file is refused with both places", async () => {
  await using project = await withConfig({ scenarios: ["./scenarios", { ...validScenario, key: "hello" }] });
  expect(await project.refusal()).toContain(
    'axis.config.json  scenarios[1]\n  The key "hello" is already taken by scenarios/hello.json.',
  );
});

test.each([
  ["prompt", { prompt: "  \n" }, "prompt\n  The prompt is blank."],
  ["judge", { judge: [] }, "judge\n  This list must not be empty."],
  ["limit 0", { limits: { time_minutes: 0 } }, "limits.time_minutes\n  Expected a number above 0, found 0."],
  ["negative limit", { limits: { tokens: -5 } }, "limits.tokens\n  Expected a whole number above 0, found -5."],
])("13: a scenario with a bad %s is refused with file and field", async (_what, scenario, said) => {
  await using project = await withScenario(scenario);
  expect(await project.refusal()).toContain(`scenarios/a.json  ${said}`);
});

test("14: a file in a walked folder that does not parse is refused, or left out on request", async () => {
  await using project = await temporaryProject({
    ...sound,
    "axis.config.json": { agents: [validAgent] },
    "scenarios/broken.json": "{",
  });
  const sentence = "scenarios/broken.json is not valid JSON: line 1, column 2";
  expect(await project.refusal()).toContain(sentence);
  const plan = await project.plan({ skipBroken: true });
  expect(plan.jobs.map(({ cell }) => cell.scenario)).toEqual(["hello"]);
  expect(plan.leftOut).toEqual(["scenarios/broken.json"]);
  expect(project.messages.warnings.join("\n")).toContain(sentence);
});

test("14: a file that is named directly and does not parse is refused", async () => {
  await using project = await withConfig({ scenarios: ["broken.json"] });
  await project.write({ "broken.json": "{" });
  expect(await project.refusal()).toContain("broken.json is not valid JSON");
});

test.each([
  [
    "verify.file",
    { judge: [{ check: "x", verify: { file: "../secret" } }] },
    'judge[0].verify.file\n  "../secret" leads out of the workspace.',
  ],
  ["an absolute verify.file", { judge: [{ check: "x", verify: { file: "/etc/passwd" } }] }, "judge[0].verify.file"],
  [
    "copy",
    { setup: [{ action: "copy", match: "x", destination: "../../out" }] },
    'setup[0].destination\n  "../../out" leads out of the workspace.',
  ],
  ["artifacts", { artifacts: ["../x"] }, "artifacts[0]"],
  [
    "verify.files",
    { judge: [{ check: "x", verify: { command: "x", files: ["../tests/**"] } }] },
    "judge[0].verify.files[0]",
  ],
])("15: %s that leaves its folder is refused", async (_what, scenario, said) => {
  await using project = await withScenario(scenario);
  expect(await project.refusal()).toContain(`scenarios/a.json  ${said}`);
});

test("15: verify.files behind a link that leads out match nothing", async () => {
  await using outside = await temporaryProject({ "secret.txt": "x" });
  await using project = await withScenario({
    judge: [{ check: "x", verify: { command: "true", files: ["tests/**"] } }],
  });
  await symlink(outside.folder, join(project.folder, "scenarios/tests"));
  expect(await project.refusal()).toContain('judge[0].verify.files[0]\n  "tests/**" matches no file.');
});

test("16: what is no regular expression is refused with the pattern", async () => {
  await using project = await withScenario({ judge: [{ check: "x", verify: { matches: "(open" } }] });
  expect(await project.refusal()).toContain('judge[0].verify.matches\n  "(open" is not a regular expression');
});

test("16: verify.files that match nothing are refused with the pattern", async () => {
  await using project = await withScenario({
    judge: [{ check: "x", verify: { command: "true", files: ["tests/**"] } }],
  });
  await mkdir(join(project.folder, "tests"));
  await writeFile(join(project.folder, "tests/a.txt"), "beside the config, not beside the scenario");
  expect(await project.refusal()).toContain('"tests/**" matches no file.');
});

test("16: a pattern that is none and files that match nothing are said together, for every scenario", async () => {
  const judge = [
    { check: "x", verify: { matches: "(open" } },
    { check: "y", verify: { command: "true", files: ["tests/**", "../outside"] } },
  ];
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent],
      scenarios: ["./scenarios", { key: "inline", ...validScenario, judge }],
    },
    "scenarios/a.json": { ...validScenario, judge },
  });
  const said = await project.refusal();
  for (const place of ["scenarios/a.json  ", "axis.config.json  scenarios[1]."]) {
    expect(said).toContain(`${place}judge[0].verify.matches\n  "(open" is not a regular expression`);
    expect(said).toContain(`${place}judge[1].verify.files[0]\n  "tests/**" matches no file.`);
    expect(said).toContain(`${place}judge[1].verify.files[1]\n  "../outside" leads out of the scenario's folder.`);
  }
  expect(said).not.toContain('"../outside" matches no file');
});

test("21: a scenario filter that matches nothing is refused with the nearest key", async () => {
  await using project = await withConfig({});
  expect(await project.refusal({ scenarios: ["helo"] })).toBe('No scenario matches "helo"\nDid you mean "hello"?');
});

test("21: an agent filter that matches nothing is refused with the agents there are", async () => {
  await using project = await withConfig({});
  expect(await project.refusal({ agents: ["something-else"] })).toBe(
    'No agent matches "something-else"\nAvailable: "command".',
  );
});

test("21: a plan of skipped scenarios only is refused", async () => {
  await using project = await withScenario({ skip: true });
  expect(await project.refusal()).toContain("every scenario is skipped");
});

test("a scenario behind a link that leads out of the folder is not read", async () => {
  await using outside = await temporaryProject({ "stolen.json": validScenario, "folder/other.json": validScenario });
  await using project = await withConfig({});
  await symlink(join(outside.folder, "stolen.json"), join(project.folder, "scenarios/stolen.json"));
  await symlink(join(outside.folder, "folder"), join(project.folder, "scenarios/folder"));
  const plan = await project.plan();
  expect(plan.jobs.map(({ cell }) => cell.scenario)).toEqual(["hello"]);
});

test.each([
  [
    "a name twice",
    [
      { name: "a", command: "x" },
      { name: "a", command: "y" },
    ],
    "gates[1].name",
  ],
  ["an empty command", [{ name: "a", command: "" }], "gates[0].command"],
  ["a blank command", [{ name: "a", command: "  " }], "gates[0].command"],
  ["an empty list", [{ name: "a", command: [] }], "gates[0].command"],
  ["no time at all", [{ name: "a", command: "x", timeout_seconds: 0 }], "gates[0].timeout_seconds"],
  ["21 of them", Array.from({ length: 21 }, (_, index) => ({ name: `g${index}`, command: "x" })), "gates"],
  ["an unknown key", [{ name: "a", command: "x", retry: 1 }], "gates[0].retry"],
  ["the name of AXIS's own gate", [{ name: "protected-files", command: "x" }], "gates[0].name"],
  ["a name that is no name", [{ name: "../a", command: "x" }], "gates[0].name"],
  ["too many retries", [{ name: "a", command: "x", retries: 6 }], "gates[0].retries"],
])("gates with %s are refused at their place", async (_, gates, place) => {
  await using scenario = await withScenario({ gates });
  expect(await scenario.refusal()).toContain(`scenarios/a.json  ${place}`);
  await using config = await withConfig({ settings: { gates } });
  expect(await config.refusal()).toContain(`settings.${place}`);
});

test("paths, limits and weights that cannot be meant are refused", async () => {
  await using scenario = await withScenario({
    protected_paths: ["../x"],
    sandbox: { memory_mb: 1 },
    max_repair_loops: 11,
  });
  const said = await scenario.refusal();
  for (const place of ["protected_paths[0]", "sandbox.memory_mb", "max_repair_loops"]) expect(said).toContain(place);
  await using config = await withConfig({
    settings: { scorecard: { weights: { completion: 0.6 } }, workspace: "Not A Slug" },
  });
  const refused = await config.refusal();
  expect(refused).toContain("settings.scorecard.weights");
  expect(refused).toContain("settings.workspace");
});

test("14: a file that is named and cannot be a scenario is answered with the way out", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], scenarios: ["./no-default.mjs", "./notes.txt", "./axis.config.json"] },
    "no-default.mjs": "export const scenario = {};",
    "notes.txt": "x",
  });
  const said = await project.refusal();
  const end =
    "It must end in .json, .yaml, .yml, .ts, .mts, .cts, .js, .mjs, .cjs, and must not be an axis.config file.";
  expect(said).toContain(
    "no-default.mjs\n  This is not a scenario: it has no default export.\n  Write: export default { ... }",
  );
  expect(said).toContain(`notes.txt\n  This is not a scenario file.\n  ${end}`);
  expect(said).toContain(`axis.config.json\n  This is not a scenario file.\n  ${end}`);
});

test("15: verify.files that cannot be read are a problem with its place", async () => {
  await using project = await withScenario({
    judge: [{ check: "It passes", verify: { command: "true", files: ["tests/**"] } }],
  });
  await project.write({ "scenarios/tests/huge.bin": "" });
  await truncate(join(project.folder, "scenarios/tests/huge.bin"), 2 ** 31 + 1);
  expect(await project.refusal()).toMatch(
    /judge\[0\]\.verify\.files\[0\]\n {2}tests\/huge\.bin could not be read: .*2 GiB/,
  );
});

const isRoot = process.getuid?.() === 0;
test.skipIf(isRoot)(
  `a folder of skills that nobody may read is a problem with its place${isRoot ? " (skipped: nothing is forbidden to root)" : ""}`,
  async () => {
    await using project = await withConfig({ skills: ["./skills"] });
    await project.write({ "skills/one/SKILL.md": "" });
    await chmod(join(project.folder, "skills"), 0o000);
    expect(await project.refusal()).toMatch(/skills\[0\]\n {2}The folder of skills could not be read: EACCES/);
    await chmod(join(project.folder, "skills"), 0o700);
  },
);
