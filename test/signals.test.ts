/** Ctrl-C once, twice and three times, in every phase of a run: what is kept, what ends, and with which exit code. */
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { isWritten, openShellProject, type Project, type Ran, scenario, shell, until } from "./fixtures/axis.ts";

/** Says that a phase was reached, then stays, with a child in a session of its own. */
const stay = (name: string) => `setsid sleep 61 & echo $$ > "$OUTSIDE/${name}"; exec sleep 60`;
/** The same, with a child that does not listen to the polite signal. */
const stayDeaf = (name: string) =>
  `setsid sh -c 'trap "" TERM; echo $$ > "$OUTSIDE/${name}"; while :; do sleep 1; done' & trap "" TERM; while :; do sleep 1; done`;
/** Says that it was reached, and ends once the signal was heard. */
const brief = (name: string) =>
  `echo $$ > "$OUTSIDE/${name}"; while [ -d "$OUTSIDE" ] && [ ! -e "$OUTSIDE/heard" ]; do sleep 0.05; done; echo done > "$OUTSIDE/${name}-done"`;
const action = (command: string) => [{ action: "run_script", command }];

/** An agent and the fields of a scenario that stay in a phase. */
const phases = (line: string) => ({
  setup: { agent: "echo done", fields: { setup: action(line) } },
  agent: { agent: line, fields: {} },
  check: { agent: "echo done", fields: { judge: [{ check: "x", verify: line }] } },
  teardown: { agent: "echo done", fields: { teardown: action(line) } },
});
type Phase = keyof ReturnType<typeof phases>;

/** A project whose one job stays in a phase, and a second job that waits for its turn. */
function stuckIn(phase: Phase, line = stay("at")): Promise<Project> {
  const { agent, fields } = phases(line)[phase];
  return openShellProject({
    agents: { agent },
    scenarios: { a: fields, b: scenario },
    config: { settings: { concurrency: 1 } },
  });
}

/** Starts a run, waits until it is in its phase, and sends the signals one after the other, each when the first was heard. */
async function signalled(
  project: Project,
  signals: readonly NodeJS.Signals[],
  args: readonly string[] = ["run"],
): Promise<Ran> {
  const { child, ended } = project.start(args);
  let over = false;
  let said = "";
  void ended.then(() => (over = true));
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until(async () => over || (await isWritten(join(project.outside, "at"))));
  for (const signal of signals) {
    child.kill(signal);
    await until(() => over || said.includes(" to stop now."));
  }
  await writeFile(join(project.outside, "heard"), "");
  return await ended;
}

async function nothingIsLeft(project: Project): Promise<void> {
  expect(await project.survivors()).toEqual([]);
  expect(await project.leftovers()).toEqual([]);
}

