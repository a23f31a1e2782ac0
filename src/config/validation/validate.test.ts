import { expect, test } from "vitest";
import { createFindings, problemsText } from "./problem.ts";
import { validateConfig, validateScenario } from "./validate.ts";

const scenario = { name: "A", prompt: "Do it", judge: "It is done" };

function saidOfConfig(config: object): string {
  const findings = createFindings();
  validateConfig({ agents: ["command"], ...config }, "axis.config.json", findings);
  return problemsText(findings.problems);
}

function saidOfScenario(fields: object): string {
  const findings = createFindings();
  validateScenario({ ...scenario, ...fields }, { file: "a.json", path: [] }, findings);
  return problemsText(findings.problems);
}

test("a sound config and a sound scenario have no problems", () => {
  expect(saidOfConfig({ scenarios: "./scenarios", settings: { trials: 3 }, env: { agent: ["A"] } })).toBe("");
  expect(saidOfScenario({ limits: { time_minutes: 0.5 }, variants: [{ name: "control" }] })).toBe("");
});

test.each([
  ["mcpServers", "mcp_servers"],
  ["tasks", "scenarios"],
  ["evaluators", "judging"],
  ["judges", "judging"],
  ["models", "agents[].model"],
])("in a config, %s is answered with %s", (written, meant) => {
  expect(saidOfConfig({ [written]: {} })).toContain(`Unknown key "${written}". Did you mean "${meant}"?`);
});

test.each([
  ["timeMinutes", "limits.time_minutes"],
  ["timeout", "limits.time_minutes"],
  ["timeoutMinutes", "limits.time_minutes"],
  ["maxTokens", "limits.tokens"],
  ["tokenLimit", "limits.tokens"],
  ["criteria", "judge"],
  ["success_criteria", "judge"],
  ["expected", "judge"],
  ["assertions", "judge"],
  ["mcpServers", "mcp_servers"],
])("in a scenario, %s is answered with %s", (written, meant) => {
  expect(saidOfScenario({ [written]: 1 })).toContain(`Unknown key "${written}". Did you mean "${meant}"?`);
});

test.each([
  ["timeout", "time_minutes"],
  ["maxTokens", "tokens"],
])("in a config and its settings, %s is answered with the limits of all scenarios", (written, meant) => {
  expect(saidOfConfig({ [written]: 1 })).toContain(`Did you mean "settings.limits.scenario.${meant}"?`);
  expect(saidOfConfig({ settings: { [written]: 1 } })).toContain(`Did you mean "limits.scenario.${meant}"?`);
});

test("a mistake in a list hides none of its other items, each at its own place", () => {
  const script = { action: "run_script" };
  const said = saidOfScenario({
    judge: [{ chek: "x" }, { check: "y", verify: { file: "../y" } }, { check: " " }],
    setup: [script, { action: "copy", match: "a", destination: "../x" }],
    artifacts: [5, "../out"],
    variants: [{ name: "a b" }, { name: "x" }, { name: "x" }, { name: "y", setup: [{}, { ...script, command: " " }] }],
  });
  expect(said.split("\n").filter((line) => line.startsWith("a.json"))).toEqual(
    expect.arrayContaining([
      "a.json  judge[0].chek",
      "a.json  judge[1].verify.file",
      "a.json  judge[2].check",
      "a.json  setup[0].command",
      "a.json  setup[1].destination",
      "a.json  artifacts[0]",
      "a.json  artifacts[1]",
      "a.json  variants[0].name",
      "a.json  variants[2].name",
      "a.json  variants[3].setup[1].command",
    ]),
  );
  expect(said).not.toContain("weights");
});

test("the same holds for judges, variables, skills and gates of a config", () => {
  const said = saidOfConfig({
    judging: { agents: ["", "antropic/some-model"], panel: ["rules", "opnai/some-model"] },
    env: { agent: ["A=1"], hooks: "X" },
    skills: [1, "nowhere"],
    settings: { gates: [{}, { name: "test", command: " " }] },
  });
  expect(said).toContain('judging.agents[1]\n  Unknown provider "antropic"; did you mean "anthropic"?\n');
  expect(said).toContain('judging.panel[1]\n  Unknown provider "opnai"; did you mean "openai"?\n');
  expect(said).toContain("env.agent[0]\n  This is not the name of an environment variable.");
  expect(said).toContain("skills[1]\n  This is not a source of skills.");
  expect(said).toContain("settings.gates[1].command\n  The command is blank.");
});

