/** Real agent programs, driven by the built `axis` against a scripted model: what they do is what the report says. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../src/core/report.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import type { LoggedRequest } from "../../src/testing/scripted-model/request-log.ts";
import type { Project, Ran } from "../fixtures/axis.ts";
import { environmentOf, type Key, openRehearsed, rehearse, requestsOf } from "./rehearsed-project.ts";

/** What differs between the programs. What a program does not tell, no report can say. */
const agents = [
  { name: "claude-code", wire: "anthropic", tellsUsage: true, tellsUsageWhenStopped: true, tellsFailedCommand: true },
  { name: "codex", wire: "openai-responses", tellsUsage: true, tellsUsageWhenStopped: true, tellsFailedCommand: true },
  { name: "gemini", wire: "gemini", tellsUsage: true, tellsUsageWhenStopped: false, tellsFailedCommand: false },
  { name: "opencode", wire: "openai-chat", tellsUsage: false, tellsUsageWhenStopped: false, tellsFailedCommand: true },
] as const;

/** Without a model named, Gemini CLI first asks one which to take. */
const entries: Readonly<Record<string, object>> = {
  gemini: { agent: "gemini", name: "gemini", model: "gemini-2.5-flash" },
};

async function runRehearsal(name: string) {
  const project = await openRehearsed([entries[name] ?? name]);
  const ran = await project.axis([...rehearse, "--concurrency", "2"], { env: environmentOf(project) });
  return { project, ran, survivors: await project.survivors() };
}

/** They wait much more than they compute, for limits and retries, so all programs run at once. */
const rehearsals = new Map<string, ReturnType<typeof runRehearsal>>();
beforeAll(async () => {
  for (const { name } of agents) rehearsals.set(name, runRehearsal(name));
  await Promise.all(rehearsals.values());
});

describe.each(agents)("$name", ({ name, wire, tellsUsage, tellsUsageWhenStopped, tellsFailedCommand }) => {
  let project: Project;
  let ran: Ran;
  let report: Report;
  let requests: LoggedRequest[];
  let survivors: string[];

  beforeAll(async () => {
    const rehearsal = await rehearsals.get(name);
    if (rehearsal === undefined) throw new Error(`${name} was not rehearsed`);
    ({ project, ran, survivors } = rehearsal);
    if (ran.stdout === "") throw new Error(`axis said nothing but: ${ran.stderr}`);
    report = await project.stored();
    requests = await requestsOf(project);
  });
  afterAll(() => project[Symbol.asyncDispose]());

  const detailOf = (key: Key): Promise<RunDetail> => {
    const { file } = report.results.find(({ scenarioKey }) => scenarioKey === key) ?? { file: "" };
    return project.detail(file);
  };
  const callsOf = async (key: Key) => (await detailOf(key)).interactions.filter(({ kind }) => kind === "tool");
  const asked = (key: Key) => requests.filter(({ conversation }) => conversation === key);

  test("speaks its own wire with the script's key, and nothing is asked that nobody scripted", () => {
    const questions = requests.filter(({ conversation }) => conversation !== null);
    expect(new Set(questions.map((request) => request.wire))).toEqual(new Set([wire]));
    expect(new Set(questions.map(({ key }) => key))).toEqual(new Set(["sk-scripted-agent"]));
    expect(requests.flatMap(({ path, problem }) => (problem === null ? [] : [`${path}: ${problem}`]))).toEqual([]);
  });

  test("does the task: its calls are counted and timed, its files captured, its answer kept", async () => {
    const { outcome, artifacts, tokenUsage, sessionId } = await detailOf("task").then((detail) => ({
      ...detail,
      sessionId: detail.output.metadata.sessionId,
    }));
    expect(outcome).toEqual({ status: "completed", result: "Done: hello.txt is there." });
    const calls = await callsOf("task");
    expect(calls).toHaveLength(3);
    expect(calls.filter(({ hasError }) => hasError)).toEqual([]);
    expect(calls.every(({ categories }) => categories.includes("environment"))).toBe(true);
    // Its beginning is known by a line that a busy machine reads late.
    const slow = calls.find(({ content }) => content.includes("sleep 3"));
    expect(slow?.durationMs).toBeGreaterThanOrEqual(300);
    expect(asked("task").map(({ step }) => step)).toEqual([1, 2, 3]);
    expect(artifacts?.map(({ path }) => path).toSorted()).toEqual(["hello.txt", "twice.txt"]);
    const copy = artifacts?.find(({ path }) => path === "hello.txt")?.file ?? "";
    expect(await readFile(join(await project.reportFolder(), copy), "utf8")).toBe("hello\n");
    expect(sessionId).toBeTruthy();
    if (tellsUsage) expect(tokenUsage).toMatchObject({ input: 300, output: 60, cacheReadInput: 30 });
    else expect(tokenUsage).toBeUndefined();
  });

  test("a call to an MCP server is the service's, whether it works or not", async () => {
    const calls = await callsOf("service");
    expect(calls.map(({ categories, hasError }) => [categories.includes("service"), hasError])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(calls[0]?.content).toContain("The sum is 42.");
    const log = await readFile(join(project.outside, "mcp.log"), "utf8");
    expect(log.trim().split("\n")).toEqual(["add_numbers 2 40", "break_down"]);
    expect((await detailOf("service")).outcome).toEqual({ status: "completed", result: "The sum is 42." });
  });

  test(`a command that fails ${tellsFailedCommand ? "is a call that failed" : "is not told apart by this program"}`, async () => {
    const calls = await callsOf("failing");
    expect(calls.map(({ hasError }) => hasError)).toEqual([tellsFailedCommand]);
    expect((await detailOf("failing")).outcome).toEqual({ status: "completed", result: "It is missing." });
  });

  test("a key that is refused is nobody's fault but the machine's", async () => {
    const { outcome, outcomeClass, score } = await detailOf("refused");
    expect(outcome).toMatchObject({ status: "failed", code: "auth" });
    expect([outcomeClass, score?.axisScore ?? null]).toEqual(["infrastructure", null]);
  });

  test("one refusal for too many requests is waited out", async () => {
    expect((await detailOf("busy")).outcome).toEqual({ status: "completed", result: "Done at last." });
    expect(asked("busy").map(({ fault }) => fault)).toEqual(["status", null]);
  });

  test("a model that never answers is stopped by the time limit, and nothing survives", async () => {
    const { outcome, artifacts, tokenUsage } = await detailOf("hanging");
    expect(tokenUsage?.input).toBe(tellsUsageWhenStopped ? 100 : undefined);
    expect(outcome).toMatchObject({ status: "stopped", by: "time" });
    expect(asked("hanging").map(({ step, fault }) => [step, fault])).toContainEqual([2, "hang"]);
    expect(artifacts?.map(({ path }) => path)).toEqual(["left.txt"]);
    expect(survivors).toEqual([]);
    expect(await project.leftovers()).toEqual([]);
  });

  test("the run ends with 1, since some of it failed, and says that it was a rehearsal", () => {
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^FAIL {2}1 of 6 results failed: \S+ 1\nrehearsal by a script, not a measurement/);
    expect(report).toMatchObject({ state: "complete", scripted: true, script: { file: "script.json" } });
  });
});
