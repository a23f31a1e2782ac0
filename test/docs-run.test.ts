/** Keeps the examples of the pages true: they are the files that stand in examples/, and these run as the pages say. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf, page, pagesBelow, root } from "./markdown.ts";

const pages = [page("README.md"), ...pagesBelow("docs")];
const blocks = pages.flatMap(blocksOf);
const cli = join(root, "dist/cli.js");

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-docs-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/axis-eval"));
  // The pages show what happens where npx can fetch; nothing is fetched here.
  mkdirSync(join(folder, "stand-ins"));
  writeFileSync(join(folder, "stand-ins/npx"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  for (const name of ["vitest", "@types", "zod"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of an example, in a place where the package has its published name. */
function copyOf(name: string): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), name);
  cpSync(join(root, "examples", name), copy, { recursive: true, filter: (path) => !path.includes(".axis") });
  return copy;
}

function run(cwd: string, ...args: readonly string[]) {
  const env = { PATH: `${folder}/stand-ins:${process.env["PATH"]}`, HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: "utf8",
    timeout: 300_000,
  });
  return { status, stdout, stderr };
}

/** What a page shows below `<!-- output: name -->`. */
function shown(path: string, name: string): string {
  const block = blocksOf(page(path)).find(({ note }) => note === `output: ${name}`);
  if (block === undefined) throw new Error(`${path} shows no output of ${name}`);
  return shape(block.text);
}

/** The same whenever and however quickly it was printed: numbers stand for any number. */
function shape(text: string): string {
  const timeless = text.replaceAll(/\d{4}-\d\d-\d\d-\d{6}(?:-\d+)?/g, "<id>").replaceAll(/\d[\d.]*/g, "N");
  return (
    timeless
      .replaceAll(/N(?:ms|s)\b/g, "<time>")
      // What a machine can measure of memory decides the tier of a first run.
      .replaceAll(/N (?:Gold|Elite) COMPLETED/g, "<card>")
      .replaceAll(/[ \t]+/g, " ")
      .trim()
  );
}

describe("quoted files", () => {
  const quoted = blocks.filter(({ note }) => note.startsWith("file: "));

  test("there are some", () => expect(quoted.length).toBeGreaterThanOrEqual(8));

  test.each(quoted.map((block) => [block.page, block.note.slice("file: ".length), block.text] as const))(
    "%s quotes %s as it is",
    (_, path, text) => {
      expect(text).toBe(readFileSync(join(root, path), "utf8"));
    },
  );
});

