import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Files, temporaryProject, validScenario } from "../config/libraries/temporary-repository.ts";
import { Report } from "../core/report.ts";
import * as doctor from "./commands/doctor.ts";
import * as rescore from "./commands/rescore.ts";
import * as run from "./commands/run.ts";
import { drive } from "./world.fixture.ts";

const config = {
  agents: [{ agent: "command", name: "echo", command: "echo hello; touch $TRACE" }],
  env: ["TRACE"],
  // The agent leaves a mark outside its workspace.
  settings: { sandbox: { driver: "none" } },
};
const judged = { name: "Judged", prompt: "Be kind", judge: "It is kind" };

/** A project with one of each: every command must find all of it. */
const broken: Files = {
  "axis.config.json": {
    agents: [config.agents[0], "mine"],
    adapters: { mine: "./mine.mjs" },
    judging: { agents: ["anthropic/claude-sonnet-4-5"] },
    env: ["TRACE"],
  },
  "mine.mjs": "export default { name: 'mine', start() {} };",
  "scenarios/good.json": validScenario,
  "scenarios/syntax.json": '{\n  "name": "Syntax",\n  "prompt" "x"\n}',
  "scenarios/shape.yaml": "name: Shape\nprompt: 3\njudge: It works\n",
  "scenarios/fixture.json": {
    ...validScenario,
    setup: [
      { action: "copy", match: "fixtures/none.txt", destination: "." },
      { action: "copy", match: "fixtures/*.md", destination: "." },
    ],
  },
};

const found = [
  "scenarios/syntax.json is not valid JSON: line 3, column 12",
  "scenarios/shape.yaml  prompt",
  "scenarios/fixture.json  setup[0].match",
  'This cannot be copied: file or folder "fixtures/none.txt" does not exist',
  'This cannot be copied: "fixtures/*.md" matches no file.',
  '"./mine.mjs" is not an adapter: its default export has no run function.',
  "judge anthropic/claude-sonnet-4-5: The environment variable ANTHROPIC_API_KEY is not set.",
];

async function runAll(files: Files, args: readonly string[] = []) {
  await using project = await temporaryProject(files);
  const trace = join(project.folder, "ran");
  const place = { cwd: project.folder, env: { PATH: process.env["PATH"], TRACE: trace } };
  const [ran, planned, checked] = [
    await drive(run, args, place),
    await drive(run, ["--dry-run", ...args], place),
    await drive(doctor, [], place),
  ];
  const left = await readdir(project.folder);
  return { ran, planned, checked, started: left.includes("ran") || left.includes(".axis") };
}

/** The blocks of an error, or of the doctor's findings about the config, without their indentation. */
function listBlocks(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/^PROBLEM +config +/, "").trim());
  return lines.filter((line) => line !== "");
}

describe("one list of problems", () => {
  test("axis run, --dry-run and axis doctor find the same, all at once, and start nothing", async () => {
    const { ran, planned, checked, started } = await runAll(broken);
    expect([ran.errorCode, planned.errorCode, checked.code, started]).toEqual([
      "config-invalid",
      "config-invalid",
      2,
      false,
    ]);
    for (const sentence of found) expect(ran.mistake).toContain(sentence);
    expect(planned.mistake).toBe(ran.mistake);
    const blocks = listBlocks(ran.mistake.slice(0, ran.mistake.indexOf("Check again with")));
    expect(listBlocks(checked.out)).toEqual(expect.arrayContaining(blocks));
  });

  test("a project without problems passes all three", async () => {
    const { ran, planned, checked } = await runAll({ "axis.config.json": config, "scenarios/a.json": validScenario });
    expect([ran.code, planned.code, checked.code]).toEqual([0, 0, 0]);
  });
});