describe.concurrent("one signal", () => {
  test.each([
    ["SIGINT", "setup"],
    ["SIGTERM", "agent"],
    ["SIGHUP", "agent"],
    ["SIGINT", "check"],
  ] as const)(
    "%s during %s ends the run in order: report aborted, exit 1, the way to go on, nothing left",
    async (signal, phase) => {
      await using project = await stuckIn(phase);
      const ran = await signalled(project, [signal]);
      expect(ran.code).toBe(1);
      const report = await project.stored();
      expect(report.state).toBe("aborted");
      expect(report.summary.classes.notRun).toBe(2);
      expect(report.results.find(({ scenarioKey }) => scenarioKey === "b")?.outcome).toMatchObject({
        status: "stopped",
        by: "user",
      });
      expect(ran.stderr).toContain(`axis run --resume ${report.reportId}`);
      expect(ran.stdout).toMatch(
        /^INCOMPLETE {2}0 of 2 runs finished\nStopped by (Ctrl-C|SIG\w+): 1 interrupted, 1 not started/,
      );
      await nothingIsLeft(project);
    },
  );

  test("ends an agent's processes that do not listen, within seconds", async () => {
    await using project = await stuckIn("agent", stayDeaf("at"));
    const ran = await signalled(project, ["SIGTERM"]);
    expect([ran.code, (await project.stored()).state]).toEqual([1, "aborted"]);
    await nothingIsLeft(project);
  });

  test("during an agent's work lets teardown and afterAll do theirs", async () => {
    await using project = await openShellProject({
      agents: { agent: stay("at") },
      scenarios: { a: { teardown: action(brief("teardown")), artifacts: ["*"] } },
      config: { afterAll: action(`echo "$AXIS_COMPLETED of $AXIS_TOTAL" > "$OUTSIDE/after"`) },
    });
    expect((await signalled(project, ["SIGINT"])).code).toBe(1);
    expect(await isWritten(join(project.outside, "teardown-done"))).toBe(true);
    expect(await readFile(join(project.outside, "after"), "utf8")).toBe("0 of 1\n");
    await nothingIsLeft(project);
  });

  test("during teardown lets it finish, and keeps the result of the run", async () => {
    await using project = await openShellProject({
      scenarios: { a: { teardown: action(brief("at")) }, b: {} },
      config: { settings: { concurrency: 1 } },
    });
    expect((await signalled(project, ["SIGTERM"])).code).toBe(1);
    expect(await isWritten(join(project.outside, "at-done"))).toBe(true);
    const report = await project.stored();
    expect(report.summary.classes).toMatchObject({ completed: 1, notRun: 1 });
    expect(report.results[0]?.score?.axisScore).toBeTypeOf("number");
    await nothingIsLeft(project);
  });

  test("while a judge is asked gives it seconds, then leaves the dimension unscored", async () => {
    await using project = await openShellProject({
      scenarios: { a: {} },
      files: {
        "slow.mjs": `import { writeFileSync } from "node:fs";
          export default { id: "slow", ask: () => { writeFileSync(process.env.OUTSIDE + "/at", "asked"); return new Promise((resolve) => setTimeout(resolve, 120_000)); } };`,
      },
    });
    const ran = await signalled(project, ["SIGINT"], ["run", "--judge", "./slow.mjs"]);
    expect(ran.code).toBe(1);
    const [result] = (await project.stored()).results;
    expect(result?.score).toMatchObject({ axisScore: null, reason: expect.stringContaining("judging was stopped") });
    await nothingIsLeft(project);
  });

  test("with --json still leaves one JSON document on stdout", async () => {
    await using project = await stuckIn("agent");
    const ran = await signalled(project, ["SIGINT"], ["run", "--json"]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ state: "aborted" });
  });

  test("leaves a report that --resume completes, running again only what had not finished", async () => {
    await using project = await openShellProject({
      agents: {
        agent: `cat "$AXIS_PROMPT_FILE" >> "$OUTSIDE/starts"; grep -q slow "$AXIS_PROMPT_FILE" && [ ! -e "$OUTSIDE/quick" ] && { touch "$OUTSIDE/quick"; ${stay("at")}; }; echo done`,
      },
      scenarios: { a: { prompt: "first " }, b: { prompt: "slow " }, c: { prompt: "third " } },
      config: { settings: { concurrency: 1 } },
    });
    await signalled(project, ["SIGINT"]);
    const aborted = await project.stored();
    expect(aborted.summary.classes).toMatchObject({ completed: 1, notRun: 2 });
    const resumed = await project.axis(["run", "--resume"]);
    expect(resumed.code).toBe(0);
    const report = await project.stored();
    expect([report.reportId, report.state, report.summary.classes.completed]).toEqual([
      aborted.reportId,
      "complete",
      3,
    ]);
    expect(await readFile(join(project.outside, "starts"), "utf8")).toBe("first slow slow third ");
  });
});

describe.concurrent("a second signal", () => {
  test.each([
    ["SIGINT", "setup", 130],
    ["SIGINT", "agent", 130],
    ["SIGTERM", "agent", 143],
    ["SIGHUP", "agent", 143],
    ["SIGTERM", "check", 143],
    ["SIGINT", "teardown", 130],
  ] as const)("%s during %s ends everything at once with exit %i, and nothing is left", async (signal, phase, code) => {
    await using project = await stuckIn(phase, stayDeaf("at"));
    const ran = await signalled(project, [signal, signal]);
    expect(ran.code).toBe(code);
    await nothingIsLeft(project);
    expect((await project.axis(["reports"])).code).toBe(0);
    const { reportId } = await project.stored();
    const said = `Stopped at once (${signal}): all processes started by AXIS were killed. Resume with: axis run --resume ${reportId}`;
    expect(ran.stderr.trimEnd().split("\n").at(-1)).toBe(said);
  });

  test("is answered with a command that goes on, with the script and the config of the run", async () => {
    await using project = await stuckIn("agent", `[ -e "$OUTSIDE/heard" ] && exec echo done; ${stay("at")}`);
    await project.write({ "script.yaml": "steps:\n  - text: done\n" });
    await rename(join(project.folder, "axis.config.json"), join(project.folder, "mine.json"));
    const ran = await signalled(
      project,
      ["SIGINT", "SIGINT"],
      ["run", "-c", "mine.json", "--script", "script.yaml", "--json"],
    );
    expect([ran.code, ran.stdout]).toEqual([130, ""]);
    const [, command = ""] = /Resume with: axis (.*)$/m.exec(ran.stderr) ?? [];
    const resumed = await project.axis(command.split(" "));
    expect([resumed.code, (await project.stored()).state]).toEqual([0, "complete"]);
  });

  test("and a third one change nothing more", async () => {
    await using project = await stuckIn("agent", stayDeaf("at"));
    const ran = await signalled(project, ["SIGINT", "SIGINT", "SIGINT"]);
    expect([ran.code, ran.signal]).toEqual([130, null]);
    await nothingIsLeft(project);
  });

  test("during beforeAll ends the hook's processes too", async () => {
    await using project = await openShellProject({ config: { beforeAll: action(stayDeaf("at")) } });
    const ran = await signalled(project, ["SIGINT", "SIGINT"]);
    expect(ran.code).toBe(130);
    expect(ran.stderr).toMatch(/^Stopped at once \(SIGINT\): all processes started by AXIS were killed\.$/m);
    await nothingIsLeft(project);
  });
});