describe("examples", () => {
  test.each(["custom-adapter", "custom-judge"])("examples/%s runs, and everything in it has an AXIS Result", (name) => {
    const { status, stdout, stderr } = run(copyOf(name), cli, "run", "--json");
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const report = JSON.parse(stdout) as { summary: { total: number; averagedOver: number } };
    expect(report.summary.averagedOver).toBe(report.summary.total);
  });

  test("the judge of examples/custom-judge grades the goal, and rules the rest", () => {
    const { stdout } = run(copyOf("custom-judge"), cli, "run", "--json");
    const [result] = (
      JSON.parse(stdout) as { results: { score: { judging: Record<string, { name: string } | null> } }[] }
    ).results;
    expect(result?.score.judging).toMatchObject({ goal: { name: "phrases" }, agent: { name: "rules" } });
  });

  test("the adapter of examples/custom-adapter keeps the contract of adapters", () => {
    const copy = copyOf("custom-adapter");
    const { status, stdout } = run(copy, join(folder, "node_modules/vitest/vitest.mjs"), "run", "--root", copy);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/5 passed/);
  });

  test("the metrics of examples/custom-metric measure what docs/custom-metrics.md shows, and keep the contract", () => {
    const copy = copyOf("custom-metric");
    const { status, stdout } = run(copy, "measure.mjs");
    expect({ status, shape: shape(stdout) }).toEqual({
      status: 0,
      shape: shown("docs/custom-metrics.md", "custom-metric"),
    });
    const suite = run(copy, join(folder, "node_modules/vitest/vitest.mjs"), "run", "--root", copy);
    expect({ status: suite.status, stdout: suite.stdout }).toMatchObject({ status: 0 });
    expect(suite.stdout).toMatch(/5 passed/);
  });

  test("the modules of the examples, and TypeScript in the pages and skills, fit the types of the package", () => {
    const shownModules = [...blocks, ...pagesBelow("skills").flatMap(blocksOf)]
      .filter(({ info, note }) => info === "ts" && !note.startsWith("file: "))
      .map(({ page: path, line, text }) => moduleOf(path, line, text));
    expect(shownModules.length).toBeGreaterThan(5);
    const files = [
      ...["custom-adapter", "custom-judge"].flatMap((name) => modulesBelow(copyOf(name))),
      ...shownModules,
    ];
    const options =
      "--noEmit --strict --module nodenext --target es2023 --lib es2023,esnext.disposable --allowImportingTsExtensions --types node";
    const { status, stdout } = run(
      folder,
      join(root, "node_modules/typescript/bin/tsc"),
      ...options.split(" "),
      ...files,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(files.length).toBeGreaterThan(5);
  });

  test("the program of docs/api.md runs, with the package under its own name", () => {
    const { status, stdout } = run(copyOf("programmatic"), "run.mjs");
    expect(shape(stdout)).toBe(shown("docs/api.md", "programmatic"));
    expect(status).toBe(0);
  });
});

