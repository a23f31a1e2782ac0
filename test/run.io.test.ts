/** The main job through the command line: from a scenario to an AXIS Result, a report, a baseline and an exit code. */
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderOverview } from "../src/cli/command-table.ts";
import { listing, openHello, openProject, openShellProject, scenario } from "./fixtures/driven.ts";

test.concurrent("--json puts exactly the report on stdout, as it is on disk, and -o writes the same beside", async () => {
  await using project = await openHello();
  const { stdout, code, report } = await project.report(["-s", "hello-world", "-o", "out"]);
  expect(code).toBe(0);
  expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
  expect(report).toEqual(await project.stored());
  const copy = await readFile(join(project.folder, "out", `axis-report-${report.reportId}.json`), "utf8");
  expect(JSON.parse(copy)).toEqual(JSON.parse(stdout));
});

test.concurrent("filters choose scenarios and agents, in any case and by glob", async () => {
  await using project = await openShellProject({
    agents: { "left-hand": "echo done", "right-hand": "echo done" },
    scenarios: { "a/one": {}, "a/two": {}, b: {} },
  });
  const pairs = async (...args: string[]) =>
    (await project.report(args)).report.results.map((result) => `${result.scenarioKey} ${result.agentName}`);
  expect(await pairs("-s", "a/*", "-a", "LEFT-hand")).toEqual(["a/one left-hand", "a/two left-hand"]);
  expect(await pairs("-s", "a/two,b", "-a", "right-*")).toEqual(["a/two right-hand", "b right-hand"]);
});

test.concurrent("trials each have files of their own, and the pair shows them all", async () => {
  await using project = await openShellProject({
    scenarios: { task: { artifacts: ["*.txt"] } },
    agents: { agent: "echo x > note.txt; echo done" },
  });
  const { report } = await project.report(["--trials", "2"]);
  const [result] = report.results;
  expect(report.results).toHaveLength(1);
  expect(result?.trials?.map(({ trial, file }) => [trial, file])).toEqual([
    [1, "scenarios/task/agent.json"],
    [2, "scenarios/task/agent.trial-2.json"],
  ]);
  expect(result?.spread).toMatchObject({ n: 2 });
  expect(report.summary.classes.completed).toBe(2);
  const files = await listing(join(await project.reportFolder(), "scenarios/task"));
  expect(files).toEqual(
    expect.arrayContaining([
      "agent.trial-2.raw.ndjson",
      "agent.trial-2.sparse-index.txt",
      "artifacts/agent.trial-2/note.txt",
    ]),
  );
});

test.concurrent("--no-score runs no check and asks no judge", async () => {
  await using project = await openShellProject({
    scenarios: { task: { judge: [{ check: "x", verify: 'echo ran > "$OUTSIDE/check"' }] } },
  });
  const { report, code } = await project.report(["--no-score"]);
  expect(code).toBe(0);
  expect(report.results[0]).not.toHaveProperty("score");
  expect(report).not.toHaveProperty("scoring");
  expect(await listing(project.outside)).toEqual([]);
  expect(await listing(join(await project.reportFolder(), "scenarios/task"))).toEqual([
    "agent.json",
    "agent.raw.ndjson",
    "agent.sparse-index.txt",
  ]);
  expect((await project.axis(["reports", "latest"])).stdout).toMatch(/^MEASURED {2}1 run recorded, nothing was scored/);
});

test.concurrent("--failed runs again what failed, and says so when nothing did", async () => {
  await using project = await openShellProject({
    agents: { agent: `grep -q flaky "$AXIS_PROMPT_FILE" && [ ! -e "$OUTSIDE/mended" ] && exit 4; echo done` },
    scenarios: { steady: {}, flaky: { prompt: "flaky" } },
  });
  const first = await project.report();
  expect(first.code).toBe(1);
  expect(first.report.results.map(({ failed, outcomeClass }) => [failed, outcomeClass])).toEqual([
    [true, "agent"],
    [false, "completed"],
  ]);
  await writeFile(join(project.outside, "mended"), "");
  const again = await project.report(["--failed"]);
  expect(again.code).toBe(0);
  expect(again.report.results.map(({ scenarioKey }) => scenarioKey)).toEqual(["flaky"]);
  const nothing = await project.axis(["run", "--failed"]);
  expect(nothing.code).toBe(0);
  expect(nothing.stderr).toContain("nothing to run again");
});

