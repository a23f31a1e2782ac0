/** Real agent programs, driven by the built `axis` against a scripted model: what they do is what the report says. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../src/core/report.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import type { LoggedRequest } from "../../src/testing/scripted-model/request-log.ts";
import type { Project, Ran } from "../fixtures/axis.ts";
import {
  agents,
  type Conversation,
  entries,
  inSandbox,
  mcpCall,
  openRehearsed,
  requestsOf,
  runOffline,
  say,
  shellCall,
  whyOnline,
  withServer,
} from "./rehearsed-project.ts";

/** A process that outlives the command that starts it, to be found afterwards if nothing ends it. */
const leaveBehind = "(sleep 86399 > /dev/null 2>&1 &); echo left > left.txt";

/** Takes three seconds. Qwen Code refuses a command that begins with sleep. */
const slowly = "timeout 3 tail -f /dev/null";

/** The key with which AXIS asks the script: where an agent could look for it, and how often it is there. */
const upstreamKey = "sk-scripted-agent";
const places =
  "env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; find ~ . /tmp /run -type f -size -200k -exec cat {} +";
const snoop = `(${places}) 2>/dev/null | grep -ac '${upstreamKey.replace("sk", "[s]k")}' > found.txt; true`;

const conversations: Readonly<Record<string, Conversation>> = {
  // The first request is refused once, for too many requests.
  task: {
    steps: [
      { ...say("I write the file."), calls: [{ tool: "write", path: "hello.txt", content: "hello\n" }] },
      {
        ...say("Then I look at it."),
        calls: [shellCall(`${slowly}; cat hello.txt`), shellCall(snoop)],
      },
      say("Done: hello.txt is there."),
    ],
    faults: [{ kind: "status", status: 429, retryAfterSeconds: 1, request: 1, times: 1 }],
  },
  // Everything that an agent can do once: three calls that work, and two that fail.
  everything: {
    steps: [
      { ...say("I write the file."), calls: [{ tool: "write", path: "hello.txt", content: "hello\n" }] },
      { ...say("I look at it."), calls: [shellCall("cat hello.txt")] },
      { ...say("I add."), calls: [mcpCall("add_numbers")] },
      { ...say("I break it."), calls: [mcpCall("break_down")] },
      { ...say("I look for another."), calls: [shellCall("cat missing.txt")] },
      say("The sum is 42."),
    ],
  },
  refused: { steps: [say("never said")], faults: [{ kind: "status", status: 401 }] },
  hanging: {
    steps: [{ ...say("I start it."), calls: [shellCall(leaveBehind)] }, say("never said")],
    faults: [{ kind: "hang", step: 2 }],
  },
};

/** How long the hanging run may take, in minutes: time for the slowest program to start on a busy machine. */
const hangMinutes = 1;

function scenarioFields(key: string): object {
  if (key === "everything") return { ...withServer, judge: [{ check: "It is there", verify: hello }] };
  if (key === "hanging") return { limits: { time_minutes: hangMinutes } };
  return key === "task" ? { judge: [{ check: "It is there", verify: hello }] } : {};
}
const hello = { file: "hello.txt", exists: true };

let project: Project;
let ran: Ran;
let report: Report;
let requests: LoggedRequest[];
let survivors: string[];

beforeAll(async () => {
  project = await openRehearsed(entries, conversations, scenarioFields);
  ran = await runOffline(project, [...inSandbox, "--concurrency", "8"]);
  survivors = await project.survivors();
  if (ran.stdout === "") throw new Error(`axis said nothing but: ${ran.stderr}`);
  report = await project.stored();
  requests = await requestsOf(project);
});
afterAll(() => project?.[Symbol.asyncDispose]());

const findDetail = (agent: string, key: string): Promise<RunDetail> => {
  const result = report.results.find(({ agentName, scenarioKey }) => agentName === agent && scenarioKey === key);
  return project.detail(result?.file ?? "");
};
const listCalls = async (agent: string, key: string) =>
  (await findDetail(agent, key)).interactions.filter(({ kind }) => kind === "tool");

