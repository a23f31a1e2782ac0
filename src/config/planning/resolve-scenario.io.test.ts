/** Holds what of a scenario, its variant and the config comes to run. */
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";

const config = (more: object) => ({ "axis.config.json": { agents: [validAgent], ...more } });
const script = (command: string) => ({ action: "run_script", command });

async function resolved(scenario: object, shared: object = {}) {
  await using project = await temporaryProject({
    ...config(shared),
    "scenarios/a.json": { ...validScenario, ...scenario },
  });
  const [job] = (await project.plan()).jobs;
  return { scenario: job!.scenario, folder: project.folder };
}

test("lifecycle scripts, gates and protected paths are those of the scenario", async () => {
  const { scenario } = await resolved({
    setup: [script("a")],
    teardown: [script("b")],
    protected_paths: ["tests/**"],
    max_repair_loops: 0,
    sandbox: { memory_mb: 100 },
  });
  expect(scenario).toMatchObject({
    setup: [script("a")],
    teardown: [script("b")],
    protectedPaths: ["tests/**"],
    maxRepairLoops: 0,
    sandbox: { memory_mb: 100 },
  });
});

test("what nobody wrote is not there", async () => {
  const { scenario } = await resolved({});
  expect(scenario).toMatchObject({ setup: [], teardown: [], skills: [], artifacts: [], mcpServers: {} });
  for (const key of ["gates", "requiresChanges", "protectedPaths", "maxRepairLoops", "sandbox", "services", "metrics"])
    expect(scenario).not.toHaveProperty(key);
});

test("a scenario keeps what it says about its sandbox itself; loops are the scenario's first", async () => {
  const settings = { max_repair_loops: 2, sandbox: { memory_mb: 100, cpu_percent: 50 } };
  const { scenario } = await resolved({ protected_paths: ["a"], sandbox: { memory_mb: 200 } }, { settings });
  expect(scenario).toMatchObject({ maxRepairLoops: 2, sandbox: { memory_mb: 200 } });
});

test("services of the settings are those of every scenario", async () => {
  const { scenario } = await resolved({}, { settings: { services: ["acme", "api.acme.dev"] } });
  expect(scenario.services).toEqual(["acme", "api.acme.dev"]);
});

test("the program of a server is found from the config where it is a path, and on PATH where it is a name", async () => {
  const server = (command: string) => ({ type: "stdio", command });
  const servers = { up: server("../serve"), here: server("./serve"), name: server("npx"), dotted: server(".serve/x") };
  const { scenario, folder } = await resolved({ mcp_servers: servers });
  expect(scenario.mcpServers).toEqual({
    up: server(join(folder, "../serve")),
    here: server(join(folder, "serve")),
    name: server("npx"),
    dotted: server(".serve/x"),
  });
});

test("files of checks are found by name and by glob, without what version control and packages keep there", async () => {
  const others = ["a/b/t.txt", "a/x.spec", "a/b/y.spec", "n.md", "b.spec", "a/b/u.txt"];
  const passedOver = ["a/.git/g.spec", "a/.axis/g.spec", "a/node_modules/g.spec"];
  const verify = { command: "true", files: ["././a/b/t.txt", "a/**/*.spec", "*.md"] };
  await using project = await temporaryProject({
    ...config({}),
    "scenarios/a.json": { ...validScenario, judge: [{ check: "x", verify }] },
    ...Object.fromEntries([...others, ...passedOver].map((path) => [`scenarios/${path}`, path])),
  });
  await mkdir(join(project.folder, "scenarios/a/c"), { recursive: true });
  await symlink(join(project.folder, "scenarios/b.spec"), join(project.folder, "scenarios/a/c/link.spec"));
  const [job] = (await project.plan()).jobs;
  expect(Object.keys(job!.scenario.verifyFiles).toSorted()).toEqual(["a/b/t.txt", "a/b/y.spec", "a/x.spec", "n.md"]);
});

test("a glob that matches none of several files is refused, and files it does not name do not change the scenario", async () => {
  const scenario = (files: string[]) => ({
    "scenarios/a.json": { ...validScenario, judge: [{ check: "x", verify: { command: "true", files } }] },
  });
  const tests = { "scenarios/t/a.txt": "1", "scenarios/t/b.txt": "1", "scenarios/t/c.test": "1" };
  await using project = await temporaryProject({ ...config({}), ...tests, ...scenario(["t/*.tst"]) });
  expect(await project.refusal()).toContain('judge[0].verify.files[0]\n  "t/*.tst" matches no file.');
  await project.write(scenario(["t/*.test"]));
  const before = await project.plan();
  await project.write({ "scenarios/t/b.txt": "2" });
  expect((await project.plan()).digests).toEqual(before.digests);
});

test.each(["deploy", "Deploy"])(
  "a second skill %s beside one named deploy is a warning, said once, and the first is used",
  async (name) => {
    const skill = "---\nname: deploy\ndescription: d\n---\n";
    await using project = await temporaryProject({
      ...config({ skills: ["./one/deploy", "./one/deploy", `./two/${name}`], settings: { trials: 2 } }),
      "one/deploy/SKILL.md": skill,
      [`two/${name}/SKILL.md`]: skill,
      "scenarios/a.json": validScenario,
      "scenarios/b.json": { ...validScenario, skills: ["./one/deploy"] },
    });
    const plan = await project.plan();
    expect(plan.warnings).toEqual([
      `The skill "${name}" comes from ./one/deploy and from ./two/${name}; the first is used`,
    ]);
    for (const { skills } of plan.jobs)
      expect(skills.map(({ path }) => path)).toEqual([join(project.folder, "one/deploy")]);
  },
);