test("one adapter without a path takes no other one away", () => {
  const findings = createFindings();
  const raw = { agents: ["command"], adapters: { mine: "./mine.ts", other: "" } };
  expect(validateConfig(raw, "axis.config.json", findings).config.adapters).toEqual({ mine: "./mine.ts" });
});

test.each(["runScript", "shell"])("the action %s is answered with run_script", (action) => {
  expect(saidOfScenario({ setup: [{ action, command: "x" }] })).toBe(
    `a.json  setup[0].action\n  Expected one of "run_script", "copy", found the string "${action}". Did you mean "run_script"?`,
  );
});

test("a key that is near nothing is answered with the keys there are", () => {
  expect(saidOfConfig({ judging: { something: 1 } })).toContain(
    "Allowed here: agents, questions, panel, retries, timeout_minutes.",
  );
});

test.each([
  "shop.example.test/mcp",
  "ws://x.test",
  "file:///srv",
  "https://",
  "https://a b",
  "https://x.test:port",
  "hello ${HOST}",
])("an MCP server whose url is %j is a mistake wherever it stands, together with all others", (url) => {
  const mcp_servers = { shop: { type: "http", url }, good: { type: "http", url: "https://x.test" }, bad: {} };
  const words =
    "  This is not an address that begins with http:// or https:// and names a host.\n  Write the full address";
  const said = saidOfConfig({ mcp_servers, settings: { trials: 0 } });
  expect(said).toContain(`axis.config.json  mcp_servers.shop.url\n${words}`);
  expect(said).toContain("settings.trials");
  expect(said).toContain("mcp_servers.bad.type");
  expect(said).not.toContain("mcp_servers.good");
  const variants = [{ name: "v", mcp_servers }];
  const scenarioSaid = saidOfScenario({ mcp_servers, variants });
  expect(scenarioSaid).toContain(`a.json  mcp_servers.shop.url\n${words}`);
  expect(scenarioSaid).toContain(`a.json  variants[0].mcp_servers.shop.url\n${words}`);
});

test.each([
  "http://127.0.0.1:8080",
  "HTTPS://x.test/mcp?a=b",
  "${URL}",
  "${BASE}/mcp",
  "http${S}://x",
  "https://${HOST}:${PORT}/",
])("an MCP server whose url is %j is sound, or can be once its variables are known", (url) => {
  expect(saidOfConfig({ mcp_servers: { shop: { type: "http", url } } })).toBe("");
});

test("an unknown key of an action, a server or a check is explained by the kind it is", () => {
  expect(saidOfScenario({ setup: [{ action: "copy", match: "a", dest: "b" }] })).toContain(
    "Allowed here: action, match, destination.",
  );
  expect(saidOfConfig({ mcp_servers: { a: { type: "http", uri: "x" } } })).toContain(
    'mcp_servers.a.uri\n  Unknown key "uri". Did you mean "url"?',
  );
  expect(saidOfScenario({ judge: [{ check: "x", verify: { comand: "x" } }] })).toContain("judge[0].verify.comand");
  expect(saidOfScenario({ judge: [{ check: "x", verify: { command: "x", timeout: 3 } }] })).toContain(
    "Allowed here: command, timeout_minutes",
  );
});