describe.each(agents)("$name", ({ name, wire }) => {
  test("does the task: its calls are counted and timed, its files captured, its answer kept", async () => {
    const { outcome, artifacts, output } = await findDetail(name, "task");
    expect(outcome).toEqual({ status: "completed", result: "Done: hello.txt is there." });
    const calls = await listCalls(name, "task");
    expect(calls.map(({ hasError, categories }) => [hasError, categories.includes("environment")])).toEqual(
      Array.from({ length: 3 }, () => [false, true]),
    );
    // Its beginning is known by a line that a busy machine reads late.
    const slow = calls.find(({ content }) => content.includes(slowly));
    expect(slow?.durationMs).toBeGreaterThanOrEqual(300);
    expect(artifacts?.map(({ path }) => path).toSorted()).toEqual(["found.txt", "hello.txt"]);
    const readArtifact = async (file: string) => {
      const copy = artifacts?.find(({ path }) => path === file)?.file ?? "";
      return readFile(join(await project.reportFolder(), copy), "utf8");
    };
    expect(await readArtifact("hello.txt")).toBe("hello\n");
    // The key of the model is in no file, environment or process that the agent can see.
    expect(await readArtifact("found.txt")).toBe("0\n");
    expect(output.metadata.sessionId).toBeTruthy();
  });

  test("every call that failed is seen, of a command and of a server, and no other", async () => {
    const calls = await listCalls(name, "everything");
    expect(calls.map(({ hasError }) => hasError)).toEqual([false, false, false, true, true]);
    expect(calls.map(({ categories }) => categories.includes("service"))).toEqual([false, false, true, true, false]);
    expect(calls[2]?.content).toContain("The sum is 42.");
    expect(calls[3]?.content).toContain("It broke down");
    expect((await findDetail(name, "everything")).outcome).toEqual({ status: "completed", result: "The sum is 42." });
  });

  test("a key that is refused is the machine's failure, not the agent's", async () => {
    const { outcome, outcomeClass, score } = await findDetail(name, "refused");
    expect(outcome).toMatchObject({ status: "failed", code: "auth" });
    expect([outcomeClass, score?.axisScore ?? null]).toEqual(["infrastructure", null]);
  });

  test("a model that never answers is stopped by the time limit", async () => {
    const { outcome, artifacts } = await findDetail(name, "hanging");
    expect(outcome).toMatchObject({ status: "stopped", by: "time" });
    expect(artifacts?.map(({ path }) => path)).toEqual(["left.txt"]);
  });

  test("it speaks its own wire", () => {
    expect(requests.some((request) => request.wire === wire && request.conversation === "everything")).toBe(true);
  });
});

test(`nothing is fetched and no other host is called${whyOnline === null ? "" : ` (not proven here: ${whyOnline})`}`, () => {
  expect(new Set(requests.flatMap(({ conversation, key }) => (conversation === null ? [] : [key])))).toEqual(
    new Set([upstreamKey]),
  );
  expect(requests.flatMap(({ path, problem }) => (problem === null ? [] : [`${path}: ${problem}`]))).toEqual([]);
});

test("the same work scores alike: AXIS Results lie within 6 points", () => {
  const results = report.results.filter(({ scenarioKey }) => scenarioKey === "everything");
  const scores = results.map(({ score }) => score?.axisScore ?? Number.NaN);
  expect(scores).toHaveLength(agents.length);
  expect(Math.max(...scores) - Math.min(...scores)).toBeLessThanOrEqual(6);
});

test("nothing survives, and nothing is left behind", async () => {
  expect(survivors).toEqual([]);
  expect(await project.leftovers()).toEqual([]);
});

test("the run ends with 1, since some of it failed, and says that it was a rehearsal", () => {
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/^FAIL {2}9 of 36 results failed: .*\nrehearsal by a script, not a measurement/);
  expect(report).toMatchObject({ state: "complete", scripted: true, script: { file: "script.json" } });
});
