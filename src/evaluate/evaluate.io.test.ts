import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { AgentAdapter, AgentIO } from "../core/agent.ts";
import type { AxisEvent } from "../core/run/event.ts";
import { Stop } from "../core/outcome.ts";
import { Report } from "../core/report.ts";
import type { ReportHandle, Store } from "../core/store.ts";
import { evaluate } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { rescore } from "./rescore.ts";
import type { Judge } from "../core/judge.ts";
import { fileStore } from "../store/files.ts";
import { memoryStore } from "../store/memory.ts";
import { fakeAgent } from "../testing/fake-agent.ts";
import { answered, fakeJudge } from "../testing/fake-judge.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const good = fakeAgent({
  name: "good",
  entries: [
    { type: "tool_use", id: "1", tool: "bash", input: { command: "ls" }, timestamp: at(1) },
    { type: "tool_result", id: "1", output: "a.txt", exitCode: 0, timestamp: at(2) },
    { type: "assistant", text: "a.txt is there; done", timestamp: at(3) },
  ],
  usage: { input: 100, output: 20 },
  outcome: { status: "completed", result: "done" },
});
const broken = fakeAgent({ name: "broken", outcome: { status: "failed", code: "exit", message: "exit code 1" } });

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function projectFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "axis-evaluate-"));
  folders.push(folder);
  return folder;
}

const openStore = (configDir: string) =>
  fileStore({ configDir, redact: (text) => text, now: () => new Date(), onWarning: () => {} });

test("a run is scored, and the report says by whom", async () => {
  const plan = samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge });
  const report = await evaluate(plan, { store: memoryStore() });
  expect(report).toMatchObject({
    state: "complete",
    summary: { total: 1, completed: 1, failed: 0, classes: { completed: 1 } },
  });
  const score = report.results[0]?.score;
  expect(score?.goalAchievement).toMatchObject({
    status: "scored",
    score: 100,
    criteria: [{ by: "verify", score: 10 }],
  });
  expect(score?.judging.environment).toMatchObject({ kind: "rules" });
  expect(score?.axisScore).toBeGreaterThan(90);
  expect(report.results[0]?.tokenUsage).toEqual({ input: 100, output: 20 });
});

test("what no document can carry is replaced in the answer and in the reason of a failure, as it is in entries", async () => {
  const odd = "done\0 \uD800";
  const answers = fakeAgent({ name: "answers", entries: [{ type: "assistant", text: odd }] });
  const fails = fakeAgent({ name: "fails", outcome: { status: "failed", code: "agent", message: odd } });
  const store = memoryStore();
  const plan = samplePlan({ scenarios: [sampleScenario()], agents: [answers, fails], judge: rulesJudge });
  const { reportId, results } = await evaluate(plan, { store });
  const [said, failed] = await Promise.all(results.map(({ file }) => store.readDetail(reportId, file)));
  expect(said).toMatchObject({
    outcome: { result: "done\uFFFD \uFFFD" },
    output: { result: "done\uFFFD \uFFFD", transcript: [{ text: "done\uFFFD \uFFFD" }] },
  });
  expect(failed).toMatchObject({ outcome: { message: "done\uFFFD \uFFFD" }, error: "done\uFFFD \uFFFD" });
});

test("without a store or a plan it says what to give, before anything is started", async () => {
  const made = samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge });
  const untyped = evaluate as (...given: unknown[]) => Promise<unknown>;
  const noStore = { name: "AxisError", code: "flag-invalid", hint: expect.stringContaining("fileStore(") };
  for (const deps of [undefined, null, {}, { store: "./reports" }])
    await expect(untyped(made, deps)).rejects.toMatchObject(noStore);
  for (const plan of [undefined, "./project", { folder: "." }])
    await expect(untyped(plan, { store: memoryStore() })).rejects.toMatchObject({
      code: "flag-invalid",
      hint: expect.stringContaining("loadPlan("),
    });
});

