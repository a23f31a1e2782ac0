/** Keeps the examples of the pages true: they are the files that stand in examples/, and the command line says what the pages show. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drive } from "../src/cli/drive.fixture.ts";
import { shape, shownOutput } from "./fixtures/shown-output.ts";
import { blocksOf, page, pagesBelow, root } from "./markdown.ts";

const blocks = [page("README.md"), ...pagesBelow("docs")].flatMap(blocksOf);

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-docs-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/axis-eval"));
  // The pages show what happens where npx can fetch; nothing is fetched here.
  mkdirSync(join(folder, "stand-ins"));
  writeFileSync(join(folder, "stand-ins/npx"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of an example, in a place where the package has its published name. */
function copyOf(name: string): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), name);
  cpSync(join(root, "examples", name), copy, { recursive: true, filter: (path) => !path.includes(".axis") });
  return copy;
}

async function run(cwd: string, ...args: readonly string[]) {
  const env = { PATH: `${folder}/stand-ins:${process.env["PATH"]}`, HOME: folder };
  const { code, stdout, stderr } = await drive(args, { cwd, env });
  return { status: code, stdout, stderr };
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
  test.each(["custom-adapter", "custom-judge"])(
    "examples/%s runs, and everything in it has an AXIS Result",
    async (name) => {
      const { status, stdout, stderr } = await run(copyOf(name), "run", "--json");
      expect({ status, stderr }).toMatchObject({ status: 0 });
      const report = JSON.parse(stdout) as { summary: { total: number; averagedOver: number } };
      expect(report.summary.averagedOver).toBe(report.summary.total);
    },
  );

  test("the judge of examples/custom-judge grades the goal, and rules the rest", async () => {
    const { stdout } = await run(copyOf("custom-judge"), "run", "--json");
    const [result] = (
      JSON.parse(stdout) as { results: { score: { judging: Record<string, { name: string } | null> } }[] }
    ).results;
    expect(result?.score.judging).toMatchObject({ goal: { name: "phrases" }, agent: { name: "rules" } });
  });
});

describe("what the pages show of the command line", () => {
  test("docs/getting-started.md: axis init -a command, axis run; docs/cli.md: axis doctor", async () => {
    const project = mkdtempSync(join(folder, "first-"));
    expect(shape((await run(project, "init", "-a", "command")).stdout)).toBe(
      shownOutput("docs/getting-started.md", "axis init -a command"),
    );
    const machine = /^(?:ok git|note processes|ok sandbox|note sandbox).*\n/gm;
    const doctor = shape((await run(project, "doctor")).stdout)
      .replaceAll(machine, "")
      .replaceAll(tmpdir(), "/tmp");
    expect(doctor).toBe(shownOutput("docs/cli.md", "axis doctor").replaceAll(machine, ""));
    expect(shape((await run(project, "run")).stdout)).toBe(shownOutput("docs/getting-started.md", "axis run"));
  });

  test("docs/getting-started.md, read to its end: a scenario, an agent, a baseline that holds", async () => {
    const project = mkdtempSync(join(folder, "second-"));
    const own = blocksOf(page("docs/getting-started.md"));
    await run(project, "init", "-a", "command");
    writeFileSync(
      join(project, "scenarios/count-words.json"),
      own.find(({ info }) => info === "json scenario")?.text ?? "",
    );
    writeFileSync(join(project, "axis.config.json"), own.find(({ info }) => info === "json config")?.text ?? "");
    const lines = own.find(({ text }) => text.includes("cat > bin/my-agent"))?.text ?? "";
    expect(spawnSync("sh", ["-c", lines], { cwd: project }).status).toBe(0);
    expect(shape((await run(project, "run")).stdout)).toBe(
      shownOutput("docs/getting-started.md", "axis run, two agents"),
    );
    expect((await run(project, "baseline", "set")).stdout).toContain("Saved 2 results");
    expect((await run(project, "run", "--compare-baseline", "--fail-under", "75")).status).toBe(0);
  });

  test("docs/demo.svg: axis demo; docs/reports.md: axis reports, axis compare", async () => {
    const place = mkdtempSync(join(folder, "demo-"));
    const { stdout, status } = await run(place, "demo");
    expect(status).toBe(0);
    const drawn = [...page("docs/demo.svg").text.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = ""]) =>
      plain(line),
    );
    const printed = stdout.split("\n").filter((line) => line !== "");
    expect(withoutFixes(drawn.slice(1)).map(shape)).toEqual(withoutFixes(printed).map(shape));
    const project = join(place, "axis-demo");
    const detail = (await run(project, "reports", "latest", "fix-the-tests")).stdout.split("\nInsights")[0] ?? "";
    expect(withoutAudits(shape(detail.replaceAll(/^ {8}.*\n/gm, "")))).toBe(
      withoutAudits(shownOutput("docs/reports.md", "axis reports")),
    );
    rememberNotes(project);
    await run(project, "run", "-s", "release-notes");
    const first = /reports\/(\S+)$/m.exec(stdout)?.[1] ?? "";
    const compared = await run(project, "compare", first, "latest", "-s", "release-notes");
    expect(parting(shape(compared.stdout))).toBe(parting(shownOutput("docs/reports.md", "axis compare")));
  });

  test("docs/config.md: all mistakes at once", async () => {
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
    const { status, stderr } = await run(project, "run");
    expect(status).toBe(2);
    expect(shape(stderr)).toBe(shownOutput("docs/config.md", "errors"));
  });

  test("docs/isolation.md: the black box passes a right cart and fails a wrong one that lies", () => {
    const project = copyOf("hello");
    const check =
      blocksOf(page("docs/isolation.md")).find(({ text }) => text.startsWith("// checks/cart.mjs"))?.text ?? "";
    writeFileSync(join(project, "box.mjs"), check);
    const cart = (code: string) => {
      writeFileSync(join(project, "cart.mjs"), code);
      return spawnSync(process.execPath, ["box.mjs"], { cwd: project, env: { PATH: process.env["PATH"] } }).status;
    };
    expect(cart("export const total = ([{ price, quantity }]) => price * quantity + 490;")).toBe(0);
    expect(cart("process.exit(0);")).not.toBe(0);
    expect(cart("console.log('score: 10'); export const total = () => 1;")).not.toBe(0);
  });
});

/** The text of a drawn line. */
function plain(line: string): string {
  return line
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** On a busy machine some calls are slow, and each kind of them is listed. */
function withoutFixes(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^ +\d+ {2}|^ {4}/.test(line));
}

/** On a busy machine more calls are slower than excellent, and each of them has a line; limits depend on the machine. */
function withoutAudits(text: string): string {
  return text
    .replaceAll(/^ #N success.*\n?/gm, "")
    .replaceAll(/^sandbox bwrap.*\n/gm, "")
    .trim();
}

/** What two runs did differently; how far their numbers moved depends on the machine as well. */
function parting(text: string): string {
  return text.slice(text.indexOf("The two runs diverge"));
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
