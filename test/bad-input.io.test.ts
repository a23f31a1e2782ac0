/** Every row of bad input, through the command line: the exit code, a sentence that says where and what and the way out, nothing written. */
import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Files, listing, openProject, openShellProject, type Project, scenario } from "./fixtures/driven.ts";
import { gitLibrary } from "./fixtures/git-library.ts";

const agent = { agent: "command", name: "agent", command: "echo done" };
const withConfig = (config: object, files: Files = {}) =>
  openProject({ "axis.config.json": { agents: [agent], ...config }, "scenarios/task.json": scenario, ...files });
const withScenario = (fields: object, files: Files = {}) =>
  withConfig({}, { "scenarios/task.json": { ...scenario, ...fields }, ...files });

/** Runs what must be refused: exit 2, nothing on stdout, no stack, and everything around the project as it was. */
async function refused(
  project: Project,
  args: readonly string[] = ["run"],
  env: Record<string, string> = {},
): Promise<string> {
  const before = await listing(project.root);
  const ran = await project.axis(args, { env });
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, "", expect.not.stringMatching(/\n {4}at /)]);
  expect(await listing(project.root)).toEqual(before);
  expect(ran.stderr).not.toContain("AXIS itself failed");
  return ran.stderr;
}

/** A run whose only result is looked at. */
async function resultOf(project: Project, args: readonly string[] = []) {
  const { report, ...ran } = await project.report(args);
  const [result] = report.results;
  if (result === undefined) throw new Error("there is no result");
  return { ...ran, result, report, criteria: result.score?.goalAchievement.criteria ?? [] };
}

const check = (verify: unknown) => [{ check: "It is right", verify }];

