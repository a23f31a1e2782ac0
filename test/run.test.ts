/** The main job through the binary, and what only a process has: a terminal, a pipe, a disk that is full. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderOverview } from "../src/cli/command-table.ts";
import { Report } from "../src/core/report.ts";
import { listing, openHello, openProject, openShellProject, type Project, type Ran, shell } from "./fixtures/axis.ts";

const anyEscape = /\u001b|\u009b/;
const withScript = existsSync("/usr/bin/script") ? test : test.skip;

describe("the sample project", () => {
  let project: Project;
  let ran: Ran;
  beforeAll(async () => {
    project = await openHello();
    ran = await project.axis(["run"]);
  });
  afterAll(() => project[Symbol.asyncDispose]());

  test("runs to exit 0 with the verdict as the first line, then the table, then what to do next", async () => {
    expect(ran.stderr).toContain("3 runs planned");
    expect(ran.code).toBe(0);
    const lines = ran.stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("PASS  3 of 3 results passed");
    expect(lines[1]).toMatch(/^AXIS Result [\d.]+ \([\d.]+ to [\d.]+, \w+\) {3}3 runs: 3 passed$/);
    expect(lines[3]).toMatch(/^ +tinker +Goal +Env +Service +Agent +Time +Scorecard$/);
    expect(lines.filter((line) => /^(fix-the-tests|hello-world|release-notes) +\d+ +● +100 /.test(line))).toHaveLength(
      3,
    );
    const id = (await project.stored()).reportId;
    expect(ran.stdout).toContain("\nOpen     axis view\nNext     axis reports latest ");
    expect(lines.at(-1)).toBe(`Files    .axis/reports/${id}`);
  });

  test("says in its first line on stderr what is enforced", () => {
    const [first] = ran.stderr.split("\n");
    if (process.platform === "linux")
      expect(first).toMatch(/^sandbox bwrap \S+: own files and processes, network host/);
    else expect(first).toContain("agents run without a sandbox");
  });

  test("shows no escape code where there is no terminal", () => {
    expect(ran.stdout + ran.stderr).not.toMatch(anyEscape);
  });

  test("leaves the files that readers expect, and no others", async () => {
    const { reportId } = await project.stored();
    expect(await listing(join(project.folder, ".axis"))).toEqual(
      [
        ".gitignore",
        "runs.ndjson",
        "reports",
        ...["", "/journal.ndjson", "/report.html", "/report.json", "/scenarios"].map(
          (path) => `reports/${reportId}${path}`,
        ),
        ...["fix-the-tests", "hello-world", "release-notes"].flatMap((key) =>
          ["", "/tinker.json", "/tinker.patch", "/tinker.raw.ndjson", "/tinker.sparse-index.txt"].map(
            (path) => `reports/${reportId}/scenarios/${key}${path}`,
          ),
        ),
        ...["fix-the-tests/artifacts", "fix-the-tests/artifacts/tinker", "fix-the-tests/artifacts/tinker/cart.mjs"].map(
          (path) => `reports/${reportId}/scenarios/${path}`,
        ),
        ...[
          "release-notes/artifacts",
          "release-notes/artifacts/tinker",
          "release-notes/artifacts/tinker/RELEASE-NOTES.md",
        ].map((path) => `reports/${reportId}/scenarios/${path}`),
      ].toSorted(),
    );
    const ignore = await readFile(join(project.folder, ".axis", ".gitignore"), "utf8");
    expect(ignore).toContain("!baselines/");
    expect(ignore).toContain("!axis.lock");
  });

  test("keeps every run in full: transcript, interactions, checks, numbers, and what the agent printed", async () => {
    const { results } = await project.stored();
    const hello = results.find(({ scenarioKey }) => scenarioKey === "hello-world");
    const detail = await project.detail(hello?.file ?? "");
    expect(detail.output.transcript.length).toBeGreaterThan(2);
    expect(detail.interactions.map(({ id }) => id)).toEqual(detail.interactions.map((_, index) => index + 1));
    expect(detail.checks.map(({ score }) => score)).toEqual([10, 10, 10]);
    expect(detail.score).toEqual(hello?.score);
    const driver = process.platform === "linux" ? "bwrap" : "none";
    expect(detail.sandbox).toMatchObject({ driver, kind: driver, network: "host", enforced: { network: "no" } });
    expect(detail.resolvedConfig.sandbox).toEqual(detail.sandbox);
    const raw = await readFile(join(await project.reportFolder(), "scenarios/hello-world/tinker.raw.ndjson"), "utf8");
    expect(raw).toContain('"type":"result"');
  });

  test("journals each step: the run before its judgement, the end last", async () => {
    const text = await readFile(join(await project.reportFolder(), "journal.ndjson"), "utf8");
    const steps = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; data: { cell?: { scenario: string } } });
    const of = (key: string) => steps.filter(({ data }) => data.cell?.scenario === key).map(({ type }) => type);
    expect(steps[0]?.type).toBe("plan");
    expect(of("hello-world")).toEqual(["attempt-started", "run-recorded", "judged"]);
    expect(steps.at(-1)?.type).toBe("report-closed");
  });

  test("can be listed and shown again", async () => {
    const { reportId } = await project.stored();
    expect((await project.axis(["reports"])).stdout).toMatch(
      new RegExp(`^${reportId} {2}PASS {2}AXIS Result \\d+ {2}3 of 3 results passed`),
    );
    const shown = await project.axis(["reports", "latest", "hello-world"]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("hello.txt holds the line, and nothing else");
    const json = await project.axis(["reports", reportId, "--json"]);
    expect(Report.parse(JSON.parse(json.stdout)).reportId).toBe(reportId);
  });

  test("leaves no workspace and no process", async () => {
    expect(await project.leftovers()).toEqual([]);
    expect(await project.survivors()).toEqual([]);
  });
});

test.concurrent("stdout that is closed early does not end the run: head gets the verdict, the report is whole", async () => {
  await using project = await openHello();
  const ran = await shell(project, `{ $AXIS run -s hello-world; echo $? > "$OUTSIDE/code"; } | head -1`);
  expect(ran.stdout).toMatch(/^PASS .*\n$/);
  expect(await readFile(join(project.outside, "code"), "utf8")).toBe("0\n");
  expect((await project.stored()).state).toBe("complete");
  const gone = await shell(project, `{ $AXIS run -s hello-world --json; echo $? > "$OUTSIDE/code"; } | true`);
  expect(gone.stderr).not.toContain("EPIPE");
  expect(await readFile(join(project.outside, "code"), "utf8")).toBe("0\n");
  const list = await shell(project, `{ $AXIS reports --json; echo $? > "$OUTSIDE/code"; } | true`);
  expect(list.stderr).toBe("");
  expect(await readFile(join(project.outside, "code"), "utf8")).toBe("0\n");
});

withScript("colours appear on a terminal only, and never with NO_COLOR or TERM=dumb (needs script)", async () => {
  await using project = await openHello();
  await project.axis(["run", "-s", "hello-world"]);
  const inTerminal = (env: Record<string, string>) =>
    shell(project, `script -qec "$AXIS reports latest" /dev/null`, env);
  expect((await inTerminal({ TERM: "xterm" })).stdout).toMatch(anyEscape);
  expect((await inTerminal({ TERM: "xterm", NO_COLOR: "" })).stdout).not.toMatch(anyEscape);
  expect((await inTerminal({ TERM: "dumb" })).stdout).not.toMatch(anyEscape);
});

describe("the live display (needs script)", () => {
  const screenOf = async (size: string) => {
    await using project = await openShellProject({ scenarios: { a: {}, b: {}, c: {}, d: {} } });
    const { stdout } = await shell(project, `script -qec "stty ${size}; $AXIS run" /dev/null`, { TERM: "xterm" });
    return stdout;
  };

  withScript("has a bar and a row per run, and gives way to the report, also where the terminal is low", async () => {
    const screen = await screenOf("rows 6 cols 80");
    const [shown, report = ""] = stripVTControlCharacters(screen).split("PASS");
    expect(shown).toMatch(/[─━] {2}[0-4]\/4/);
    expect(shown).toContain("watch: axis view");
    expect(report).toMatch(/^\S* {2}4 of 4 results passed\r?\nAXIS Result /);
    expect(report).not.toContain("watch: axis view");
  });

  withScript("gives way to plain lines on a terminal that does not say how large it is", async () => {
    const screen = await screenOf("rows 0 cols 0");
    expect(screen).toContain("[4/4]");
    expect(screen).not.toContain("watch: axis view");
  });
});

const withFull = existsSync("/dev/full") ? test : test.skip;
withFull("output that cannot be written is said, with exit 3", async () => {
  await using project = await openHello();
  const { code, stderr } = await shell(project, `$AXIS schema config > /dev/full; exit $?`);
  expect([code, stderr.includes("The output could not be written")]).toEqual([3, true]);
});

test("axis --help is the list of all commands", async () => {
  await using project = await openProject({});
  const { code, stdout, stderr } = await project.axis(["--help"]);
  expect([code, stdout, stderr]).toEqual([0, renderOverview("axis"), ""]);
});