describe("a judged check without a judge", () => {
  const files: Files = { "axis.config.json": config, "scenarios/kind.json": judged, "scenarios/a.json": validScenario };
  const sentence = 'scenarios/kind.json  judge\n  No judge can decide the check "It is kind".';

  test("is refused, with the ways out", async () => {
    const { ran, planned, checked, started } = await runAll(files);
    expect([ran.errorCode, planned.errorCode, checked.code, started]).toEqual([
      "config-invalid",
      "config-invalid",
      2,
      false,
    ]);
    expect(ran.mistake).toContain(sentence);
    expect(ran.mistake).toContain("or run with --no-score.");
    expect(checked.out).toContain('No judge can decide the check "It is kind".');
  });

  test.each([
    ["--no-score asks no judge", ["--no-score"]],
    ["a judge that reads can decide it", ["--judge", "./kind.mjs"]],
    ["it is not selected", ["-s", "a"]],
  ])("but not if %s", async (_, args) => {
    const module = `export default { id: "kind", async ask(question) {
      if (question.question === "goal") return { status: "answered", value: { grades: question.checks.map(({ index }) => ({ index, score: 10, rationale: "kind" })) } };
      return { status: "declined", why: "not asked" };
    } };`;
    const { ran } = await runAll({ ...files, "kind.mjs": module }, args);
    expect(ran.mistake).toBe("");
  });

  test("--judge rules does not decide it, and a rubric of several checks is one problem", async () => {
    const rubric = [{ check: "kind" }, { check: "short" }, ...validScenario.judge];
    await using project = await temporaryProject({
      "axis.config.json": config,
      "scenarios/a.json": { ...judged, judge: rubric },
    });
    const { mistake } = await drive(run, ["--judge", "rules"], { cwd: project.folder });
    expect(mistake).toContain('No judge can decide 2 of 3 checks, such as "kind".');
  });
});

describe("a broken scenario file", () => {
  const files: Files = { "axis.config.json": config, "scenarios/a.json": validScenario, "scenarios/b.json": "{" };
  const place = (folder: string) => ({ cwd: folder, env: { PATH: process.env["PATH"], TRACE: "/dev/null" } });

  test("--skip-broken runs the rest, names the file in the report, and the verdict is INCOMPLETE", async () => {
    await using project = await temporaryProject({
      ...files,
      "scenarios/c.json": { name: "C", prompt: 1, judge: "x" },
    });
    const { code, out, err } = await drive(run, ["--skip-broken", "--json"], place(project.folder));
    const report = Report.parse(JSON.parse(out));
    expect([code, report.leftOut, report.verdict?.verdict]).toEqual([
      1,
      ["scenarios/b.json", "scenarios/c.json"],
      "INCOMPLETE",
    ]);
    expect(report.verdict?.sentence).toContain("2 broken scenario files left out");
    expect(report.results.map(({ scenarioKey, status }) => [scenarioKey, status])).toEqual([["a", "passed"]]);
    expect(err).toContain("Warning: scenarios/b.json");
    const again = await drive(rescore, ["latest", "--json"], place(project.folder));
    expect(Report.parse(JSON.parse(again.out)).leftOut).toEqual(report.leftOut);
  });

  test("--skip-broken with --dry-run plans the rest", async () => {
    await using project = await temporaryProject(files);
    const { code, out, err } = await drive(run, ["--skip-broken", "--dry-run"], place(project.folder));
    expect([code, out]).toEqual([0, expect.stringContaining("a × echo")]);
    expect(err).toContain("The file is left out.");
  });

  test("that the command does not select stops nothing, and is not left out", async () => {
    await using project = await temporaryProject(files);
    const { code, out, err } = await drive(run, ["-s", "a", "--json"], place(project.folder));
    expect([code, Report.parse(JSON.parse(out)).leftOut]).toEqual([0, undefined]);
    expect(err).toContain("scenarios/b.json has problems, but is not selected.");
  });

  test.each(["b", "b@small", "*"])("is refused if -s %s may select it", async (pattern) => {
    await using project = await temporaryProject(files);
    expect(await drive(run, ["-s", pattern], place(project.folder))).toMatchObject({
      errorCode: "config-invalid",
      mistake: expect.stringContaining("scenarios/b.json is not valid JSON"),
    });
  });

  test("a resumed report is still incomplete", async () => {
    await using project = await temporaryProject(files);
    await drive(run, ["--skip-broken"], place(project.folder));
    const { out } = await drive(run, ["--resume", "--json"], place(project.folder));
    expect(Report.parse(JSON.parse(out))).toMatchObject({
      leftOut: ["scenarios/b.json"],
      verdict: { verdict: "INCOMPLETE" },
    });
  });
});