describe.concurrent("config", () => {
  test("1: no config here, although one is in the parent folder", async () => {
    await using project = await withConfig({}, { "inner/readme.txt": "x" });
    const ran = await project.axis(["run"], { cwd: join(project.folder, "inner") });
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringMatching(/axis\.config\.ts.*axis\.config\.json[\s\S]*axis init/),
    ]);
    expect((await project.axis(["run", "-c", "nowhere.json"])).code).toBe(2);
  });

  test("2: broken JSON is shown with line, column and a caret", async () => {
    await using project = await openProject({ "axis.config.json": '{\n  "agents": [}\n}\n' });
    const said = await refused(project);
    expect(said).toMatch(/axis\.config\.json is not valid JSON: line 2, column 14/);
    expect(said).toMatch(/^ {2,}"agents": \[\}\n +\^$/m);
  });

  test("3: an unknown key and an unknown agent get the nearest name, all at once", async () => {
    await using project = await withConfig({ settings: { concurency: 3 }, agents: [agent, "comand"], mcpServers: {} });
    const said = await refused(project);
    expect(said).toContain('Did you mean "concurrency"?');
    expect(said).toContain('Did you mean "command"?');
    expect(said).toContain('"mcp_servers"');
    expect(said).toContain("axis.config.json  settings.concurency");
  });

  test.each(["5", 0, -1, 2.5, 1e9])("4: trials %j is refused, and nothing is coerced", async (trials) => {
    await using project = await withConfig({ settings: { trials } });
    expect(await refused(project)).toMatch(/settings\.trials\n {2}Expected a whole number from 1 to 1,?000/);
  });

  test("5: weights that do not sum to 1 are answered with the sum and the way out", async () => {
    await using project = await withConfig({ settings: { scoring_weights: { goal_achievement: 0.3 } } });
    expect(await refused(project)).toMatch(
      /settings\.scoring_weights\n.*sum to 0\.900[\s\S]*Raise one of them by 0\.100/,
    );
    await project.write({ "axis.config.json": { agents: [agent], settings: { scoring_weights: { agent: -1 } } } });
    expect(await refused(project)).toContain("scoring_weights.agent");
    await project.write({
      "axis.config.mjs": `export default { agents: [${JSON.stringify(agent)}], settings: { scoring_weights: { agent: NaN } } };`,
    });
    expect(await refused(project, ["run", "-c", "axis.config.mjs"])).toContain("found NaN");
  });

  test("7: values in env and strings that look like secrets are refused and not echoed", async () => {
    await using project = await withConfig({
      env: ["KEY=hunter2hunter2"],
      agents: [{ ...agent, flags: { token: "ghp_abcdefghijklmnopqrstuvwxyz0123456789" } }],
    });
    const said = await refused(project);
    expect(said).toMatch(/env\[0\]\n.*[Nn]ames only/);
    expect(said).toContain("agents[0].flags.token");
    expect(said).not.toMatch(/hunter2|ghp_abc/);
  });

  test("8: every missing variable and program is said at once, before anything runs", async () => {
    await using project = await withConfig({
      agents: [agent, { agent: "command", name: "absent", command: ["no-such-program-here"] }],
      mcp_servers: {
        one: { type: "http", url: "https://one.test/${UNSET_ONE}" },
        two: { type: "stdio", command: "also-not-there", env: { KEY: "${UNSET_TWO}" } },
      },
    });
    const said = await refused(project);
    for (const part of ["UNSET_ONE", "UNSET_TWO", "no-such-program-here", "also-not-there"])
      expect(said).toContain(part);
    expect(said).toContain("axis doctor");
  });

  test("9: a module that throws, or has no default export, is named with its own message", async () => {
    await using project = await openProject({ "axis.config.ts": `throw new Error("no luck today");` });
    expect(await refused(project)).toContain("axis.config.ts could not be loaded: no luck today");
    await project.write({ "axis.config.ts": "export const config = 1;" });
    expect(await refused(project)).toContain("axis.config.ts has no default export");
  });

  test("10: depth, __proto__ and alias bombs are refused", async () => {
    await using project = await openProject({
      "axis.config.json": `{"agents": ["command"], "name": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    });
    expect(await refused(project)).toContain("64");
    await project.write({
      "axis.config.json": `{"__proto__": {"polluted": true}, "agents": [${JSON.stringify(agent)}]}`,
    });
    expect(await refused(project)).toContain('Unknown key "__proto__"');
    const bomb = [
      "a0: &a0 x",
      ...Array.from(
        { length: 9 },
        (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`).join(", ")}]`,
      ),
      "prompt: x",
    ].join("\n");
    await project.write({ "axis.config.json": { agents: [agent], scenarios: ["bomb.yaml"] }, "bomb.yaml": bomb });
    expect(await refused(project)).toContain("100 aliases");
  });
});

describe.concurrent("scenarios", () => {
  test.each([
    ["../../x", ".."],
    ["/abs", "empty segment"],
    ["a//b", "empty segment"],
    ["C:x", "not allowed"],
    ["a\\b", "not allowed"],
    ["nul", "device name"],
  ])("11: the key %j is refused by the rule it breaks", async (key, rule) => {
    await using project = await withConfig({ scenarios: [{ ...scenario, key }] });
    const said = await refused(project);
    expect(said).toContain("scenarios[0].key");
    expect(said).toContain(rule);
  });

  test("12: two scenarios with one key are refused with both places", async () => {
    await using project = await withConfig({
      scenarios: ["./scenarios", { ...scenario, key: "task" }, { ...scenario, key: "Task" }],
    });
    const said = await refused(project);
    expect(said).toContain("scenarios/task.json");
    expect(said).toContain("scenarios[1]");
  });

  test("13: a blank prompt, an empty rubric and a limit of 0 are refused with file and field", async () => {
    await using project = await withScenario({ prompt: " \n", judge: [], limits: { time_minutes: 0 } });
    const said = await refused(project);
    for (const field of ["prompt", "judge", "limits.time_minutes"])
      expect(said).toContain(`scenarios/task.json  ${field}`);
  });

  test("14: what does not parse is refused, and with --skip-broken left out, which makes the report incomplete", async () => {
    await using project = await withConfig({}, { "scenarios/broken.json": "{" });
    const sentence = "scenarios/broken.json is not valid JSON: line 1";
    expect(await refused(project)).toContain(sentence);
    const ran = await project.axis(["run", "--skip-broken"]);
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(ran.stdout).toMatch(/^INCOMPLETE .*1 broken scenario file left out/);
    await using named = await withConfig({ scenarios: ["scenarios/broken.json"] }, { "scenarios/broken.json": "{" });
    expect(await refused(named)).toContain("scenarios/broken.json is not valid JSON");
  });

  test.each([
    ["verify.file", { judge: check({ file: "../secret" }) }, "judge[0].verify.file"],
    [
      "the destination of copy",
      { setup: [{ action: "copy", match: "x", destination: "../../out" }] },
      "setup[0].destination",
    ],
    ["the source of copy", { setup: [{ action: "copy", match: "../outside", destination: "." }] }, "setup[0].match"],
    ["artifacts", { artifacts: ["../x"] }, "artifacts[0]"],
    ["verify.files", { judge: check({ command: "true", files: ["../x"] }) }, "judge[0].verify.files[0]"],
  ])("15: %s that leads out of its folder is refused where it is written", async (_what, fields, place) => {
    await using project = await withScenario(fields);
    expect(await refused(project)).toContain(`scenarios/task.json  ${place}`);
  });

  test("15: where only a link of the agent's leads out, the check fails and nothing is copied through it", async () => {
    await using project = await openShellProject({
      agents: { agent: `ln -s "$OUTSIDE" away; echo done` },
      scenarios: {
        task: {
          judge: check({ file: "away/secret.txt" }),
          teardown: [{ action: "copy", match: "axis.config.json", destination: "away" }],
        },
      },
    });
    await writeFile(join(project.outside, "secret.txt"), "x");
    const { criteria, result } = await resultOf(project);
    expect(criteria[0]?.score).toBe(0);
    expect(result.teardownError).toContain("away");
    expect(await listing(project.outside)).toEqual(["secret.txt"]);
  });

  test("15: a copy through a link in the project that leads out is refused", async () => {
    await using project = await withScenario({
      setup: [{ action: "copy", match: "linked/secret.txt", destination: "." }],
      judge: check({ file: "secret.txt" }),
    });
    await writeFile(join(project.outside, "secret.txt"), "x");
    await symlink(project.outside, join(project.folder, "linked"));
    expect(await refused(project)).toContain('"linked/secret.txt" leads out of its folder.');
  });

  test("16: what is no regular expression, and files that match nothing, are refused with the pattern", async () => {
    await using project = await withScenario({ judge: check({ matches: "(open" }) });
    expect(await refused(project)).toContain('judge[0].verify.matches\n  "(open" is not a regular expression');
    await project.write({
      "scenarios/task.json": { ...scenario, judge: check({ command: "true", files: ["tests/**"] }) },
    });
    expect(await refused(project)).toContain('judge[0].verify.files[0]\n  "tests/**" matches no file');
  });

  test("17: a check whose program is nowhere on PATH is refused before anything runs", async () => {
    await using project = await withScenario({ judge: check("no-such-tester --silent") });
    const said = await refused(project);
    expect(said).toContain('The program "no-such-tester" of the check "It is right" in task was not found on PATH');
  });

  test("18: a check that prints score: 11 scores 0 and says why", async () => {
    await using project = await withScenario({ judge: check("echo 'score: 11'") });
    const { criteria } = await resultOf(project);
    expect(criteria[0]).toMatchObject({
      score: 0,
      rationale: expect.stringMatching(/score 11 is not a number from 0 to 10/),
    });
  });

  test("19: checks that hang, fork and shout are stopped at 0, their output cut, and other jobs go on", async () => {
    await using project = await openShellProject({
      scenarios: {
        hangs: { judge: check({ command: "setsid sleep 60 & sleep 60", timeout_minutes: 0.005 }) },
        shouts: { judge: check("yes 0123456789012345678901234567890123456789 | head -c 60000000; echo 'score: 10'") },
        steady: {},
      },
    });
    const { report } = await project.report();
    const scores = report.results.map(({ scenarioKey, score }) => [
      scenarioKey,
      score?.goalAchievement.criteria[0]?.score,
    ]);
    expect(scores).toEqual([
      ["hangs", 0],
      ["shouts", 0],
      ["steady", 10],
    ]);
    expect(report.results[0]?.score?.goalAchievement.criteria[0]?.rationale).toContain("did not finish");
    expect(report.results[1]?.score?.goalAchievement.criteria[0]?.rationale.length).toBeLessThan(3_000);
    expect(await project.survivors()).toEqual([]);
  });

  test("20: a setup that fails is the infrastructure's failure: teardown runs, others go on", async () => {
    await using project = await openShellProject({
      scenarios: {
        broken: {
          setup: [{ action: "run_script", command: "echo no database >&2; exit 1" }],
          teardown: [{ action: "run_script", command: 'touch "$OUTSIDE/torn"' }],
        },
        fine: {},
      },
    });
    const { report, code } = await project.report();
    expect(report.results.map(({ outcomeClass }) => outcomeClass)).toEqual(["infrastructure", "completed"]);
    expect([code, report.results[0]?.error, await listing(project.outside)]).toEqual([
      1,
      expect.stringMatching(/exit code 1\nno database/),
      ["torn"],
    ]);
  });

  test("21: a filter that matches nothing, and a plan of skipped scenarios, are refused", async () => {
    await using project = await withConfig({});
    expect(await refused(project, ["run", "-s", "tsak"])).toContain('Did you mean "task"?');
    expect(await refused(project, ["run", "-a", "agnet"])).toContain('Did you mean "agent"?');
    await project.write({ "scenarios/task.json": { ...scenario, skip: true } });
    expect(await refused(project)).toContain("skipped");
  });
});

describe.concurrent("remote libraries", () => {
  test("22: a commit that is gone, and a tree that differs from the lock, are refused with both", async () => {
    await using project = await openProject({});
    const library = await gitLibrary(project);
    await project.write({ "axis.config.json": { agents: [agent], scenarios: [`file://${library}`] } });
    expect((await project.axis(["run"])).code).toBe(0);
    const lockFile = join(project.folder, ".axis", "axis.lock");
    const lock = await readFile(lockFile, "utf8");
    const [hash = ""] = /[0-9a-f]{64}/.exec(lock) ?? [];
    await writeFile(lockFile, lock.replace(hash, "0".repeat(64)));
    expect(await refused(project)).toMatch(/0{64}[\s\S]*axis remotes update/);
    const [commit = ""] = /\b[0-9a-f]{40}\b/.exec(lock) ?? [];
    await writeFile(lockFile, lock.replace(commit, "1".repeat(40)));
    await rm(join(project.folder, ".axis", "remotes"), { recursive: true });
    const gone = await project.axis(["run"]);
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringMatching(new RegExp(`1{40}|${library}`))]);
    expect(gone.stderr).toContain("axis remotes update");
  });

  test("22: a repository that is not there is refused with its URL", async () => {
    await using project = await withConfig({ scenarios: ["file:///no/such/library"] });
    const ran = await project.axis(["run"]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("file:///no/such/library")]);
  });

  test("23: what asks for more than data is refused, each thing by its name", async () => {
    await using project = await openProject({});
    const library = await gitLibrary(project, {
      "axis.config.json": { agents: ["command"], scenarios: ".", env: ["STOLEN"], adapters: { x: "./x.mjs" } },
      "hooked.json": { ...scenario, setup: [{ action: "run_script", command: "touch /tmp/never" }] },
      "coded.mjs": "export default {}",
    });
    await project.write({ "axis.config.json": { agents: [agent], scenarios: [`file://${library}`] } });
    const ran = await project.axis(["run"]);
    expect(ran.code).toBe(2);
    for (const part of ["setup", "adapters", "env", "coded.mjs", "axis trust"]) expect(ran.stderr).toContain(part);
    expect(await listing(project.folder)).not.toContain(".axis/reports");
  });

  test("http, git and a leading dash are no way to a library", async () => {
    for (const url of ["http://a.test/x", "git://a.test/x", "https://--upload-pack=touch@a.test/x"]) {
      await using project = await withConfig({ scenarios: [url] });
      expect(await refused(project)).toContain(url.slice(0, 8));
    }
  });
});