test.concurrent("a gate says no with exit 1, names the pair, and the flag wins over the setting", async () => {
  await using project = await openShellProject({ config: { settings: { fail_under: 0 } } });
  const { report } = await project.report();
  const score = report.results[0]?.score?.axisScore ?? Number.NaN;
  const under = await project.axis(["run", "--fail-under", String(Math.min(100, score + 1))]);
  expect(under.code).toBe(score === 100 ? 0 : 1);
  expect(under.stdout.split("\n")[0]).toContain(`task (agent) ${score}`);
  expect((await project.axis(["run", "--fail-under", String(score)])).code).toBe(0);
});

test.concurrent("a cell that crashes against a saved baseline is a regression: exit 1, and it is named", async () => {
  await using project = await openShellProject({
    agents: { agent: `[ -e "$OUTSIDE/broken" ] && exit 9; echo done` },
    scenarios: { one: {}, two: {} },
  });
  await project.axis(["run"]);
  const saved = await project.axis(["baseline", "set"]);
  expect([saved.code, saved.stdout]).toEqual([0, expect.stringContaining("Saved 2 results")]);
  const baseline = JSON.parse(await readFile(join(project.folder, ".axis/baselines/main.json"), "utf8")) as {
    results: Record<string, Record<string, { axisScore: number }>>;
  };
  expect(baseline.results["one"]?.["agent"]?.axisScore).toBeGreaterThanOrEqual(90);
  const same = await project.report(["--compare-baseline"]);
  expect([same.code, same.report.comparison?.summary.unchanged]).toEqual([0, 2]);
  await writeFile(join(project.outside, "broken"), "");
  const crashed = await project.axis(["run", "--compare-baseline"]);
  expect(crashed.code).toBe(1);
  expect(crashed.stdout.split("\n")[0]).toMatch(
    /^FAIL .*compared with the baseline "main": agent regressed by [\d.]+ points; 2 results regressed$/,
  );
  expect((await project.stored()).comparison?.entries.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ["failed", "REGRESSED"],
    ["failed", "REGRESSED"],
  ]);
  expect((await project.axis(["baseline", "compare"])).code).toBe(1);
  expect((await project.axis(["baseline", "list"])).stdout).toMatch(/^main {2}updated /);
  expect((await project.axis(["baseline", "show"])).stdout).toContain("one (agent)  AXIS Result");
  expect((await project.axis(["baseline", "delete"])).code).toBe(0);
  expect((await project.axis(["baseline", "show"])).code).toBe(2);
});

test.concurrent("a result of the baseline that is unscored fails the comparison, and so does one that passed and is gone", async () => {
  await using project = await openShellProject({
    scenarios: { one: {}, two: {} },
    files: { "mute.mjs": `export default { id: "mute", ask: async () => ({}) };` },
  });
  await project.axis(["run"]);
  await project.axis(["baseline", "set"]);
  const narrowed = await project.report(["-s", "two", "--compare-baseline"]);
  expect([narrowed.code, narrowed.report.comparison?.summary.gone]).toEqual([0, 0]);
  const gone = await project.axis(["baseline", "compare"]);
  expect([gone.code, gone.stdout]).toEqual([1, expect.stringMatching(/^REGRESSED {2}1 result that passed is gone\n/)]);
  const unscored = await project.report(["--judge", "./mute.mjs", "--compare-baseline"]);
  expect([unscored.code, unscored.report.comparison?.summary.unscored]).toEqual([1, 2]);
});