test("an agent's failure is a result: goal 0, with the reason", async () => {
  const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [broken], judge: rulesJudge }), {
    store: memoryStore(),
  });
  expect(report.results[0]).toMatchObject({ failed: true, outcomeClass: "agent", score: { axisScore: 0 } });
  expect(report.results[0]?.score?.goalAchievement.criteria[0]).toMatchObject({
    score: 0,
    rationale: "Run failed: exit code 1",
    by: "failure",
  });
});

test("a failing setup fails one cell, is nobody's score, and its teardown still runs", async () => {
  const folder = await projectFolder();
  const bad = sampleScenario({
    key: "bad",
    setup: [{ action: "run_script", command: "echo no >&2; exit 3" }],
    teardown: [{ action: "run_script", command: `touch ${folder}/torn-down` }],
  });
  const plan = samplePlan({ scenarios: [bad, sampleScenario({ key: "fine" })], agents: [good], judge: rulesJudge });
  const report = await evaluate(plan, { store: memoryStore() });
  expect(report.results[0]).toMatchObject({
    outcome: { code: "setup" },
    outcomeClass: "infrastructure",
    score: { axisScore: null },
  });
  expect(report.results[1]).toMatchObject({ failed: false, outcomeClass: "completed" });
  expect(report.summary.averageAxisScore).toBe(report.results[1]?.score?.axisScore);
  expect(existsSync(join(folder, "torn-down"))).toBe(true);
});

test("a failing teardown is said with its cell and noted, and changes neither status nor score", async () => {
  const torn = sampleScenario({ teardown: [{ action: "run_script", command: "echo still there >&2; exit 3" }] });
  const plan = samplePlan({ scenarios: [torn], agents: [good], judge: rulesJudge });
  const warnings: unknown[] = [];
  const onEvent = (event: AxisEvent) => void (event.type === "warning" && warnings.push(event));
  const { results } = await evaluate(plan, { store: memoryStore(), onEvent });
  const why = 'run_script "echo still there >&2; exit 3" failed: exit code 3\nstill there';
  expect(results[0]).toMatchObject({ failed: false, outcomeClass: "completed", teardownError: why });
  expect(warnings).toMatchObject([{ cell: { scenario: "sample" }, message: `teardown failed: ${why}` }]);
});

test("what a skill cannot bring along is said in a warning", async () => {
  const skill = await mkdtemp(join(tmpdir(), "axis-skill-"));
  await writeFile(join(skill, "SKILL.md"), "");
  await symlink("/etc/hostname", join(skill, "link"));
  const plan = samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge });
  const jobs = plan.jobs.map((job) => ({ ...job, skills: [{ name: "kit", path: skill, source: "./kit" }] }));
  const warnings: string[] = [];
  const onEvent = (event: AxisEvent) => event.type === "warning" && warnings.push(event.message);
  await evaluate({ ...plan, jobs }, { store: memoryStore(), onEvent });
  expect(warnings).toEqual(['The skill "kit" was placed without link']);
  await rm(skill, { recursive: true });
});

test("a judge that answers nonsense leaves null with a reason, never a number", async () => {
  const nonsense = fakeJudge({
    environment: () => answered("<html>"),
    service: {},
    agent: { audits: [] },
    goal: () => answered(null),
  });
  const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: nonsense }), {
    store: memoryStore(),
  });
  const score = report.results[0]?.score;
  expect(score).toMatchObject({
    axisScore: null,
    environment: { status: "unscored", score: null },
    agent: { status: "unscored", score: null },
  });
  expect(score?.reason).toBeTruthy();
  expect(score?.goalAchievement.score).toBe(100);
  expect(report.results[0]?.outcomeClass).toBe("judge");
});