describe.concurrent("agents", () => {
  test("24: a program that is missing is refused; one that is lost in mid-run is the infrastructure's failure", async () => {
    await using missing = await withConfig({
      agents: [{ agent: "command", name: "agent", command: ["./not-there.sh"] }],
    });
    expect(await refused(missing)).toContain("./not-there.sh");
    await using lost = await openProject({
      "axis.config.json": { agents: [{ agent: "command", name: "agent", command: ["./program.sh"] }] },
      "program.sh": "#!/bin/sh\necho done\n",
      "scenarios/task.json": {
        ...scenario,
        setup: [{ action: "run_script", command: 'rm "$AXIS_CONFIG_DIR/program.sh"' }],
      },
    });
    const { result, code } = await resultOf(lost);
    expect([code, result.outcomeClass, result.outcome]).toEqual([
      1,
      "infrastructure",
      expect.objectContaining({ code: "spawn" }),
    ]);
  });

  test("28: results without a call, doubled ids and results before their call never crash", async () => {
    const lines = [
      { type: "tool_result", id: "early", output: "x", isError: false },
      { type: "tool_use", id: "early", tool: "bash", input: {} },
      { type: "tool_use", id: "twice", tool: "bash", input: {} },
      { type: "tool_use", id: "twice", tool: "bash", input: {} },
      { type: "tool_result", id: "twice", output: "x", isError: false },
      { type: "tool_result", id: "twice", output: "x", isError: false },
      { type: "tool_result", id: "unknown", output: "x", isError: true },
      { type: "tool_use", id: null, tool: "bash", input: {} },
    ];
    const { result, detail } = await played(lines);
    expect(result.outcome.status).toBe("completed");
    expect(detail.interactions.length).toBeGreaterThanOrEqual(5);
    expect(result.score?.axisScore).toBeTypeOf("number");
  });

  test("29: time stamps that are missing, backwards or no dates leave durations unknown and the order of arrival", async () => {
    const times = ["2026-01-01T00:00:09Z", "1970-01-01T00:00:00Z", "yesterday", null, 12345, "2026-13-45T99:00:00Z"];
    const { detail } = await played(
      times.map((timestamp, index) => ({
        type: index % 2 === 0 ? "tool_use" : "tool_result",
        id: `${Math.floor(index / 2)}`,
        tool: "bash",
        input: {},
        output: "x",
        isError: false,
        timestamp,
      })),
    );
    expect(detail.interactions.map(({ durationMs }) => durationMs)).toEqual([null, null, null]);
    expect(detail.output.transcript.map((entry) => ("id" in entry ? entry.id : ""))).toEqual([
      "0",
      "0",
      "1",
      "1",
      "2",
      "2",
    ]);
  });

  test("30: usage that cannot be true is unknown, cost is absent, and the report says so", async () => {
    for (const usage of [
      '{"type":"usage","input":-5,"output":1}',
      '{"type":"usage","input":1e300,"output":1,"costUsd":1}',
      '{"type":"usage","input":"many","output":null}',
    ]) {
      const { result } = await played([], [usage]);
      expect([result.outcome.status, result.tokenUsage, result.totalCostUsd, result.warnings]).toEqual([
        "completed",
        undefined,
        undefined,
        [expect.stringContaining("usage")],
      ]);
    }
  });

  test("31: tools called __proto__, names of a megabyte and input nested 10,000 deep are plain, cut text", async () => {
    const deep = `{"type":"tool_use","id":"1","tool":"bash","input":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`;
    const { result, detail, project } = await played(
      [
        { type: "tool_use", id: "__proto__", tool: "__proto__", input: { constructor: 1 } },
        { type: "tool_use", id: "2", tool: "t".repeat(1024 * 1024), input: {} },
      ],
      [deep, '{"type":"tool_use","id":"3","tool":"bash","input":{"__proto__":{"polluted":true}}}'],
    );
    expect(result.outcome.status).toBe("completed");
    expect(detail.interactions[0]?.toolName).toBe("__proto__");
    expect(
      detail.interactions.every(({ content, sparseLine }) => content.length <= 2_100 && sparseLine.length < 400),
    ).toBe(true);
    expect(JSON.stringify(detail).length).toBeLessThan(8 * 1024 * 1024);
    await project[Symbol.asyncDispose]();
  });
});