test.concurrent("several trials against a baseline: a verdict by test, in text and JSON, and the exit code follows its rule", async () => {
  const judge = [{ check: "The answer is right", verify: { file: "answer.txt", contains: "right" } }];
  await using project = await openShellProject({
    agents: { agent: `[ -e "$OUTSIDE/worse" ] || echo right > answer.txt; echo done` },
    scenarios: { one: { judge }, two: { judge } },
  });
  await project.axis(["run", "--trials", "3"]);
  await project.axis(["baseline", "set"]);
  const same = await project.axis(["run", "--trials", "3", "--compare-baseline"]);
  expect([same.code, same.stdout]).toEqual([0, expect.stringMatching(/^NO CHANGE {2}agent {2}[\d.]+ → [\d.]+ /m)]);
  expect(same.stdout).toMatch(/^Next {5}axis reports /m);
  await writeFile(join(project.outside, "worse"), "");
  const worse = await project.axis(["run", "--trials", "3", "--compare-baseline"]);
  expect(worse.code).toBe(1);
  expect(worse.stdout.split("\n")[0]).toMatch(
    /^FAIL .*compared with the baseline "main": agent regressed by [\d.]+ points$/,
  );
  // What the runs cost stands there too where a busy machine made them slower.
  expect(worse.stdout.replace(/^ {2}resources {2}time .*\n/m, "")).toMatch(
    /^REGRESSED .* on these 2 scenarios × 3 trials, margin 3\n {2}1 {2}(?:one|two) .* points; .*\n {2}2 {2}(?:one|two) .*\n {2}dimensions {2}goal regressed .*$/m,
  );
  expect(worse.stdout).toMatch(/^Next {5}axis compare baseline:main \S+ -s (?:one|two)$/m);
  const compared = await project.axis(["baseline", "compare", "--json"]);
  const again = await project.axis(["compare", "baseline:main", "latest", "--json"]);
  const { verdicts } = JSON.parse(compared.stdout) as { verdicts: { verdict: string; causes: unknown[] }[] };
  expect([compared.code, verdicts.length, verdicts[0]?.verdict]).toEqual([1, 1, "regressed"]);
  // Only a comparison of two reports says which causes became more or fewer.
  const { causes, ...withoutCauses } = JSON.parse(again.stdout) as { causes: { missing: string } };
  expect(withoutCauses).toEqual(JSON.parse(compared.stdout));
  expect(causes.missing).toBe("A baseline holds numbers only, so causes cannot be compared.");
  const rescored = await project.axis(["rescore", "latest", "--compare-baseline"]);
  expect([rescored.code, rescored.stdout]).toEqual([1, expect.stringMatching(/^REGRESSED /m)]);
  const config = join(project.folder, "axis.config.json");
  const written = JSON.parse(await readFile(config, "utf8")) as object;
  const settings = { verdict: { margin: 90, rule: "non-inferior" } };
  await writeFile(config, JSON.stringify({ ...written, settings }));
  expect((await project.axis(["baseline", "compare"])).stdout).toMatch(
    /^NO CHANGE .* margin 90\n {2}1 {2}there is a drop/m,
  );
});

test.concurrent("reports that were handed on without their runs are compared, and it is said what is not known", async () => {
  await using project = await openShellProject({ agents: { agent: "echo done" }, scenarios: { one: {} } });
  const { report } = await project.report();
  const text = JSON.stringify(report);
  await project.write({ "a/readme": "", "b/readme": "" });
  await symlink("/etc/passwd", join(project.folder, "b/passwd"));
  await writeFile(join(project.folder, "a/report.json"), text);
  await writeFile(
    join(project.folder, "b/report.json"),
    text.replaceAll(JSON.stringify(report.results[0]?.file), '"passwd"'),
  );
  for (const [before, after, why] of [
    ["a", "a", "scenarios/one/agent.json could not be read"],
    ["b", "b", '"passwd" leads out of its folder'],
  ]) {
    const ran = await project.axis(["compare", `${before}/report.json`, `${after}/report.json`, "--html", "c.html"]);
    expect([ran.code, ran.stdout]).toEqual([
      0,
      expect.stringMatching(/^NO CHANGE {2}No agent regressed\n[^]*^Results: 1 no change$/m),
    ]);
    expect(ran.stderr).toContain("Warning: cannot show what the runs did differently: ");
    expect(ran.stderr.split("Warning: a run is not on the page: ")).toHaveLength(3);
    expect(ran.stderr).toContain(why);
  }
});