describe.concurrent("a signal while nothing is evaluated yet", () => {
  test.each([
    ["SIGINT", ["run"], 130],
    ["SIGTERM", ["run"], 143],
    ["SIGHUP", ["run"], 143],
    ["SIGINT", ["trust", "https://example.test/acme/tasks"], 130],
  ] as const)(
    "%s during a fetch of axis %j ends git at once with exit %i, and nothing is left",
    async (signal, args, code) => {
      await using project = await openShellProject({ config: { scenarios: ["https://example.test/acme/tasks"] } });
      const at = join(project.outside, "at");
      await project.write({
        "bin/git": `#!/bin/sh\ntrap "" TERM INT HUP\ntouch "$HOME/kept"\necho $$ > '${at}'\nexec sleep 60\n`,
      });
      const PATH = `${join(project.folder, "bin")}:${process.env["PATH"]}`;
      const { child, ended } = project.start(args, { env: { PATH } });
      let over = false;
      void ended.then(() => (over = true));
      await until(async () => over || (await isWritten(at)));
      expect(await project.leftovers()).toEqual([expect.stringMatching(/^axis-git-/)]);
      child.kill(signal);
      const ran = await ended;
      expect(ran).toMatchObject({ code, signal: null, stdout: "" });
      const next = args[0] === "run" ? " Nothing has been run yet." : "";
      const said = `Stopped at once (${signal}): all processes started by AXIS were killed.${next}`;
      expect(ran.stderr.trimEnd().split("\n").at(-1)).toBe(said);
      await nothingIsLeft(project);
    },
  );

  test("is answered while a module of the project is still at work, and no report is left", async () => {
    await using project = await openShellProject({});
    const at = join(project.outside, "at");
    await project.write({
      "slow.mjs": `import { writeFileSync } from "node:fs";\nexport default async () => {\n  writeFileSync(${JSON.stringify(at)}, "here");\n  await new Promise((done) => setTimeout(done, 60_000));\n};\n`,
    });
    const { child, ended } = project.start(["run", "-c", "slow.mjs"]);
    let over = false;
    void ended.then(() => (over = true));
    await until(async () => over || (await isWritten(at)));
    child.kill("SIGINT");
    const ran = await ended;
    expect([ran.code, ran.stdout]).toEqual([130, ""]);
    expect(ran.stderr).toMatch(/^Stopped at once \(SIGINT\): .* Nothing has been run yet\.$/m);
    expect(existsSync(join(project.folder, ".axis/reports"))).toBe(false);
  });
});

const withScript = existsSync("/usr/bin/script") ? test : test.skip;

withScript("the live display leaves the terminal as it was: cursor shown, no mode left on (needs script)", async () => {
  await using project = await stuckIn("agent");
  const line = `script -qefc 'stty rows 24 cols 80; echo $$ > "$OUTSIDE/pid"; exec $AXIS run' "$OUTSIDE/screen" > /dev/null 2>&1 &
    while [ ! -s "$OUTSIDE/at" ]; do sleep 0.05; done
    kill -INT $(cat "$OUTSIDE/pid"); wait`;
  await shell(project, line, { TERM: "xterm" });
  const screen = await readFile(join(project.outside, "screen"), "utf8");
  expect(screen).toContain("  0 of 2 runs finished");
  const [hidden, shown] = [screen.lastIndexOf("\u001b[?25l"), screen.lastIndexOf("\u001b[?25h")];
  expect(hidden === -1 || shown > hidden).toBe(true);
  expect(screen).not.toMatch(/\u001b\[\?(?:1049|1000|2004)h/);
  expect(screen.slice(screen.indexOf("INCOMPLETE"))).not.toMatch(/\u001b\[\d*[AJK]/);
  await nothingIsLeft(project);
});

withScript("on a terminal the last line of a second signal stands below the rows, whole (needs script)", async () => {
  await using project = await stuckIn("agent", stayDeaf("at"));
  const line = `script -qefc 'stty rows 24 cols 80; echo $$ > "$OUTSIDE/pid"; exec $AXIS run' "$OUTSIDE/screen" > /dev/null 2>&1 &
    while [ ! -s "$OUTSIDE/at" ]; do sleep 0.05; done
    kill -INT $(cat "$OUTSIDE/pid")
    until grep -q " to stop now" "$OUTSIDE/screen"; do sleep 0.05; done
    kill -INT $(cat "$OUTSIDE/pid"); wait $!; echo "code $?"`;
  const { stdout } = await shell(project, line, { TERM: "xterm" });
  expect(stdout).toContain("code 130");
  // Between the rows and the line there may be moves of the cursor, by what was drawn last.
  const screen = stripVTControlCharacters(await readFile(join(project.outside, "screen"), "utf8"));
  expect(screen).toMatch(/\nStopped at once \(SIGINT\): [^\n]*Resume with: axis run --resume [\d-]+\r?\n/);
  await nothingIsLeft(project);
});