test("a module that does not load is refused only if it is a scenario; a test is not even loaded", async () => {
  await using project = await temporaryProject({
    "axis.config.json": config,
    "scenarios/a.json": validScenario,
    "scenarios/a.test.mjs": 'import { sum } from "./written-by-the-agent.mjs"; sum(1, 2);',
  });
  expect((await project.plan()).jobs).toHaveLength(1);
  expect(project.messages.warnings.join("\n")).not.toContain("a.test.mjs");
  await project.write({
    "scenarios/b.mjs": "import './none.mjs'; export default { name: 'B', prompt: 'p', judge: 'j' };",
  });
  expect(await project.refusal()).toContain("scenarios/b.mjs could not be loaded");
});

describe("a copy without files", () => {
  const setup = [{ action: "copy", match: "data/in.txt", destination: "." }];

  test("is refused in setup, unless a script may create the files", async () => {
    const files = { "axis.config.json": config, "scenarios/a.json": { ...validScenario, setup } };
    await using project = await temporaryProject(files);
    expect(await project.refusal()).toContain("scenarios/a.json  setup[0].match");
    const script = { action: "run_script", command: 'mkdir -p data; touch "data/in.txt"' };
    await project.write({ "axis.config.json": { ...config, beforeAll: [script] } });
    expect((await project.plan()).jobs).toHaveLength(1);
    const reaching = { action: "run_script", command: "touch $AXIS_CONFIG_DIR/data/in.txt" };
    await project.write({
      "axis.config.json": config,
      "scenarios/a.json": { ...validScenario, setup: [reaching, ...setup] },
    });
    expect((await project.plan()).jobs).toHaveLength(1);
  });

  test("is refused in beforeAll", async () => {
    await using project = await temporaryProject({
      "axis.config.json": { ...config, beforeAll: setup },
      "scenarios/a.json": validScenario,
    });
    expect(await project.refusal()).toContain("axis.config.json  beforeAll[0].match");
  });
});

describe("axis doctor says that an agent can run", () => {
  /** A machine with a program that runs this code. */
  async function inspect(name: string, code: string, variables: NodeJS.ProcessEnv = {}) {
    await using project = await temporaryProject({
      "axis.config.json": { agents: [name], judging: { agents: ["rules"] } },
      "scenarios/a.json": validScenario,
    });
    const bin = join(project.folder, "bin");
    await mkdir(bin);
    await writeFile(join(bin, name), `#!${process.execPath}\n${code}`);
    await chmod(join(bin, name), 0o755);
    return await drive(doctor, [], { cwd: project.folder, env: { PATH: bin, HOME: project.folder, ...variables } });
  }

  test("once its program told a version and a key is set", async () => {
    const { code, out } = await inspect("goose", `console.log("1.2.3")`, { OPENAI_API_KEY: "canary-4711" });
    expect([code, out]).toEqual([0, expect.stringMatching(/^ok +agents +goose can run$/m)]);
  });

  test("but not without any of its keys, whichever it may use", async () => {
    const { code, out } = await inspect("goose", `console.log("1.2.3")`);
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(
        /^PROBLEM +agents +goose: None of the environment variables ANTHROPIC_API_KEY, .* is set; set one of them/m,
      ),
    ]);
    expect(out).not.toContain("can run\n");
  });

  test("but not if its program fails to answer", async () => {
    const { code, out } = await inspect("goose", `console.error("broken install"); process.exit(3)`, {
      OPENAI_API_KEY: "x",
    });
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(/"goose" was found, but it answered --version with exit code 3: broken install$/m),
    ]);
  });

  test("but not if it may work without a key, which cannot be seen", async () => {
    const { code, out } = await inspect("kilo", `console.log("1.2.3")`);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^note +agents +kilo may run, which was not confirmed: None of .* is set; it may work without a key$/m,
      ),
    ]);
    expect(out).toContain("Nothing is missing, but 1 agent could not be confirmed.");
  });

  test("but not without the programs that it starts", async () => {
    await using project = await temporaryProject({
      "axis.config.json": { agents: ["factory-droid"], judging: { agents: ["rules"] } },
      "scenarios/a.json": validScenario,
    });
    const env = { PATH: process.env["PATH"], FACTORY_API_KEY: "x" };
    const { code, out } = await drive(doctor, [], { cwd: project.folder, env });
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('The program "droid", which droid-acp starts, was not found on PATH; install it'),
    ]);
  });
});