test.concurrent("a judge that answers nonsense leaves no number anywhere, a reason, and exit 1", async () => {
  await using project = await openShellProject({
    scenarios: { task: { judge: "It is good" } },
    files: { "mute.mjs": `export default { id: "mute", ask: async () => "I would rather not say" };` },
  });
  const { code, report } = await project.report(["--judge", "./mute.mjs"]);
  expect(code).toBe(1);
  expect(report.summary).toMatchObject({ averageAxisScore: null, unscored: 1, classes: { judge: 1 } });
  expect(report.results[0]?.score).toMatchObject({ axisScore: null, reason: expect.stringMatching(/./) });
  const shown = await project.axis(["reports", "latest"]);
  expect(shown.stdout).toMatch(/^INCOMPLETE {2}0 of 1 passed, 1 could not be scored \(goal, agent: judge/);
  expect(shown.stdout).toMatch(/^task +– /m);
  const saved = await project.axis(["baseline", "set"]);
  expect([saved.code, await listing(join(project.folder, ".axis"))]).toEqual([
    2,
    expect.not.arrayContaining(["baselines/main.json"]),
  ]);
});

test.concurrent("afterAll finds the report finished: its page, and the copy that was asked for", async () => {
  await using project = await openShellProject({
    scenarios: { task: {} },
    config: {
      afterAll: [
        {
          action: "run_script",
          command: 'ls "$AXIS_REPORT_DIR" copies > seen; cp "$AXIS_REPORT_DIR/report.html" page; exit 1',
        },
      ],
    },
  });
  const ran = await project.axis(["run", "-o", "copies"]);
  expect(ran.code).toBe(1);
  const seen = await readFile(join(project.folder, "seen"), "utf8");
  expect(seen).toMatch(/report\.html\nreport\.json/);
  expect(seen).toMatch(/axis-report-.*\.json/);
  // Made again, because its verdict is another one now.
  const pages = [join(project.folder, "page"), join(await project.reportFolder(), "report.html")];
  const [before, after] = await Promise.all(pages.map((path) => readFile(path, "utf8")));
  expect(before === after).toBe(false);
});

test.concurrent("setup, teardown and notes: scripts see their variables, the agent does not, notes are kept", async () => {
  const script = (name: string) => ({
    action: "run_script",
    command: `env | grep ^AXIS_ | grep -v -e RUN_ID -e OUTPUT -e WORKSPACE -e CONFIG_DIR | sort > "$OUTSIDE/${name}"; echo "**${name}** in $PWD" | sed "s#$AXIS_WORKSPACE#here#" >> "$AXIS_OUTPUT"`,
  });
  await using project = await openProject({
    "axis.config.json": {
      agents: [
        { agent: "command", name: "one", model: "m-1", command: `env | grep ^AXIS_ > "$OUTSIDE/agent"; echo {model}` },
      ],
      env: ["OUTSIDE"],
    },
    "scenarios/group/task.json": {
      ...scenario,
      setup: [script("setup")],
      teardown: [script("teardown")],
      variants: [{ name: "plain" }, { name: "other", prompt: "Other" }],
    },
  });
  const { report } = await project.report(["-s", "group/task@plain"]);
  expect(report.results.map(({ scenarioKey, scenarioName }) => [scenarioKey, scenarioName])).toEqual([
    ["group/task@plain", "A task [plain]"],
  ]);
  const read = (name: string) => readFile(join(project.outside, name), "utf8");
  const variables = (phase: string) =>
    `AXIS_AGENT=command\nAXIS_MODEL=m-1\nAXIS_PHASE=${phase}\nAXIS_SCENARIO=group/task@plain\nAXIS_TRIAL=1\nAXIS_VARIANT=plain\n`;
  expect(await read("setup")).toBe(variables("setup"));
  expect(await read("teardown")).toBe(variables("teardown"));
  expect(
    (await read("agent"))
      .split("\n")
      .map((line) => line.split("=")[0])
      .toSorted(),
  ).toEqual(["", "AXIS_PROMPT_FILE", "AXIS_RUN_ID"]);
  expect(report.results[0]).toMatchObject({ setupOutput: "**setup** in here", teardownOutput: "**teardown** in here" });
  const both = await project.report([]);
  expect(both.report.results.map(({ scenarioKey, prompt }) => [scenarioKey, prompt])).toEqual([
    ["group/task@other", "Other"],
    ["group/task@plain", "Do the task"],
  ]);
});

test.concurrent("beforeAll and afterAll run once, in the config's folder, and afterAll knows the finished report", async () => {
  const hook = {
    action: "run_script",
    command: `{ pwd; env | grep ^AXIS_ | grep -v -e RUN_ID -e OUTPUT -e DURATION | sort; } >> "$OUTSIDE/$AXIS_PHASE"`,
  };
  await using project = await openShellProject({
    scenarios: { one: {}, two: {} },
    config: { beforeAll: [hook], afterAll: [hook] },
  });
  await project.axis(["run"]);
  const here = project.folder;
  expect(await readFile(join(project.outside, "beforeAll"), "utf8")).toBe(
    `${here}\nAXIS_CONFIG_DIR=${here}\nAXIS_PHASE=beforeAll\nAXIS_WORKSPACE=${here}\n`,
  );
  expect(await readFile(join(project.outside, "afterAll"), "utf8")).toBe(
    `${here}\nAXIS_COMPLETED=2\nAXIS_CONFIG_DIR=${here}\nAXIS_FAILED=0\nAXIS_PHASE=afterAll\nAXIS_REPORT_DIR=${await project.reportFolder()}\nAXIS_TOTAL=2\nAXIS_WORKSPACE=${here}\n`,
  );
});

test.concurrent("a failing beforeAll is exit 1 without a report, a failing afterAll exit 1 with one", async () => {
  const fail = [{ action: "run_script", command: "echo no luck >&2; exit 3" }];
  await using before = await openShellProject({ config: { beforeAll: fail } });
  const refused = await before.axis(["run"]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/beforeAll failed: .*exit code 3\nno luck/),
  ]);
  expect(await listing(before.folder)).not.toContain(".axis");
  await using after = await openShellProject({ config: { afterAll: fail } });
  const done = await after.axis(["run"]);
  expect([done.code, done.stdout.split("\n")[0]]).toEqual([1, expect.stringContaining("afterAll failed")]);
  expect((await after.stored()).state).toBe("complete");
});

