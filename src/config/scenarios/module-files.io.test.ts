/** Planning executes scenarios and nothing else. Each module here would leave a mark if it were executed. */
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type TemporaryProject,
  temporaryProject,
  temporaryRepository,
  validAgent,
  validScenario,
} from "../libraries/temporary-repository.ts";
import { trustRemote } from "../libraries/trust.ts";

const config = (more: object = {}) => ({ "axis.config.json": { agents: [validAgent], ...more } });

/** A module that writes a file called `name` into the folder `marks` of the project, and then `rest`. */
const marking = (name: string, rest = "export default 1;") =>
  `import { writeFileSync } from "node:fs"; writeFileSync(new URL("file://" + process.env.AXIS_TEST_MARKS + "/${name}"), ""); ${rest}`;

const scenario = (more = "") =>
  `export default { name: "M", prompt: "p", judge: [{ check: "c", verify: { command: "true" ${more} } }] };`;

/** Plans a project and returns its scenarios and the names of the modules that were executed. */
async function planAndWatch(project: TemporaryProject): Promise<{ scenarios: string[]; executed: string[] }> {
  const marks = join(project.folder, "marks");
  await rm(marks, { recursive: true, force: true });
  await mkdir(marks);
  process.env["AXIS_TEST_MARKS"] = marks;
  try {
    const plan = await project.plan();
    return { scenarios: plan.jobs.map(({ cell }) => cell.scenario), executed: (await readdir(marks)).toSorted() };
  } finally {
    delete process.env["AXIS_TEST_MARKS"];
  }
}

test("a hidden test, a helper, a test by its name and a module with an export in a comment are not executed", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a.json": {
      ...validScenario,
      judge: [{ check: "c", verify: { command: "true", files: ["hidden.mjs", "./tests/*.ts"] } }],
    },
    "scenarios/hidden.mjs": marking("hidden"),
    "scenarios/tests/one.ts": marking("one"),
    "scenarios/helper.mjs": marking("helper", "export const x = 1; // export default x"),
    "scenarios/login.test.ts": marking("login.test"),
    "scenarios/login.spec.cjs": marking("login.spec", "module.exports = 1"),
    "scenarios/node_modules/p/index.mjs": marking("package"),
    "scenarios/.cache/x.mjs": marking("cache"),
    "scenarios/view.tsx": marking("view"),
    "scenarios/m.ts": marking("m", scenario()),
  });
  expect(await planAndWatch(project)).toEqual({ scenarios: ["a", "m"], executed: ["m"] });
  expect(project.messages.warnings).toEqual([]);
  expect(project.messages.details).toContain(
    'scenarios/hidden.mjs is not a scenario (the files of a check name it: "hidden.mjs") and is skipped',
  );
});

test("a helper runs only as a part of the scenario that imports it", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/helper.mjs": marking("helper", "export const name = 'H';"),
    "scenarios/m.mjs": `import { name } from "./helper.mjs"; export default { name, prompt: "p", judge: [{ check: "c", verify: "true" }] };`,
  });
  expect(await planAndWatch(project)).toEqual({ scenarios: ["m"], executed: ["helper"] });
});

test("what the config, a variant, an inline scenario, a skill or another entry names is not executed", async () => {
  const files = (...names: string[]) => [{ check: "c", verify: { command: "true", files: names } }];
  await using project = await temporaryProject({
    ...config({
      scenarios: ["./scenarios", "./more/b.json", { key: "inline", ...validScenario, judge: files("scenarios/i.mjs") }],
      beforeAll: [{ action: "copy", match: "scenarios/fixture", destination: "." }],
      skills: ["./scenarios/skill"],
    }),
    "more/b.json": {
      ...validScenario,
      setup: [{ action: "copy", match: "scenarios/glob-*.mjs", destination: "." }],
      variants: [{ name: "v", teardown: [{ action: "copy", match: "./scenarios/v.mjs", destination: "." }] }],
    },
    "scenarios/i.mjs": marking("inline"),
    "scenarios/v.mjs": marking("variant"),
    "scenarios/glob-1.mjs": marking("glob"),
    "scenarios/fixture/src/index.ts": marking("fixture"),
    "scenarios/skill/SKILL.md": "---\nname: skill\ndescription: d\n---\n",
    "scenarios/skill/run.mjs": marking("skill"),
  });
  const { executed } = await planAndWatch(project);
  expect(executed).toEqual([]);
});

test("hidden tests of a module are not executed, also if they come first by name or their names are computed", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a-hidden.mjs": marking("a-hidden"),
    "scenarios/b-hidden.mjs": marking("b-hidden"),
    "scenarios/c-hidden.mjs": marking("c-hidden", "export default () => 1; // The prompt is kept from the judge."),
    "scenarios/m.ts": `const own = ["c-hidden.mjs"];\n${scenario(', files: ["a-" + "hidden.mjs", `${"b"}-hidden.mjs`, ...own]')}`,
  });
  expect(await planAndWatch(project)).toEqual({ scenarios: ["m"], executed: [] });
});