test.each([
  [{ agents: "command" }, 'agents\n  Expected a list, found the string "command".'],
  [{ agents: [] }, "agents\n  This list must not be empty."],
  [{ agents: [3] }, "agents[0]\n  Expected a string or an object, found 3."],
  [{ agents: [{ model: "m" }] }, "agents[0].agent\n  This key is required: a string."],
  [{ agents: undefined }, "agents\n  This key is required: a list."],
  [{ scenarios: 3 }, "scenarios\n  Expected a string or a list, found 3."],
  [{ scenarios: [{ key: "a", name: "A", judge: "x" }] }, "scenarios[0].prompt\n  This key is required: a string."],
  [{ settings: { concurrency: 0 } }, "settings.concurrency\n  Expected a whole number of 1 or more, found 0."],
  [{ settings: { fail_under: 120 } }, "settings.fail_under\n  Expected a number from 0 to 100, found 120."],
  [{ mcp_servers: { a: { command: "x" } } }, 'mcp_servers.a.type\n  This key is required: one of "stdio", "http".'],
  [{ env: { agents: ["A"] } }, 'env.agents\n  Unknown key "agents". Did you mean "agent"?'],
  [{ env: "KEY=secret" }, "env\n  Expected a list or an object, found a string."],
  [{ judging: { agents: [{ provider: "p" }] } }, "judging.agents[0].model\n  This key is required: a string."],
  [
    { judging: { agents: [{ provider: "opnai", model: "m" }] } },
    'judging.agents[0]\n  Unknown provider "opnai"; did you mean "openai"?',
  ],
  [
    { judging: { questions: { goal: "antropic/claude" } } },
    'judging.questions.goal\n  Unknown provider "antropic"; did you mean "anthropic"?',
  ],
  [
    { judging: { agents: [{ provider: "compatible", model: "m" }] } },
    'judging.agents[0]\n  Model "compatible/m" needs the URL of its server.',
  ],
  [
    { judging: { agents: [{ provider: "openai", model: "m", api_key_env: "my key" }] } },
    "judging.agents[0].api_key_env\n  This is not the name of an environment variable.",
  ],
  [{ judging: { questions: { goal: {} } } }, "judging.questions.goal.provider\n  This key is required: a string."],
  [{ judging: { questions: { goal: { agent: 3 } } } }, "judging.questions.goal.agent\n  Expected a string, found 3."],
  [{ judging: { panel: ["rules", "rules"] } }, "judging.panel\n  A panel has an odd number of judges"],
  [{ judging: { agents: [{ agent: "goose", modle: "m" }] } }, 'judging.agents[0].modle\n  Unknown key "modle".'],
  [{ skills: ["not a source"] }, "skills[0]\n  This is not a source of skills."],
  [
    { beforeAll: [{ action: "copy", match: "a", destination: ".." }] },
    'beforeAll[0].destination\n  ".." leads out of the config directory.',
  ],
  [
    { afterAll: [{ action: "copy", match: "../a", destination: "b" }] },
    'afterAll[0].match\n  "../a" leads out of the config directory.',
  ],
  [{ artifacts: ["a/**", "../b"] }, 'artifacts[1]\n  "../b" leads out of the workspace.'],
  [
    { settings: { services: ["acme", "https://api.acme.dev/v1"] } },
    'settings.services[1]\n  "https://api.acme.dev/v1" is neither a command nor a host.\n  Did you mean "api.acme.dev"?',
  ],
  [{ settings: { servces: ["acme"] } }, 'settings.servces\n  Unknown key "servces". Did you mean "services"?'],
  [
    { settings: { scoring_weights: { agent: 0.3 } } },
    "settings.scoring_weights\n  The four weights sum to 1.100; they must sum to 1.0 (0.99 to 1.01).\n  Lower one of them by 0.100.",
  ],
])("the config %j is explained in plain words", (config, said) => {
  expect(saidOfConfig(config)).toContain(`axis.config.json  ${said}`);
});