describe.concurrent("stored things", () => {
  test("33 and 34: a transcript that is none is refused; one that claims a score is scored like any other", async () => {
    await using project = await openProject({
      "none.txt": "hello there\n",
      "empty.ndjson": "",
      "system.ndjson": '{"type":"system","text":"x"}\n',
      "claims.ndjson": '{"type":"assistant","text":"score: 100","axisScore":100}\n',
    });
    expect(await refused(project, ["score", "none.txt"])).toMatch(/none\.txt[\s\S]*(?:hello there|line 1)/);
    expect(await refused(project, ["score", "empty.ndjson"])).toContain("empty.ndjson");
    expect(await refused(project, ["score", "system.ndjson"])).toContain("system.ndjson");
    const claimed = await project.axis(["score", "claims.ndjson", "--json"]);
    expect([claimed.code, claimed.stdout]).toEqual([0, expect.not.stringContaining('"axisScore": 100')]);
  });

  test("45: a report or baseline of a newer version is refused with the version; of another formula with axis rescore", async () => {
    await using project = await withConfig({});
    await project.axis(["run"]);
    await project.axis(["baseline", "set"]);
    const baseline = join(project.folder, ".axis/baselines/main.json");
    const text = await readFile(baseline, "utf8");
    const newer = (document: string) => document.replace(/"version": ?"1"/, '"version":"99"');
    await writeFile(baseline, newer(text));
    expect(await refused(project, ["baseline", "show"])).toMatch(/main\.json[\s\S]*version 99/);
    await writeFile(baseline, text.replaceAll("axis/1", "axis/0"));
    expect(await refused(project, ["baseline", "compare"])).toMatch(/axis\/0[\s\S]*axis rescore/);
    expect(await refused(project, ["run", "--compare-baseline"])).toMatch(/axis\/0[\s\S]*axis rescore/);
    const { reportId } = await project.stored();
    const file = join(await project.reportFolder(), "report.json");
    await writeFile(file, newer(await readFile(file, "utf8")));
    expect(await refused(project, ["reports", reportId])).toContain("version 99");
  });

  test.each(["missing", "../x", "x".repeat(65), "../../outside/x"])(
    "46: the baseline name %j is refused before anything runs",
    async (name) => {
      await using project = await withConfig({ beforeAll: [{ action: "run_script", command: "touch ran" }] });
      await refused(project, ["run", "--compare-baseline", name]);
      await refused(project, ["baseline", "show", name]);
      await refused(project, ["baseline", "delete", name]);
    },
  );

  test("48: a folder that cannot be written is refused at the start", async () => {
    await using project = await openShellProject({ agents: { agent: 'echo ran > "$OUTSIDE/ran"' } });
    await writeFile(join(project.folder, ".axis"), "a file where the folder should be");
    expect(await refused(project)).toContain(".axis");
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(isRoot)(
    `48: a folder without the right to write is refused at the start${isRoot ? " (skipped: nothing is forbidden to root)" : ""}`,
    async () => {
      await using project = await openShellProject({ agents: { agent: 'echo ran > "$OUTSIDE/ran"' } });
      await chmod(project.folder, 0o555);
      expect(await refused(project)).toContain(".axis");
      await chmod(project.folder, 0o755);
    },
  );
});

describe.concurrent("the command line", () => {
  test("56: an unknown flag and an unknown command get the nearest name", async () => {
    await using project = await withConfig({});
    expect(await refused(project, ["run", "--trails", "3"])).toContain("--trials");
    expect(await refused(project, ["rnu"])).toContain("axis run");
    expect(await refused(project, ["--vesion"])).toContain('Unknown option "--vesion"\nDid you mean: axis --version');
    expect(await refused(project, ["baseline", "sett"])).toContain("set");
  });

  test.each([
    [["run", "--trials"], "--trials"],
    [["run", "--concurrency", "0"], "at least 1"],
    [["run", "--concurrency", "1.5"], "at least 1"],
    [["run", "--trials", "1001"], "from 1 to 1000"],
    [["run", "--trials", "two"], "from 1 to 1000"],
    [["run", "--fail-under", "Infinity"], "from 0 to 100"],
    [["run", "--fail-under", "-1"], "from 0 to 100"],
    [["run", "-s", ","], "commas"],
    [["reports", "-n", "0"], "at least 1"],
    [["baseline", "compare", "--tolerance", "abc"], "from 0 to 100"],
    [["run", "--judge", "./nowhere.mjs"], "nowhere.mjs"],
    [["run", "--judge", "nobody"], "nobody"],
    [["run", "extra"], "too many arguments"],
  ])("57: axis %j is refused with what is allowed", async (args, said) => {
    await using project = await withConfig({});
    expect(await refused(project, args)).toContain(said);
  });

  test.each([
    [["--failed", "-s", "task"], "--failed already selects what to run"],
    [["--failed", "-a", "agent"], "--failed already selects what to run"],
    [["--resume", "--failed"], "--failed creates a new one"],
    [["--no-score", "--compare-baseline"], "Without scores there is nothing to compare"],
    [["--no-score", "--fail-under", "5"], "Without scores there is nothing to check"],
    [["--accept-changes"], "--resume"],
  ])("58: run %j is refused with the reason", async (args, why) => {
    await using project = await withConfig({});
    expect(await refused(project, ["run", ...args])).toContain(why);
  });

  test("59: an ambiguous beginning of an id gets its candidates, an unknown report the nearest", async () => {
    await using project = await withConfig({});
    expect(await refused(project, ["reports", "latest"])).toContain("axis run");
    await project.axis(["run"]);
    await project.axis(["run"]);
    const ids = await listing(join(project.folder, ".axis/reports")).then((paths) =>
      paths.filter((path) => !path.includes("/")),
    );
    const ambiguous = await refused(project, ["reports", ids[0]?.slice(0, 10) ?? ""]);
    for (const id of ids) expect(ambiguous).toContain(id);
    expect(await refused(project, ["reports", "2001-01-01-000000"])).toContain(ids[0] ?? "");
    expect(await refused(project, ["reports", "latest", "tsak"])).toContain('"task"');
  });

  test("57: an output folder that cannot be made is refused before anything runs", async () => {
    await using project = await withConfig({});
    expect(await refused(project, ["run", "-o", "axis.config.json/copy"])).toContain("--output-dir");
  });

  test("61: where nobody can be asked, nothing is asked", async () => {
    await using project = await withConfig({});
    const said = await refused(project, ["init"]);
    expect(said).toContain("axis.config.json");
    expect(said).toContain("axis init -f");
  });
});

describe("every door refuses a way out of the project", () => {
  let project: Project;
  beforeAll(async () => {
    project = await withConfig({});
    await project.axis(["run"]);
    await mkdir(join(project.outside, "journal.ndjson"));
  });
  afterAll(() => project[Symbol.asyncDispose]());

  test.each([
    ["an inline key", { agents: [agent], scenarios: [{ ...scenario, key: "../../outside" }] }],
    ["a variant", { agents: [agent], scenarios: [{ ...scenario, key: "x", variants: [{ name: "../../outside" }] }] }],
    ["an agent's name", { agents: [{ ...agent, name: "../../outside" }] }],
  ])("%s", async (_door, config) => {
    await project.write({ "other.json": config });
    await refused(project, ["run", "-c", "other.json"]);
  });

  test.each([
    ["a baseline to set", ["baseline", "set", "../../outside"]],
    ["a baseline to delete", ["baseline", "delete", "../../outside"]],
    ["a report to save", ["baseline", "set", "--from", "../../outside"]],
    ["--resume", ["run", "--resume", "../../outside"]],
    ["--failed", ["run", "--failed", "../../outside"]],
    ["axis reports", ["reports", "../../outside"]],
    ["a scenario of axis reports", ["reports", "latest", "../../outside"]],
    ["axis rescore", ["rescore", "../../outside"]],
    ["axis recover", ["recover", "../../outside"]],
    ["axis compare", ["compare", "latest", "baseline:../../outside"]],
  ])("%s", async (_door, args) => {
    await refused(project, args);
  });
});

/** Plays lines through the command agent. */
async function played(entries: readonly object[], more: readonly string[] = []) {
  const lines = [...entries.map((entry) => JSON.stringify(entry)), ...more].join("\n");
  const project = await openProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: ["./agent/play.sh"] }] },
    "agent/play.sh": '#!/bin/sh\ncat "$(dirname "$0")/lines"\n',
    "agent/lines": `${lines}\n`,
    "scenarios/task.json": scenario,
  });
  const { result, ...ran } = await resultOf(project);
  const detail = await project.detail(result.file);
  return { ...ran, result, detail, project };
}