test.each([[undefined], [null]])(
  "a judge that returns %j is unscored, and the reason is about its answer",
  async (said) => {
    const judge = { id: "mute", ask: async () => said } as unknown as Judge;
    const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [good], judge }), {
      store: memoryStore(),
    });
    expect(report.results[0]?.score).toMatchObject({
      axisScore: null,
      reason: expect.stringContaining("the reply is neither answered, declined nor failed"),
    });
  },
);

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["another status", { status: "done" }],
  ["an unknown code", { status: "failed", code: "weird", message: "m" }],
  ["a result that is no text", { status: "completed", result: 5 }],
])("an adapter that returns %s has broken its protocol, and the report stays readable", async (_, said) => {
  const adapter = { name: "odd", run: () => said } as unknown as AgentAdapter;
  const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [adapter], judge: rulesJudge }), {
    store: memoryStore(),
  });
  expect(report.results[0]).toMatchObject({
    outcome: { status: "failed", code: "protocol", message: expect.stringContaining("returned no outcome") },
    outcomeClass: "infrastructure",
    score: { axisScore: null },
  });
  expect(Report.safeParse(report).success).toBe(true);
});

test.each([
  ["grows is the last one", [100, 200], { input: 200, output: 5 }],
  ["falls is unknown", [100, 10], undefined],
  ["falls and recovers is the last one", [100, 10, 200], { input: 200, output: 5 }],
  ["is negative is unknown", [100, -1], undefined],
])("usage that %s", async (_, inputs, known) => {
  const claim = (io: AgentIO) => inputs.forEach((input) => io.usage({ input, output: 5 }, 0.5));
  const agent = fakeAgent({ act: (_task, io) => claim(io) });
  const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [agent], judge: rulesJudge }), {
    store: memoryStore(),
  });
  expect(report.results[0]?.tokenUsage).toEqual(known);
  expect(report.results[0]?.totalCostUsd).toBe(known && 0.5);
});

test("one job that throws, hangs in its listener or loses its workspace touches no other", async () => {
  const thrower = fakeAgent({ name: "thrower", ending: "throw" });
  const vandal = fakeAgent({
    name: "vandal",
    act: async (_task, io) => (await import("node:fs/promises")).rm(io.workspace, { recursive: true, force: true }),
  });
  const plan = samplePlan({
    scenarios: [sampleScenario()],
    agents: [good, thrower, vandal, broken],
    judge: rulesJudge,
  });
  const report = await evaluate(plan, {
    store: memoryStore(),
    onEvent: () => {
      throw new Error("a listener's own mistake");
    },
  });
  expect(report.results.map(({ agentName, outcomeClass }) => [agentName, outcomeClass])).toEqual([
    ["good", "completed"],
    ["thrower", "infrastructure"],
    ["vandal", "completed"],
    ["broken", "agent"],
  ]);
});

test("no workspace is left behind", async () => {
  const before = new Set((await readdir(tmpdir())).filter((name) => name.startsWith("axis-run_")));
  const seen: string[] = [];
  const watcher = fakeAgent({ name: "watcher", act: async (_task, io) => void seen.push(io.workspace) });
  await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [watcher], judge: rulesJudge, trials: 3 }), {
    store: memoryStore(),
  });
  expect(seen).toHaveLength(3);
  expect(seen.filter((folder) => existsSync(folder) && !before.has(folder))).toEqual([]);
});

describe("stopping", () => {
  test("Ctrl-C stops the running job, leaves the pending ones, and ends in a report", async () => {
    const stop = new AbortController();
    const waiting = fakeAgent({
      name: "waiting",
      ending: "abort",
      act: async () => stop.abort(new Stop("user", "run", "stopped by Ctrl-C")),
    });
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [waiting],
      judge: rulesJudge,
      trials: 3,
      overrides: { concurrency: 1 },
    });
    const report = await evaluate(plan, { store: memoryStore(), abort: stop.signal });
    expect(report.state).toBe("aborted");
    expect(report.summary.classes).toMatchObject({ notRun: 3, completed: 0 });
    expect(report.results[0]?.score?.axisScore ?? null).toBeNull();
  });

  test("the scenario's time limit is the agent's failure and says so", async () => {
    const slow = fakeAgent({ name: "slow", ending: "abort" });
    const scenario = sampleScenario({ limits: { time_minutes: 0.002 } });
    const report = await evaluate(samplePlan({ scenarios: [scenario], agents: [slow], judge: rulesJudge }), {
      store: memoryStore(),
    });
    expect(report.results[0]).toMatchObject({
      outcome: { status: "stopped", by: "time", scope: "scenario" },
      outcomeClass: "agent",
    });
  });
});