test.each([
  [{ judge: 3 }, "judge\n  Expected a string or a list, found 3."],
  [{ judge: "  " }, "judge\n  The rubric is blank."],
  [{ judge: [{ check: "x", weight: -1 }] }, "judge[0].weight\n  Expected a number of 0 or more, found -1."],
  [{ judge: [{ check: "x", weight: 0 }] }, "judge\n  All weights are 0."],
  [
    { judge: [{ check: "x", weight: 1 }, { check: "y" }] },
    "judge\n  The given weights sum to 1.000, which leaves nothing for the one check without a weight.",
  ],
  [{ judge: [{ check: "x", verify: {} }] }, "judge[0].verify\n  This verifies nothing."],
  [
    { judge: [{ check: "x", verify: { contains: [] } }] },
    "judge[0].verify.contains\n  This holds for every text.\n  Write what the text must contain.",
  ],
  [{ judge: [{ check: "x", verify: { contains: "" } }] }, "judge[0].verify.contains\n  This holds for every text."],
  [{ judge: [{ check: "x", verify: { json: {} } }] }, "judge[0].verify.json\n  This holds for every text."],
  [
    { judge: [{ check: "x", verify: 5 }] },
    "judge[0].verify\n  Expected a string or an object, found 5.\n  Keys of an object: command, timeout_minutes, files, expect_output, file, exists, contains, matches, json.",
  ],
  [
    { judge: [{ check: "x", verify: { path: "a.txt", text: "b" } }] },
    'judge[0].verify.text\n  Unknown key "text".\n  Allowed here: command, timeout_minutes, files, expect_output, file, exists, contains, matches, json.',
  ],
  [
    { judge: [{ check: "x", verify: { match: "b" } }] },
    'judge[0].verify.match\n  Unknown key "match". Did you mean "matches"?',
  ],
  [
    { judge: [{ check: "x", verify: { command: "true", contains: "b" } }] },
    'judge[0].verify.contains\n  "contains" cannot be combined with "command".\n  Write one check for each.',
  ],
  [{ judge: [{ check: "x", verify: { exists: true } }] }, "judge[0].verify.exists\n  exists needs file."],
  [{ judge: [{ check: "x", verify: { matches: "/a/zz" } }] }, ""],
  [
    { judge: [{ check: "x", verify: { matches: "/(/u" } }] },
    'judge[0].verify.matches\n  "/(/u" is not a regular expression',
  ],
  [
    { judge: [{ check: "x", verify: { json: { "a..b": 1 } } }] },
    'judge[0].verify.json["a..b"]\n  "a..b" is not a path.',
  ],
  [
    { judge: [{ check: "x", verify: { json: { a: { $gt: 1 } } } }] },
    'judge[0].verify.json.a.$gt\n  Unknown operator "$gt". Did you mean "$gte"?',
  ],
  [
    { judge: [{ check: "x", verify: { json: { a: { $gte: 1, $lte: 2 } } } }] },
    "judge[0].verify.json.a\n  An operator such as $gte must be the only key.",
  ],
  [
    { judge: [{ check: "x", verify: { json: { a: { $exists: "yes" } } } }] },
    "judge[0].verify.json.a.$exists\n  $exists takes true or false.",
  ],
  [
    { judge: [{ check: "x", verify: { json: { a: { $matches: "(" } } } }] },
    'judge[0].verify.json.a.$matches\n  "(" is not a regular expression',
  ],
  [{ variants: [] }, "variants\n  This list must not be empty."],
  [{ variants: [{ name: "a b" }] }, "variants[0].name\n  A variant name may contain only letters, digits, _ and -."],
  [{ variants: [{ name: "a" }, { name: "a" }] }, 'variants[1].name\n  variants[0] has the name "a" too.'],
  [
    { variants: [{ name: "a" }, { name: "A" }] },
    'variants[1].name\n  variants[0] has the name "a", which differs only in case.',
  ],
  [
    { variants: [{ name: "a", judge: "x", rubric: "y" }] },
    "variants[0].rubric\n  rubric is the old name of judge; both are given.",
  ],
  [{ limits: { timeout: 5 } }, 'limits.timeout\n  Unknown key "timeout". Did you mean "time_minutes"?'],
  [{ mcp_servers: new Map() }, "mcp_servers\n  Expected an object, found an object of the class Map."],
  [{ variants: [{ name: "a", prompt: " " }] }, "variants[0].prompt\n  The prompt is blank."],
  [{ rubric: "x" }, "rubric\n  rubric is the old name of judge; both are given."],
  [{ name: " " }, "name\n  The name is blank."],
  [{ setup: [{ action: "run_script", command: " " }] }, "setup[0].command\n  The command is blank."],
  [{ teardown: [{ action: "run_script", command: " " }] }, "teardown[0].command\n  The command is blank."],
  [
    { teardown: [{ action: "copy", match: "a", destination: "../b" }] },
    'teardown[0].destination\n  "../b" leads out of the workspace.',
  ],
  [{ gates: [{ name: "a", command: " " }] }, "gates[0].command\n  The command is blank."],
  [{ gates: [{ name: "a", command: [" ", "x"] }] }, "gates[0].command\n  The command is blank."],
  [{ gates: [{ name: "a", command: ["npm", " "] }] }, ""],
  [{ protected_paths: ["a/**", "../b"] }, 'protected_paths[1]\n  "../b" leads out of the workspace.'],
  [{ artifacts: ["a/**", "../b"] }, 'artifacts[1]\n  "../b" leads out of the workspace.'],
  [{ protected_paths: ["a/**"], artifacts: ["b/../c"], skills: ["./d"] }, ""],
  [{ variants: [{ name: "nul" }] }, "variants[0].name\n  The name "],
  [{ variants: [{ name: "a", setup: [{ action: "run_script", command: "" }] }] }, "variants[0].setup[0].command\n"],
  [{ agents: [] }, "agents\n  This list must not be empty."],
])("the scenario with %j is explained in plain words", (fields, said) => {
  if (said === "") expect(saidOfScenario(fields)).toBe("");
  else expect(saidOfScenario(fields)).toContain(`a.json  ${said}`);
});

