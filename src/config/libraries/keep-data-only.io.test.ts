import { join } from "node:path";
import { expect, test } from "vitest";
import { pathExists } from "../../core/files/path-kind.ts";
import { temporaryProject, temporaryRepository, validAgent, validScenario } from "./temporary-repository.ts";
import { trustRemote } from "./trust.ts";

const script = [{ action: "run_script", command: "touch made" }];
const everything = {
  "axis.config.json": {
    scenarios: "tasks",
    artifacts: ["*.log"],
    mcp_servers: { theirs: { type: "stdio", command: "server" } },
    adapters: { theirs: "./adapter/theirs.mjs" },
    env: ["THEIR_TOKEN"],
    skills: ["./skill", "acme/tools"],
  },
  "package.json": { name: "library" },
  "adapter/theirs.mjs": "throw new Error('executed');",
  "skill/SKILL.md": "# skill",
  "tasks/plain.json": { ...validScenario, judge: [{ check: "x", verify: { file: "a", contains: "b" } }] },
  "tasks/module.mjs": "throw new Error('executed');",
  "tasks/setup.json": { ...validScenario, setup: script },
  "tasks/teardown.yaml":
    "name: T\nprompt: p\njudge: j\nteardown:\n  - action: run_script\n    command: |\n      rm a\n      rm b\n",
  "tasks/checked.json": { ...validScenario, judge: [{ check: "x", verify: "npm test" }] },
  "tasks/variant.json": { ...validScenario, variants: [{ name: "plain" }, { name: "scripted", setup: script }] },
  "tasks/served.json": { ...validScenario, mcp_servers: { own: { type: "http", url: "https://x.test" } } },
  "tasks/skilled.json": { ...validScenario, skills: ["acme/more"] },
};

const projectFor = (url: string, more: object = {}) =>
  temporaryProject({ "axis.config.json": { agents: [validAgent], scenarios: [url], ...more } });

test("of a library that is not trusted the data is used, and each kind of thing that is left out is one warning", async () => {
  await using library = await temporaryRepository(everything);
  await using project = await projectFor(library.url);
  const plan = await project.plan({ dataOnly: true });
  expect(plan.jobs.map(({ cell }) => cell.scenario)).toEqual(["plain"]);
  expect(plan.jobs[0]?.scenario).toMatchObject({ remote: library.url, mcpServers: {}, artifacts: ["*.log"] });
  expect(plan.jobs[0]?.skills.map(({ name }) => name)).toEqual(["skill"]);
  expect(plan.env.agent).toEqual([]);
  const clone = plan.jobs[0]?.scenario.baseDir.slice(project.folder.length + 1);
  const said = project.messages.warnings.map((warning) => warning.replaceAll(`${clone}/`, ""));
  expect(said).toEqual(
    [
      "package.json: package.json",
      "modules: tasks/module.mjs (module)",
      "MCP servers: axis.config.json  mcp_servers.theirs; tasks/served.json  mcp_servers.own",
      "adapters: axis.config.json  adapters.theirs: ./adapter/theirs.mjs",
      "variables: axis.config.json  env: THEIR_TOKEN",
      "skills from elsewhere: axis.config.json  skills: acme/tools; tasks/skilled.json  skills: acme/more",
      "command checks: tasks/checked.json  judge[0].verify",
      "setup and teardown scripts: tasks/setup.json  setup[0]; tasks/teardown.yaml  teardown[0]; tasks/variant.json  variants[1].setup[0]",
      "scenarios that need some of these, as a whole: checked, served, setup, skilled, teardown, variant",
    ].map((what) => `${library.url}: only data is used, without ${what}`),
  );
  expect(plan.warnings).toEqual(project.messages.warnings);
});

test("without the flag all of it is refused at once", async () => {
  await using library = await temporaryRepository(everything);
  await using project = await projectFor(library.url);
  const said = await project.refusal();
  for (const part of ["package.json", "module.mjs", "adapters.theirs", "env: THEIR_TOKEN", "npm test", "touch made"])
    expect(said).toContain(part);
  expect(said).toContain("axis run --data-only");
});

test("a config that is a module is not executed, and every scenario file of the library counts", async () => {
  await using library = await temporaryRepository({
    "axis.config.mjs": "throw new Error('executed');",
    "tasks/a.json": validScenario,
  });
  await using project = await projectFor(library.url);
  const plan = await project.plan({ dataOnly: true });
  expect(plan.jobs.map(({ cell }) => cell.scenario)).toEqual(["tasks/a"]);
  expect(project.messages.warnings).toEqual([
    expect.stringMatching(/without modules: \S+\/axis\.config\.mjs \(module\)$/),
  ]);
});

test("an agent that needs an adapter of the library is unknown", async () => {
  await using library = await temporaryRepository(everything);
  await using project = await projectFor(library.url, { agents: ["theirs"] });
  expect(await project.refusal({ dataOnly: true })).toContain('Unknown agent "theirs".');
});

test("where nothing is left to run that is refused, after what was left out has been said", async () => {
  await using library = await temporaryRepository({ "a.json": { ...validScenario, setup: script } });
  await using project = await projectFor(library.url);
  await expect(project.plan({ dataOnly: true })).rejects.toMatchObject({ code: "plan-empty" });
  expect(project.messages.warnings.at(-1)).toContain("as a whole: a");
});

test("a trusted library is used whole, and one that is only data without a word", async () => {
  await using trusted = await temporaryRepository({ "a.json": { ...validScenario, setup: script } });
  await using plain = await temporaryRepository({ "b.json": validScenario }, "plain");
  await using project = await projectFor(trusted.url, { scenarios: [trusted.url, plain.url] });
  await trustRemote(trusted.url, { configDir: project.folder, env: process.env, onNotice: () => {} });
  const plan = await project.plan({ dataOnly: true });
  expect(plan.jobs.map(({ scenario }) => scenario.setup.length)).toEqual([1, 0]);
  expect(project.messages.warnings).toEqual([]);
});

test("packages of a library that is not trusted are not installed", async () => {
  await using library = await temporaryRepository({
    "a.json": validScenario,
    "package.json": { name: "library", scripts: { postinstall: "touch canary" } },
    "package-lock.json": { name: "library", lockfileVersion: 3, packages: { "": { name: "library" } } },
  });
  await using project = await projectFor(library.url);
  const plan = await project.plan({ dataOnly: true });
  const clone = plan.jobs[0]?.scenario.baseDir ?? "";
  expect([await pathExists(join(clone, "a.json")), await pathExists(join(clone, "node_modules"))]).toEqual([
    true,
    false,
  ]);
});