describe("on disk", () => {
  async function killedReport(stepsKept: number): Promise<{ configDir: string; reportId: string }> {
    const configDir = await projectFolder();
    const plan = samplePlan({
      scenarios: [sampleScenario()],
      agents: [good, broken],
      judge: rulesJudge,
      overrides: { concurrency: 1 },
    });
    const { reportId } = await evaluate(plan, { store: openStore(configDir) });
    const journal = join(configDir, ".axis/reports", reportId, "journal.ndjson");
    const lines = (await readFile(journal, "utf8")).split("\n").slice(0, stepsKept);
    await writeFile(journal, `${lines.join("\n")}\n`);
    return { configDir, reportId };
  }

  test("the tree is the seed's", async () => {
    const configDir = await projectFolder();
    const { reportId } = await evaluate(
      samplePlan({ scenarios: [sampleScenario({ key: "cms/post" })], agents: [good], judge: rulesJudge, trials: 2 }),
      {
        store: openStore(configDir),
      },
    );
    const folder = join(configDir, ".axis/reports", reportId);
    expect((await readdir(folder)).filter((name) => !name.startsWith("lock")).sort()).toEqual([
      "journal.ndjson",
      "report.html",
      "report.json",
      "scenarios",
    ]);
    expect((await readdir(join(folder, "scenarios/cms/post"))).sort()).toEqual([
      "good.json",
      "good.raw.ndjson",
      "good.sparse-index.txt",
      "good.trial-2.json",
      "good.trial-2.raw.ndjson",
      "good.trial-2.sparse-index.txt",
    ]);
  });

  test.each([2, 3, 4, 5, 6])(
    "cut off after %i steps, resuming gives a whole report and runs nothing finished again",
    async (steps) => {
      const { configDir, reportId } = await killedReport(steps);
      const store = openStore(configDir);
      const started: string[] = [];
      const count = (event: AxisEvent) =>
        void (event.type === "run-state" && event.state === "starting" && started.push(event.cell.agent));
      const plan = samplePlan({
        scenarios: [sampleScenario()],
        agents: [good, broken],
        judge: rulesJudge,
        overrides: { concurrency: 1 },
      });
      const report: Report = await evaluate(plan, {
        store,
        handle: await store.resumeReport(reportId),
        onEvent: count,
      });
      expect(report.results.map(({ agentName }) => agentName)).toEqual(["good", "broken"]);
      expect(report).toMatchObject({ state: "complete", reportId });
      expect(started).toEqual(["good", "broken"].slice(steps <= 2 ? 0 : steps <= 5 ? 1 : 2));
    },
  );

  test("scoring a stored run twice writes identical files", async () => {
    const configDir = await projectFolder();
    const store = openStore(configDir);
    const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge }), {
      store,
    });
    const detail = await store.readDetail(report.reportId, report.results[0]?.file ?? "");
    const again = async () => {
      const { goal, environment, service, agent } = {
        goal: rulesJudge,
        environment: rulesJudge,
        service: rulesJudge,
        agent: rulesJudge,
      };
      const made = await rescore(
        { details: [detail], rescoredFrom: report.reportId },
        {
          judges: { goal, environment, service, agent },
          weights: detail.score?.weights ?? { goal_achievement: 1, environment: 0, service: 0, agent: 0 },
          judging: { retries: 0, timeoutMs: 1000 },
          abort: new AbortController().signal,
          store,
          now: () => new Date(),
        },
      );
      return readFile(join(configDir, ".axis/reports", made.reportId, made.results[0]?.file ?? ""), "utf8");
    };
    const [first, second] = [await again(), await again()];
    expect(first).toBe(second);
    expect(JSON.stringify((JSON.parse(first) as { score: unknown }).score)).toBe(JSON.stringify(detail.score));
  });
});