test("rubric alone is taken for judge, with a warning", () => {
  const findings = createFindings();
  const { judge: _judge, ...rest } = scenario;
  const document = validateScenario({ ...rest, rubric: "It is done" }, { file: "a.json", path: [] }, findings);
  expect(document?.judge).toBe("It is done");
  expect(findings.warnings).toEqual(["a.json  rubric: rubric is the old name; write judge."]);
});

test("rubric in a variant is taken for its judge, with a warning", () => {
  const findings = createFindings();
  const variants = [{ name: "plain" }, { name: "other", rubric: "It is done otherwise" }];
  const document = validateScenario({ ...scenario, variants }, { file: "a.json", path: [] }, findings);
  expect(document?.variants).toEqual([{ name: "plain" }, { name: "other", judge: "It is done otherwise" }]);
  expect(findings).toMatchObject({
    problems: [],
    warnings: ["a.json  variants[1].rubric: rubric is the old name; write judge."],
  });
});

test.each([
  { goal_achievement: 0.7, environment: -0.1 },
  { goal_achievement: 0.7, enviroment: 0.1, service: 0.1, agent: 0.1 },
])("where one of the weights %j is none, nothing is said of a sum that nobody knows", (weights) => {
  const said = saidOfConfig({ settings: { scoring_weights: weights } });
  expect([said, said]).toEqual([expect.stringContaining("scoring_weights.env"), expect.not.stringContaining("sum")]);
});

test("weights that sum to less than 1 are a warning", () => {
  const findings = createFindings();
  validateScenario({ ...scenario, judge: [{ check: "x", weight: 0.4 }] }, { file: "a.json", path: [] }, findings);
  expect(findings).toMatchObject({
    problems: [],
    warnings: ["a.json  judge: The weights sum to 0.400, not to 1; they count in proportion."],
  });
});

test.each([
  [
    { mcp_servers: { a: { type: "http", url: "https://x.test", headers: { key: 8675309 } } } },
    "mcp_servers.a.headers.key",
  ],
  [{ mcp_servers: { a: { type: "stdio", command: "x", env: { KEY: 8675309 } } } }, "mcp_servers.a.env.KEY"],
  [{ mcp_servers: { a: { type: "stdio", command: "x", env: "KEY=8675309" } } }, "mcp_servers.a.env"],
  [{ env: 8675309 }, "env"],
])("what may be a secret in %j is refused and not repeated", (config, place) => {
  const said = saidOfConfig(config);
  expect(said).toContain(`axis.config.json  ${place}\n`);
  expect(said).not.toContain("8675309");
});

test.each([
  [{ env: [["8675309"]] }, "env[0]"],
  [{ env: { agent: "8675309" } }, "env.agent"],
])("%j is refused at %s without a word of it", (config, place) => {
  const said = saidOfConfig(config);
  expect(said).toContain(`axis.config.json  ${place}\n`);
  expect(said).not.toContain("8675309");
});

test("elsewhere a wrong value is repeated, so that it is found", () => {
  expect(saidOfConfig({ mcp_servers: { a: { type: "http", url: 8675309 } } })).toContain("found 8675309");
});

test("the weights may be off by a hundredth, and not by more", () => {
  const weights = (agent: number) => saidOfConfig({ settings: { scoring_weights: { agent } } });
  expect([weights(0.19), weights(0.21)]).toEqual(["", ""]);
  expect(weights(0.2101)).toContain("sum to 1.010");
  expect(weights(0.1899)).toContain("Raise one of them by 0.010.");
});

test("a correction that corrects nothing, and margins below half a point, are warnings", () => {
  const warned = (verdict: object) => {
    const findings = createFindings();
    validateConfig({ agents: ["command"], settings: { verdict } }, "axis.config.json", findings);
    return findings.warnings.length;
  };
  expect(warned({ corrected: true })).toBe(1);
  expect(warned({ corrected: true, metric: "pass" })).toBe(0);
  expect(warned({ corrected: false })).toBe(0);
  expect([warned({ margin: 0 }), warned({ margin: 0.49 }), warned({ margin: 0.5 }), warned({ margin: 3 })]).toEqual([
    0, 1, 0, 0,
  ]);
});
