import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { preflight } from "./preflight.ts";
import { type Files, validAgent, validScenario, temporaryProject } from "../config/libraries/temporary-repository.ts";

const env = { PATH: process.env["PATH"] };

async function missingOf(files: Files, variables: NodeJS.ProcessEnv = {}): Promise<string[]> {
  await using project = await temporaryProject(files);
  return await preflight(await project.plan(), { ...env, ...variables });
}

const withServer = (server: object) => ({
  "axis.config.json": { agents: [validAgent], mcp_servers: { cms: server } },
  "scenarios/a.json": validScenario,
  "scenarios/b.json": validScenario,
});

test("a project that can run lacks nothing", async () => {
  expect(await missingOf({ "axis.config.json": { agents: [validAgent] }, "scenarios/a.json": validScenario })).toEqual(
    [],
  );
});

test.each([
  ["() => { throw new Error('cannot look'); }", "x: Its adapter failed to list what is missing: cannot look"],
  ["async () => 'text'", "x: Its adapter did not return a list of sentences from missing()"],
])("an adapter that answers with %s is what is missing", async (missing, said) => {
  const files = {
    "axis.config.json": { agents: ["x"], adapters: { x: "./x.mjs" } },
    "x.mjs": `export default { name: 'x', missing: ${missing}, run: async () => ({}) };`,
    "scenarios/a.json": validScenario,
  };
  expect(await missingOf(files)).toEqual([said]);
});

test("everything that is missing is said at once, each once", async () => {
  const adapter = "export default { name: 'x', keys: { required: ['X_KEY', 'Y_KEY'] }, run: async () => ({}) };";
  const missing = await missingOf(
    {
      "axis.config.json": {
        agents: ["x", { agent: "command", command: "no-such-agent {prompt}" }],
        adapters: { x: "./x.mjs" },
        mcp_servers: { cms: { type: "http", url: "https://${HOST}", headers: { A: "Bearer ${TOKEN}" } } },
      },
      "x.mjs": adapter,
      "scenarios/a.json": validScenario,
      "scenarios/b.json": validScenario,
    },
    { Y_KEY: "set", HOST: "" },
  );
  expect(missing).toEqual([
    "x: The environment variable X_KEY is not set",
    'command: The program "no-such-agent" of the command agent was not found on PATH',
    'The MCP server "cms" refers to ${HOST}, which is not set',
    'The MCP server "cms" refers to ${TOKEN}, which is not set',
  ]);
});

test("names that are set are not missing", async () => {
  expect(await missingOf(withServer({ type: "http", url: "https://x.test/${NAME}" }), { NAME: "n" })).toEqual([]);
});

test("an address that its variables spoil is said without their values", async () => {
  const server = withServer({ type: "http", url: "${URL}/mcp" });
  expect(await missingOf(server, { URL: "secret-host.test" })).toEqual([
    'The url of the MCP server "cms" is not an address that begins with http:// or https:// and names a host after its variables are replaced',
  ]);
  expect(await missingOf(server, { URL: "http://host.test" })).toEqual([]);
});

test("a server's program is looked for on PATH, and beside the config where it is written so", async () => {
  expect(await missingOf(withServer({ type: "stdio", command: "no-such-server" }))).toEqual([
    'The program "no-such-server" of the MCP server "cms" was not found',
  ]);
  await using project = await temporaryProject({
    ...withServer({ type: "stdio", command: "./bin/server" }),
    "bin/server": "#!/bin/sh\n",
  });
  expect(await preflight(await project.plan(), env)).toHaveLength(1);
  await chmod(join(project.folder, "bin/server"), 0o755);
  expect(await preflight(await project.plan(), env)).toEqual([]);
});

test("a check whose program is nowhere is missing it, each scenario by its key, and none without scoring", async () => {
  const judge = [
    { check: "It passes", verify: "no-such-tester --silent" },
    { check: "It lints", verify: { command: "/no/such/linter" } },
    { check: "What the agent wrote runs", verify: "./run.sh && bin/also" },
    { check: "The shell's own", verify: "test -f a.txt && no-such-tester" },
    { check: "What is there", verify: "node --version" },
    { check: "Told from its variables", verify: "$AXIS_CONFIG_DIR/check.sh" },
    { check: "A fact", verify: { contains: "hello" } },
  ];
  const files = { "axis.config.json": { agents: [validAgent] }, "scenarios/a.json": { ...validScenario, judge } };
  await using project = await temporaryProject(files);
  const plan = await project.plan();
  expect(await preflight({ ...plan, weights: null }, env)).toEqual([]);
  expect(await preflight(plan, env)).toEqual([
    'The program "no-such-tester" of the check "It passes" in a was not found on PATH',
    'The program "/no/such/linter" of the check "It lints" in a does not exist or is not executable',
  ]);
});

test("every judge that may be used is looked for like an agent, and none without scoring", async () => {
  const own = "export default { name: 'x', canJudge: true, keys: { required: ['X_KEY'] }, run: async () => ({}) };";
  const files = {
    "axis.config.json": {
      agents: ["x", validAgent],
      adapters: { x: "./x.mjs" },
      judging: {
        questions: { goal: "openai/some-model" },
        panel: ["anthropic/m", { agent: "command", name: "reader", command: "no-such-judge" }, "rules"],
      },
    },
    "x.mjs": own,
    "scenarios/a.json": validScenario,
  };
  expect(await missingOf(files, { X_KEY: "set" })).toEqual([
    "judge openai/some-model: The environment variable OPENAI_API_KEY is not set",
    "judge anthropic/m: The environment variable ANTHROPIC_API_KEY is not set",
    'judge reader: The program "no-such-judge" of the command agent was not found on PATH',
  ]);
  await using project = await temporaryProject(files);
  expect(await preflight(await project.plan({ noScore: true }), { ...env, X_KEY: "set" })).toEqual([]);
});

test("what an agent lacks that judges its own runs is said once", async () => {
  const own = "export default { name: 'x', canJudge: true, keys: { required: ['X_KEY'] }, run: async () => ({}) };";
  const files = { "axis.config.json": { agents: ["x"], adapters: { x: "./x.mjs" } }, "x.mjs": own };
  expect(await missingOf({ ...files, "scenarios/a.json": validScenario })).toEqual([
    "x: The environment variable X_KEY is not set",
  ]);
});

test("every transcript that a job would play is looked for, each named once, and only for scenarios that the agent meets", async () => {
  const files = {
    "axis.config.json": {
      agents: [
        { agent: "replay", name: "one", transcript: "stored/{scenario}.ndjson" },
        { agent: "replay", name: "two", transcript: "./stored/{scenario}-{trial}.ndjson", scenarios: ["a"] },
      ],
      settings: { trials: 2 },
    },
    "scenarios/a.json": validScenario,
    "scenarios/b.json": validScenario,
    "scenarios/c/d.json": validScenario,
    "stored/b.ndjson": "",
    "stored/a-1.ndjson": "",
    "stored/c/d.ndjson/a-folder": "",
  };
  const lost = (name: string) => `The transcript "${name}" of the replay agent does not exist or cannot be read`;
  expect(await missingOf(files)).toEqual([
    `one: ${lost("stored/a.ndjson")}`,
    `two: ${lost("./stored/a-2.ndjson")}`,
    `one: ${lost("stored/c/d.ndjson")}`,
  ]);
});