test("a value passed on by name is in no file, not even in an artifact", async () => {
  const configDir = await projectFolder();
  const value = "an-opaque-value-0123456789";
  const leaky = fakeAgent({
    name: "leaky",
    act: async (_task, io) => writeFile(join(io.workspace, "notes.txt"), `the value is ${value}`),
    entries: [{ type: "assistant", text: `I was given ${value}` }],
  });
  const plan = samplePlan({
    scenarios: [sampleScenario({ artifacts: ["*.txt"] })],
    agents: [leaky],
    judge: rulesJudge,
    overrides: { env: { agent: ["OPAQUE"], judge: [], hooks: [], checks: [] } },
  });
  const { reportId } = await evaluate(plan, { store: openStore(configDir), env: { ...process.env, OPAQUE: value } });
  const folder = join(configDir, ".axis/reports", reportId);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")));
  expect(files.map(({ name }) => name)).toContain("notes.txt");
  expect(texts.filter((text) => text.includes(value))).toEqual([]);
  expect(texts.filter((text) => text.includes("[redacted]")).length).toBeGreaterThanOrEqual(2);
});

test("a failure of AXIS after the run is on disk leaves the run as it was, unscored and with the reason", async () => {
  const store = memoryStore();
  let writes = 0;
  const stumbling: Store = {
    ...store,
    createReport: async (start) => {
      const handle = await store.createReport(start);
      const writeDetail: ReportHandle["writeDetail"] = (slot, detail) => {
        writes += 1;
        if (writes === 2) throw new Error("a bug of ours");
        return handle.writeDetail(slot, detail);
      };
      return { ...handle, writeDetail };
    },
  };
  const report = await evaluate(samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge }), {
    store: stumbling,
  });
  expect(report.results[0]).toMatchObject({
    failed: false,
    outcome: { status: "completed" },
    score: { axisScore: null },
  });
  expect(report.results[0]?.score?.environment.reason).toContain("AXIS failed: a bug of ours");
  const detail = await store.readDetail(report.reportId, report.results[0]?.file ?? "");
  expect(detail.output.transcript).toHaveLength(3);
});

test("artifacts that cannot be kept are noted, and the result stands", async () => {
  const store = memoryStore();
  const refusing: Store = {
    ...store,
    createReport: async (start) => ({
      ...(await store.createReport(start)),
      addArtifact: () => Promise.reject(new Error("no room for it")),
    }),
  };
  const writer = fakeAgent({
    name: "writer",
    entries: [{ type: "assistant", text: "done" }],
    act: async (_task, io) => writeFile(join(io.workspace, "a.txt"), "x"),
  });
  const plan = samplePlan({
    scenarios: [sampleScenario({ artifacts: ["*.txt"] })],
    agents: [writer],
    judge: rulesJudge,
  });
  const report = await evaluate(plan, { store: refusing });
  expect(report.results[0]).toMatchObject({ failed: false, teardownError: "no room for it" });
  expect(report.results[0]?.score?.axisScore).not.toBeNull();
});