test.concurrent("one run of each class at once: each is counted apart, and only results move the average", async () => {
  await using project = await openShellProject({
    agents: { agent: `grep -q crash "$AXIS_PROMPT_FILE" && exit 7; echo done` },
    scenarios: {
      good: {},
      crash: { prompt: "crash" },
      infra: {
        setup: [{ action: "run_script", command: "exit 1" }],
        teardown: [{ action: "run_script", command: 'touch "$OUTSIDE/torn-down"' }],
      },
      check: {
        judge: [{ check: "x", verify: { command: "true", files: ["tests/a.txt"] } }],
        setup: [{ action: "run_script", command: 'rm "$AXIS_CONFIG_DIR/scenarios/tests/a.txt"' }],
      },
      judge: { judge: "It is good" },
    },
    config: { judging: { retries: 0, questions: { goal: "./mute.mjs" } } },
    files: { "mute.mjs": `export default { id: "mute", ask: async () => ({}) };`, "scenarios/tests/a.txt": "x" },
  });
  const { report, code } = await project.report();
  expect(code).toBe(1);
  expect(Object.fromEntries(report.results.map((result) => [result.scenarioKey, result.outcomeClass]))).toEqual({
    check: "check",
    crash: "agent",
    good: "completed",
    infra: "infrastructure",
    judge: "judge",
  });
  expect(report.summary.classes).toEqual({ completed: 1, agent: 1, infrastructure: 1, check: 1, judge: 1, notRun: 0 });
  const numbers = report.results.map(({ scenarioKey, score }) => [
    scenarioKey,
    score?.axisScore === null ? null : "number",
  ]);
  expect(Object.fromEntries(numbers)).toEqual({
    check: null,
    crash: "number",
    good: "number",
    infra: null,
    judge: null,
  });
  expect(report.summary.averagedOver).toBe(2);
  expect(await listing(project.outside)).toEqual(["torn-down"]);
});

