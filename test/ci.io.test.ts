/** The CI kit through the binary: files for CI systems, and what a job of GitHub Actions is told. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Report } from "../src/core/report.ts";
import { findCommands, readOutputs } from "../src/report/ci/runner.fixture.ts";
import { findElements, readXml } from "../src/report/ci/xml-reader.fixture.ts";
import { commandProblem } from "./command-lines.ts";
import { openShellProject, type Project } from "./fixtures/driven.ts";
import { page } from "./markdown.ts";

const nasty = String.raw`printf '%s\n' '::error::forged' '##[command]forged' '::set-output name=verdict::pass' ']]> @team \`x' >&2; exit 3`;
const agents = { good: "echo '::warning::said'", bad: ["sh", "-c", nasty] };

let project: Project;
beforeAll(async () => {
  project = await openShellProject({ agents });
});
afterAll(() => project[Symbol.asyncDispose]());

const at = (name: string) => join(project.folder, name);
const read = (name: string) => readFileSync(at(name), "utf8");

describe("files for a CI system", () => {
  test("axis run writes both, makes their folders, and its exit code stays that of the verdict", async () => {
    const ran = await project.axis(["run", "--junit", "out/deep/axis.xml", "--markdown", "out/axis.md"]);
    expect(ran.code).toBe(1);
    const cases = findElements(readXml(read("out/deep/axis.xml")), "testcase");
    expect(cases.map(({ attributes, children }) => [attributes.get("classname"), children.at(-1)?.name])).toEqual([
      ["good", "properties"],
      ["bad", "failure"],
    ]);
    expect(read("out/axis.md")).toMatch(/^## ❌ FAIL: 1 of 2 results passed/);
  });

  test("axis reports and axis rescore write the same of a stored report", async () => {
    expect((await project.axis(["reports", "latest", "--junit", "again.xml", "--markdown", "again.md"])).code).toBe(0);
    expect(read("again.xml")).toBe(read("out/deep/axis.xml"));
    expect(read("again.md")).toBe(read("out/axis.md"));
    expect((await project.axis(["rescore", "latest", "--junit", "rescored.xml"])).code).toBe(1);
    expect(findElements(readXml(read("rescored.xml")), "failure")).toHaveLength(1);
  });

  test("what cannot be written is exit 2 before anything runs", async () => {
    await mkdir(at("folder"), { recursive: true });
    await writeFile(at("plain"), "");
    const before = (await project.stored()).reportId;
    for (const args of [
      ["--junit", "folder"],
      ["--markdown", "plain/axis.md"],
      ["--junit", "same", "--markdown", "./same"],
    ]) {
      const ran = await project.axis(["run", ...args]);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/--junit|--markdown/)]);
      expect((await project.axis(["rescore", "latest", ...args])).code).toBe(2);
    }
    expect((await project.stored()).reportId).toBe(before);
  });

  test("a part of a report is no report: exit 2, and no file", async () => {
    for (const args of [[], ["latest", "task"], ["latest", "-a", "good"]])
      expect((await project.axis(["reports", ...args, "--junit", "part.xml"])).code).toBe(2);
    expect(existsSync(at("part.xml"))).toBe(false);
  });
});

describe("a job of GitHub Actions", () => {
  const job = (name: string) => ({
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: at(`${name}-summary`),
    GITHUB_OUTPUT: at(`${name}-output`),
  });

  test("gets annotations, a summary after what is there, and outputs; what agents wrote commands nothing", async () => {
    await writeFile(at("one-summary"), "before\n");
    const ran = await project.axis(["run", "--debug"], { env: job("one") });
    expect(ran.code).toBe(1);
    const { reportId, summary } = await project.stored();
    const lines = [ran.stdout, ran.stderr].map((text) => text.split("\n"));
    for (const both of [lines.flat(), lines.toReversed().flat()])
      expect(findCommands(both)).toEqual([
        {
          name: "error",
          properties: { title: "AXIS: task (bad) failed" },
          data: expect.stringContaining("::error::forged ##[command]forged") as unknown,
        },
      ]);
    expect(ran.stdout).toMatch(/^::stop-commands::[\w-]{36}\n/);
    expect(read("one-summary")).toMatch(/^before\n## ❌ FAIL/);
    expect(readOutputs(read("one-output"))).toEqual({
      "axis-result": String(summary.averageAxisScore),
      "report-id": reportId,
      verdict: "fail",
    });
    await project.axis(["run"], { env: job("one") });
    expect(Object.keys(readOutputs(read("one-output")))).toHaveLength(3);
  });

  test("with --json, stdout is exactly one document, and holds no command", async () => {
    const ran = await project.axis(["run", "--json"], { env: job("two") });
    expect(Report.parse(JSON.parse(ran.stdout)).results).toHaveLength(2);
    expect(findCommands(ran.stdout.split("\n"))).toEqual([]);
    expect(findCommands(ran.stderr.split("\n")).map(({ name }) => name)).toEqual(["error"]);
  });

  test("with --no-github nothing is told, and agents still command nothing", async () => {
    const ran = await project.axis(["run", "--no-github", "--debug"], { env: job("three") });
    expect(findCommands([...ran.stdout.split("\n"), ...ran.stderr.split("\n")])).toEqual([]);
    expect([existsSync(at("three-summary")), existsSync(at("three-output"))]).toEqual([false, false]);
  });

  test("looking at a transcript commands nothing, and the rest of the step can command again", async () => {
    const ran = await project.axis(["reports", "latest", "task"], { env: job("four") });
    expect(ran.stdout).toContain(":warning::said");
    expect(findCommands([...ran.stdout.split("\n"), "::notice::later"]).map(({ data }) => data)).toEqual(["later"]);
  });

  test("a summary that cannot be written is a warning, and the verdict stays", async () => {
    const env = { ...job("five"), GITHUB_STEP_SUMMARY: at("folder") };
    const ran = await project.axis(["run", "-a", "good"], { env });
    expect(ran.stderr).toContain("GITHUB_STEP_SUMMARY cannot be written");
    expect(ran.code).toBe(0);
  });

  test("elsewhere nothing of this happens", async () => {
    const ran = await project.axis(["run", "-a", "good"], { env: { ...job("six"), GITHUB_ACTIONS: undefined } });
    expect(ran.stdout).toMatch(/^PASS/);
    expect(existsSync(at("six-summary"))).toBe(false);
  });
});

describe("the files to copy", () => {
  test.each(["examples/ci/github-workflow.yml", "examples/ci/github-matrix.yml", "examples/ci/gitlab-ci.yml"])(
    "%s is YAML whose axis commands exist",
    async (path) => {
      const { text } = page(path);
      expect(parse(text)).toBeTypeOf("object");
      const commands = [...text.matchAll(/\bnpx --no-install axis (.*?)\s*$/gm)].map(([, rest = ""]) => rest);
      const problems = await Promise.all(commands.map((rest) => commandProblem({ text: `axis ${rest}` })));
      expect(problems.filter((problem) => problem !== null)).toEqual([]);
    },
  );

  test("the matrix runs as many shards as it splits the plan into, and uploads what the merge needs", () => {
    const { jobs } = parse(page("examples/ci/github-matrix.yml").text) as {
      jobs: { shard: { strategy: { matrix: { shard: number[] } }; steps: { run?: string; with?: object }[] } };
    };
    const { shard } = jobs.shard.strategy.matrix;
    expect(shard).toEqual(shard.map((_, index) => index + 1));
    expect(jobs.shard.steps.some(({ run }) => run?.includes(`--shard "$SHARD/${shard.length}"`))).toBe(true);
    // Without it, the action leaves out everything in .axis.
    expect(jobs.shard.steps.at(-1)?.with).toMatchObject({ path: ".axis/reports/", "include-hidden-files": true });
  });

  test("the matrix uses actions of GitHub alone", () => {
    const used = [...page("examples/ci/github-matrix.yml").text.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !/^actions\/[a-z-]+@v\d+$/.test(name ?? ""))).toEqual([]);
  });

  test("actions of others are pinned by commit", () => {
    const used = [...page("examples/ci/github-workflow.yml").text.matchAll(/uses: (\S+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name) && !name.startsWith("./"))).toEqual([]);
  });
});