describe("going on with a report", () => {
  const torn = sampleScenario({ teardown: [{ action: "run_script", command: "true" }], artifacts: ["*.txt"] });
  const planOf = (overrides: Parameters<typeof samplePlan>[0]["overrides"] = {}) =>
    samplePlan({ scenarios: [torn], agents: [good], judge: rulesJudge, overrides });

  test("a detail file that is gone or broken means that the run takes place again, and is said", async () => {
    for (const harm of [rm, (file: string) => writeFile(file, "")]) {
      const configDir = await projectFolder();
      const store = openStore(configDir);
      const { reportId, results } = await evaluate(planOf(), { store });
      await harm(join(configDir, ".axis/reports", reportId, results[0]?.file ?? ""));
      const warnings: string[] = [];
      const onEvent = (event: AxisEvent) => void (event.type === "warning" && warnings.push(event.message));
      const report = await evaluate(planOf(), { store, handle: await store.resumeReport(reportId), onEvent });
      expect(report).toMatchObject({
        state: "complete",
        results: [{ failed: false, file: "scenarios/sample/good.attempt-2.json" }],
      });
      expect(warnings.join()).toContain("cannot be read");
    }
  });

  test("how long a report took is the sum of what it was worked at, and not known once AXIS was killed", async () => {
    const configDir = await projectFolder();
    const store = openStore(configDir);
    const { reportId, durationMs } = await evaluate(planOf(), { store });
    const goOn = async () =>
      (await evaluate(planOf(), { store, handle: await store.resumeReport(reportId) })).durationMs;
    const journal = join(configDir, ".axis/reports", reportId, "journal.ndjson");
    const closed = await readFile(journal, "utf8");
    expect(await goOn()).toBeGreaterThan(durationMs ?? Infinity);
    // As a kill leaves it: the record that says how long it took is not whole.
    await writeFile(journal, closed.slice(0, -20));
    expect(await goOn()).toBeNull();
    expect(await goOn()).toBeNull();
  });

  test("a run that was torn down and is judged again by other weights is not called interrupted", async () => {
    const store = memoryStore();
    const { reportId } = await evaluate(planOf(), { store });
    const other = planOf({ digests: { ...planOf().digests, settings: "other weights" } });
    const report = await evaluate(other, { store, handle: await store.resumeReport(reportId) });
    expect(report.results[0]?.warnings).toBeUndefined();
  });
});

test.skipIf(process.platform !== "linux")("a run in which AXIS fails leaves none of its files open", async () => {
  const configDir = await realpath(await projectFolder());
  const plan = samplePlan({ scenarios: [sampleScenario()], agents: [good], judge: rulesJudge, trials: 3 });
  const path = join(configDir, "gone");
  mkdirSync(path);
  writeFileSync(join(path, "SKILL.md"), "# Gone");
  const jobs = plan.jobs.map((job) => ({ ...job, skills: [{ name: "gone", path, source: "./gone" }] }));
  const open: string[][] = [];
  const report = await evaluate(
    { ...plan, jobs, concurrency: 1 },
    {
      store: openStore(configDir),
      debug: true,
      onEvent({ type }) {
        // It was there when that was looked for.
        if (type === "report-start") rmSync(path, { recursive: true });
        if (type === "result-end") open.push(openRuns(configDir));
      },
    },
  );
  expect(report.summary.classes).toMatchObject({ infrastructure: 3 });
  expect(report.results[0]?.error).toContain('The skill "gone" is not at');
  expect(open).toEqual([[], [], []]);
});

/** Files of runs in this folder that this process has open. */
function openRuns(folder: string): string[] {
  const targets = readdirSync("/proc/self/fd").map((descriptor) => {
    try {
      return readlinkSync(join("/proc/self/fd", descriptor));
    } catch {
      return ""; // That of the listing itself.
    }
  });
  return targets.filter((path) => path.startsWith(folder) && path.includes("/scenarios/"));
}

test("a limit of the whole run that stops nobody leaves a complete report", async () => {
  const slowCheck = sampleScenario({ checks: [{ check: "slow", weight: 1, verify: "sleep 2.2" }] });
  const plan = samplePlan({
    scenarios: [slowCheck],
    agents: [good],
    judge: rulesJudge,
    // Two seconds: the agent is done long before, its check is not.
    overrides: { runLimits: { time_minutes: 2 / 60 } },
  });
  expect(await evaluate(plan, { store: memoryStore() })).toMatchObject({
    state: "complete",
    summary: { completed: 1 },
  });
});

test("an afterAll that cannot even be begun costs nobody the report", async () => {
  const failures: string[] = [];
  const plan = samplePlan({
    scenarios: [sampleScenario()],
    agents: [good],
    judge: rulesJudge,
    overrides: { configDir: "/nonexistent/folder", afterAll: [{ action: "run_script", command: "true" }] },
  });
  const onEvent = (event: AxisEvent) => void (event.type === "hook-failed" && failures.push(event.message));
  const report = await evaluate(plan, { store: memoryStore(), onEvent });
  expect(report.state).toBe("complete");
  expect(failures).toHaveLength(1);
});