test("a scenario with a mistake, or one that does not parse, still keeps its hidden tests from being executed", async () => {
  const checks = (file: string) => [{ check: "c", verify: { command: "true", files: [file] } }];
  await using project = await temporaryProject({
    ...config(),
    "scenarios/mistake.json": { ...validScenario, promt: "p", judge: checks("a.mjs") },
    "scenarios/broken.json": `${JSON.stringify({ ...validScenario, judge: checks("b.mjs") })},`,
    "scenarios/a.mjs": marking("a"),
    "scenarios/b.mjs": marking("b"),
  });
  const marks = join(project.folder, "marks");
  await mkdir(marks);
  await expect(planAndWatch(project)).rejects.toThrow("mistake.json");
  expect(await readdir(marks)).toEqual([]);
});

test("links out of the project, into node_modules and into hidden folders are not executed", async () => {
  await using outside = await temporaryProject({
    "x.mjs": marking("outside"),
    "shared/y.mjs": marking("shared", scenario()),
  });
  await using project = await temporaryProject({
    ...config({ scenarios: ["./scenarios", "./linked"] }),
    "scenarios/a.json": validScenario,
    "scenarios/node_modules/p.mjs": marking("package"),
    "scenarios/.hidden/h.mjs": marking("hidden"),
    "scenarios/one.test.mjs": marking("test"),
  });
  const inside = (name: string) => join(project.folder, "scenarios", name);
  await symlink(join(outside.folder, "x.mjs"), inside("out.mjs"));
  await symlink(inside("node_modules/p.mjs"), inside("package.mjs"));
  await symlink(inside(".hidden/h.mjs"), inside("visible.mjs"));
  await symlink(inside("one.test.mjs"), inside("renamed.mjs"));
  await mkdir(join(project.folder, "linked"));
  expect(await planAndWatch(project)).toEqual({ scenarios: ["a"], executed: [] });
  await rm(join(project.folder, "linked"), { recursive: true });
  await symlink(join(outside.folder, "shared"), join(project.folder, "linked"));
  await expect(planAndWatch(project)).rejects.toThrow(
    "linked/y.mjs\n  This is not a scenario: it is a module outside the project, whose code is not executed.",
  );
  expect(await readdir(join(project.folder, "marks"))).toEqual([]);
});

test.each([
  ["../outside.mjs", "it is a module outside the project, whose code is not executed"],
  ["./a.test.mjs", "its name is that of a test"],
  ["./helper.mjs", "it has no default export"],
  ["./hidden.mjs", 'the files of a check name it: "hidden.mjs"'],
])("a config that names %s as a scenario is told why it is none, and it is not executed", async (entry, why) => {
  await using project = await temporaryProject({
    "outside.mjs": marking("outside", scenario()),
    "in/axis.config.json": { agents: [validAgent], scenarios: ["./a.json", entry] },
    "in/a.json": { ...validScenario, judge: [{ check: "c", verify: { command: "true", files: ["hidden.mjs"] } }] },
    "in/a.test.mjs": marking("test", scenario()),
    "in/helper.mjs": marking("helper", "export const x = 1;"),
    "in/hidden.mjs": marking("hidden", scenario()),
  });
  const marks = join(project.folder, "marks");
  await mkdir(marks);
  const said = await project.refusal({ folder: join(project.folder, "in") });
  expect(said).toContain(`  This is not a scenario: ${why}.\n`);
  expect(await readdir(marks)).toEqual([]);
});

test("a module that looks like a scenario and is skipped is a warning, not a smaller suite in silence", async () => {
  await using project = await temporaryProject({
    ...config(),
    "scenarios/a.json": { ...validScenario, setup: [{ action: "copy", match: "scenarios/*.ts", destination: "." }] },
    "scenarios/b.ts": scenario(),
    "scenarios/c.spec.mjs": scenario(),
  });
  expect((await planAndWatch(project)).scenarios).toEqual(["a"]);
  expect(project.messages.warnings).toEqual([
    "scenarios/c.spec.mjs is not a scenario (its name is that of a test) and is skipped",
    'scenarios/b.ts is not a scenario (a copy action names it: "scenarios/*.ts") and is skipped',
  ]);
});

test("a copy of the whole project takes no scenario away, and a module with its own name in files stays one", async () => {
  await using project = await temporaryProject({
    ...config({ beforeAll: [{ action: "copy", match: "./", destination: "." }] }),
    "scenarios/m.mjs": scenario(', files: ["*.mjs"]'),
  });
  expect((await planAndWatch(project)).scenarios).toEqual(["m"]);
});

test("a library that is not trusted stays data; one that is trusted executes only its scenarios", async () => {
  await using library = await temporaryRepository({
    "a.json": { ...validScenario, judge: [{ check: "c", verify: { command: "true", files: ["hidden.mjs"] } }] },
    "hidden.mjs": marking("hidden"),
    "helper.mjs": marking("helper", "export const x = 1;"),
    "m.mjs": marking("m", scenario()),
  });
  await using project = await temporaryProject(config({ scenarios: [library.url] }));
  await expect(planAndWatch(project)).rejects.toThrow("m.mjs (module)");
  expect(await readdir(join(project.folder, "marks"))).toEqual([]);
  await trustRemote(library.url, {
    configDir: project.folder,
    env: { PATH: process.env["PATH"] },
    onNotice: () => {},
  });
  expect(await planAndWatch(project)).toEqual({ scenarios: ["a", "m"], executed: ["m"] });
});