describe("what the pages show of the command line", () => {
  test("docs/getting-started.md: axis init -a command, axis run; docs/cli.md: axis doctor", () => {
    const project = mkdtempSync(join(folder, "first-"));
    expect(shape(run(project, cli, "init", "-a", "command").stdout)).toBe(
      shown("docs/getting-started.md", "axis init -a command"),
    );
    const machine = /^ok (?:git|processes).*$/gm;
    const doctor = shape(run(project, cli, "doctor").stdout)
      .replaceAll(machine, "")
      .replaceAll(tmpdir(), "/tmp");
    expect(doctor).toBe(shown("docs/cli.md", "axis doctor").replaceAll(machine, ""));
    expect(shape(run(project, cli, "run").stdout)).toBe(shown("docs/getting-started.md", "axis run"));
  });

  test("docs/getting-started.md, read to its end: a scenario, an agent, a baseline that holds", () => {
    const project = mkdtempSync(join(folder, "second-"));
    const own = blocksOf(page("docs/getting-started.md"));
    run(project, cli, "init", "-a", "command");
    writeFileSync(
      join(project, "scenarios/count-words.json"),
      own.find(({ info }) => info === "json scenario")?.text ?? "",
    );
    writeFileSync(join(project, "axis.config.json"), own.find(({ info }) => info === "json config")?.text ?? "");
    const lines = own.find(({ text }) => text.includes("cat > bin/my-agent"))?.text ?? "";
    expect(spawnSync("sh", ["-c", lines], { cwd: project }).status).toBe(0);
    expect(shape(run(project, cli, "run").stdout)).toBe(shown("docs/getting-started.md", "axis run, two agents"));
    expect(run(project, cli, "baseline", "set").stdout).toContain("Saved 2 pairs");
    expect(run(project, cli, "run", "--compare-baseline", "--fail-under", "75").status).toBe(0);
  });

  test("docs/demo.svg: axis demo; docs/reports.md: axis reports, axis compare", () => {
    const place = mkdtempSync(join(folder, "demo-"));
    const { stdout, status } = run(place, cli, "demo");
    expect(status).toBe(0);
    const drawn = [...page("docs/demo.svg").text.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = ""]) =>
      plain(line),
    );
    expect(drawn.slice(1).map(shape)).toEqual(
      stdout
        .split("\n")
        .filter((line) => line !== "")
        .map(shape),
    );
    const project = join(place, "axis-demo");
    const detail = run(project, cli, "reports", "latest", "fix-the-tests").stdout.split("\nInsights")[0] ?? "";
    expect(withoutAudits(shape(detail.replaceAll(/^ {8}.*\n/gm, "")))).toBe(
      withoutAudits(shown("docs/reports.md", "axis reports")),
    );
    rememberNotes(project);
    run(project, cli, "run", "-s", "release-notes");
    const first = /reports\/(\S+)\/report\.json/.exec(stdout)?.[1] ?? "";
    const compared = run(project, cli, "compare", first, "latest", "-s", "release-notes");
    expect(parting(shape(compared.stdout))).toBe(parting(shown("docs/reports.md", "axis compare")));
  });

  test("docs/config.md: all mistakes at once", () => {
    const project = mkdtempSync(join(folder, "errors-"));
    mkdirSync(join(project, "scenarios/cms"), { recursive: true });
    const config = {
      agents: ["comand"],
      settings: { scoring_weights: { goal_achievement: 0.3 }, concurency: 4 },
      mcpServers: {},
    };
    const scenario = {
      name: "Post",
      prompt: "Post.",
      judge: "A post is there",
      variants: [{ name: "a" }, { name: "b", promt: "c" }],
    };
    writeFileSync(join(project, "axis.config.json"), JSON.stringify(config));
    writeFileSync(join(project, "scenarios/cms/create-post.json"), JSON.stringify(scenario));
    const { status, stderr } = run(project, cli, "run");
    expect(status).toBe(2);
    expect(shape(stderr)).toBe(shown("docs/config.md", "errors"));
  });

  test("docs/isolation.md: the black box passes a right cart and fails a wrong one that lies", () => {
    const project = copyOf("hello");
    const check =
      blocksOf(page("docs/isolation.md")).find(({ text }) => text.startsWith("// checks/cart.mjs"))?.text ?? "";
    writeFileSync(join(project, "box.mjs"), check);
    const cart = (code: string) => {
      writeFileSync(join(project, "cart.mjs"), code);
      return run(project, "box.mjs").status;
    };
    expect(cart("export const total = ([{ price, quantity }]) => price * quantity + 490;")).toBe(0);
    expect(cart("process.exit(0);")).not.toBe(0);
    expect(cart("console.log('score: 10'); export const total = () => 1;")).not.toBe(0);
  });
});

/** A block of a page as a file, named after its place. */
function moduleOf(path: string, line: number, text: string): string {
  const file = join(folder, `${path.replaceAll("/", "-")}-${line}.mts`);
  writeFileSync(file, text);
  return file;
}

function modulesBelow(copy: string): string[] {
  const paths = readdirSync(copy, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts")).map((path) => join(copy, path));
}

/** The text of a drawn line. */
function plain(line: string): string {
  return line
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** On a busy machine more calls are slower than excellent, and each of them has a line. */
function withoutAudits(text: string): string {
  return text.replaceAll(/^ #N success.*\n?/gm, "").trim();
}

/** What two runs did differently; how far their numbers moved depends on the machine as well. */
function parting(text: string): string {
  return text.slice(text.indexOf("The two runs part"));
}

/** What examples/hello/README.md suggests: tinker remembers what it has read. */
function rememberNotes(project: string): void {
  const file = join(project, "agent/skills/release-notes.mjs");
  const code = readFileSync(file, "utf8")
    .replace(
      "const kindOf = new Map(files.map((name) => [name, note(folder, name).kind]));",
      "const notes = new Map(files.map((name) => [name, note(folder, name)]));\n    const kindOf = new Map([...notes].map(([name, { kind }]) => [name, kind]));",
    )
    .replace("note(folder, name).text", "notes.get(name).text");
  writeFileSync(file, code);
  chmodSync(join(project, "agent/tinker.mjs"), 0o755);
}