test.concurrent("limits stop the agent: a scenario's own is the agent's failure, the whole run's leaves cells not run", async () => {
  await using project = await openShellProject({
    agents: { agent: "echo begun; exec sleep 30" },
    scenarios: { timed: { limits: { time_minutes: 0.005 } }, talkative: { limits: { tokens: 1 } } },
  });
  const own = await project.report();
  expect(own.code).toBe(1);
  expect(
    own.report.results.map(({ outcome, outcomeClass, score }) => [outcome, outcomeClass, score?.goalAchievement.score]),
  ).toEqual([
    [expect.objectContaining({ status: "stopped", by: "tokens", scope: "scenario" }), "agent", 0],
    [expect.objectContaining({ status: "stopped", by: "time", scope: "scenario" }), "agent", 0],
  ]);
  await project.write({
    "axis.config.json": {
      agents: [{ agent: "command", name: "agent", command: "exec sleep 30" }],
      settings: { concurrency: 1, limits: { run: { time_minutes: 0.005 } } },
    },
    "scenarios/timed.json": scenario,
    "scenarios/talkative.json": scenario,
  });
  const whole = await project.report();
  expect(whole.report.state).toBe("aborted");
  expect(whole.report.summary.classes.notRun).toBe(2);
  expect(whole.stderr).toContain(`axis run --resume ${whole.report.reportId}`);
  expect(await project.survivors()).toEqual([]);
});

test.concurrent("a config and a scenario in TypeScript load without a build, with the package's own helpers", async () => {
  await using project = await openProject({
    "axis.config.ts": `import { defineConfig } from "axis-eval";
      const names: readonly string[] = ["typed"];
      export default async () => defineConfig({ agents: names.map((name) => ({ agent: "command", name, command: "echo done" })) });`,
    "scenarios/typed.ts": `import { defineScenario } from "axis-eval";
      export default () => defineScenario({ name: "Typed", prompt: "Do it", judge: [{ check: "x", verify: { contains: "done" } }] });`,
    "scenarios/yaml.yaml": "name: In YAML\nprompt: Do it\njudge:\n  - check: x\n    verify: { contains: done }\n",
  });
  const { report, code } = await project.report();
  expect([
    code,
    report.results.map(({ scenarioKey, agentName, score }) => [scenarioKey, agentName, score?.goalAchievement.score]),
  ]).toEqual([
    0,
    [
      ["typed", "typed", 100],
      ["yaml", "typed", 100],
    ],
  ]);
});

test.concurrent("an adapter of one's own and the replay of a stored run give results like any agent", async () => {
  await using project = await openProject({
    "axis.config.json": {
      agents: ["mine", { agent: "replay", name: "again", transcript: "stored/{scenario}.ndjson" }],
      adapters: { mine: "./mine.mjs" },
    },
    "mine.mjs": `export default { name: "mine", async run(task, io) { io.emit({ type: "assistant", text: "I say " + task.prompt }); return { status: "completed", result: "I say it" }; } };`,
    "stored/task.ndjson": `{"type":"tool_use","id":"1","tool":"bash","input":{"command":"ls"}}\n{"type":"tool_result","id":"1","output":"a","isError":false}\n{"type":"assistant","text":"I say it"}\n`,
    "scenarios/task.json": { ...scenario, judge: [{ check: "x", verify: { contains: "I say it" } }] },
  });
  const { report, code } = await project.report();
  expect([code, report.results.map(({ agentName, score }) => [agentName, score?.goalAchievement.score])]).toEqual([
    0,
    [
      ["mine", 100],
      ["again", 100],
    ],
  ]);
});

test.concurrent("skipped scenarios are counted; -v and --debug say more; --debug keeps what arrives", async () => {
  await using project = await openShellProject({
    scenarios: { task: {}, later: { skip: true } },
    agents: { agent: "echo to-stdout; echo to-stderr >&2" },
  });
  const { stderr, report } = await project.report(["--debug"]);
  expect(report.summary).toMatchObject({ total: 1, skipped: 1 });
  expect(stderr).toMatch(/^setup +task \(agent\)$/m);
  const folder = join(await project.reportFolder(), "scenarios/task");
  expect(await readFile(join(folder, "agent.debug.ndjson"), "utf8")).toContain("to-stdout");
  expect(await readFile(join(folder, "agent.debug.stderr.log"), "utf8")).toContain("to-stderr");
});

test.concurrent("every command explains itself with --help and exit 0", async () => {
  await using project = await openProject({});
  const names = [...renderOverview("axis").matchAll(/^ {2}(\w+) {2,}\S/gm)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "axis");
  expect(names).toEqual(expect.arrayContaining(["run", "reports", "baseline", "compare"]));
  for (const name of names) {
    const help = await project.axis([name, "--help"]);
    expect([name, help.code, help.stderr]).toEqual([name, 0, ""]);
    expect(help.stdout).toContain(`Usage: axis ${name}`);
  }
});
