import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { AgentTask } from "../core/agent.ts";
import type { Entry } from "../core/entry.ts";
import { runAgent } from "../testing/run-agent.ts";
import { testAgent } from "../testing/suites/test-agent.ts";
import { replayAgent } from "./replay.ts";

const configDir = await mkdtemp(join(tmpdir(), "axis-replay-"));
afterAll(() => rm(configDir, { recursive: true }));

const time = "2026-01-02T03:04:05.000Z";
const entries: Entry[] = [
  { type: "assistant", text: "I will look.", timestamp: time },
  { type: "tool_use", id: "1", tool: "shell", input: { command: "ls" }, timestamp: null, turn: 1 },
  { type: "tool_result", id: "1", output: "a.txt", isError: false, timestamp: "not a date" },
  { type: "assistant", text: "There is a.txt.", timestamp: time },
  { type: "assistant", text: "Was that all?", thought: true, timestamp: time },
];
const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

async function stored(name: string, text: string): Promise<string> {
  await mkdir(dirname(join(configDir, name)), { recursive: true });
  await writeFile(join(configDir, name), text);
  return name;
}

function run(transcript: string, part: Partial<AgentTask> = {}) {
  return runAgent(replayAgent, { transcript, configDir, ...part });
}

const missing = (transcript?: string) => replayAgent.missing?.({}, { configDir, ...(transcript && { transcript }) });

function detail(outcome: unknown): string {
  const metadata = { startTime: time, endTime: time, durationMs: 5, exitCode: 0 };
  const usage = { tokenUsage: { input: 3, output: 2 }, totalCostUsd: 0.5, sessionId: "s1" };
  return JSON.stringify({
    outcome,
    output: { transcript: entries, result: "stored", metadata: { ...metadata, ...usage } },
  });
}

testAgent("replay", () => replayAgent, {
  completes: { configDir, transcript: await stored("contract.ndjson", lines) },
  endless: { configDir, transcript: "contract.ndjson" },
  fails: { configDir, transcript: await stored("broken.ndjson", `${lines}{"type":"assis`) },
  absent: { configDir, transcript: "absent.ndjson" },
});

test("entries line by line are played as they are, times included", async () => {
  const ran = await run(await stored("lines.ndjson", lines));
  expect(ran.entries).toEqual(entries);
  expect(ran.outcome).toEqual({ status: "completed", result: "There is a.txt." });
  expect(ran.raw).toHaveLength(entries.length);
});

test("a JSON list of entries is played like lines", async () => {
  const ran = await run(await stored("list.json", JSON.stringify(entries)));
  expect(ran.entries).toEqual(entries);
  expect(ran.outcome).toEqual({ status: "completed", result: "There is a.txt." });
});

test("one entry alone is a transcript", async () => {
  expect((await run(await stored("one.ndjson", JSON.stringify(entries[0])))).entries).toEqual(entries.slice(0, 1));
});

test("an entry without a time has none: the time of playing says nothing", async () => {
  const name = await stored("timeless.ndjson", '{"type":"assistant","text":"hi"}\n');
  expect((await run(name)).entries).toEqual([{ type: "assistant", text: "hi", timestamp: null }]);
});

test("a detail file brings its usage, cost, session and outcome along", async () => {
  const ran = await run(await stored("detail.json", detail({ status: "completed", result: "stored" })));
  expect(ran.entries).toEqual(entries);
  expect(ran).toMatchObject({ usage: { input: 3, output: 2 }, costUsd: 0.5, sessionId: "s1" });
  expect(ran.outcome).toEqual({ status: "completed", result: "stored" });
});

test.each([
  { status: "failed", code: "exit", message: "exit code 3" },
  { status: "stopped", by: "time", scope: "scenario", message: "reached 15 minutes" },
])("a stored run that $status is played to the same end", async (outcome) => {
  expect((await run(await stored("ended.json", detail(outcome)))).outcome).toEqual(outcome);
});

test("the raw file of a command agent is played with its usage and result", async () => {
  const end = '{"type":"usage","input":1,"output":2,"costUsd":0.25}\n{"type":"result","text":"so"}\n';
  const ran = await run(await stored("raw.ndjson", lines + end));
  expect(ran).toMatchObject({ usage: { input: 1, output: 2 }, costUsd: 0.25 });
  expect(ran.outcome).toEqual({ status: "completed", result: "so" });
});

test.each([
  ["claude.toolfail.ndjson", { input: 301, output: 61 }, "The file missing.txt does not exist."],
  ["codex.ndjson", { input: 540, output: 96 }, "Done: hello.txt contains 'hello from mock'."],
  ["acp.claude-agent-acp.ok.jsonl", { input: 606, output: 96 }, "Done: hello.txt contains 'hello from mock'."],
])("%s is played like a recording of our own", async (name, usage, result) => {
  const recording = new URL(`../../test/fixtures/transcripts/${name}`, import.meta.url);
  const ran = await run(await stored(name, await readFile(recording, "utf8")));
  expect(ran).toMatchObject({ usage, outcome: { status: "completed", result } });
  expect(ran.entries.filter(({ type }) => type === "tool_use")).toHaveLength(2);
});

test("a stored run in which nothing happened is played to its end", async () => {
  const outcome = { status: "failed", code: "exit", message: "exit code 127" };
  const ran = await run(await stored("nothing.json", JSON.stringify({ outcome, output: { transcript: [] } })));
  expect(ran).toMatchObject({ entries: [], outcome });
});

test("{scenario} and {trial} pick the recording of the job", async () => {
  await stored("runs/cms/post@quick/2.ndjson", lines);
  const ran = await run("runs/{scenario}/{trial}.ndjson", { scenarioKey: "cms/post@quick", trial: 2 });
  expect(ran.entries).toEqual(entries);
  const other = await run("runs/{scenario}/{trial}.ndjson", { scenarioKey: "cms/post@quick", trial: 3 });
  expect(other.outcome).toMatchObject({
    code: "spawn",
    message: expect.stringContaining("runs/cms/post@quick/3.ndjson"),
  });
});

test("the same recording is played the same way twice", async () => {
  expect((await run("lines.ndjson")).raw).toEqual((await run("lines.ndjson")).raw);
});

test.each([
  ["not an entry on line 2", `${JSON.stringify(entries[0])}\nhello\n`, "line 2 is not JSON: hello"],
  ["a broken item", '[{"type":"assistant"}]', "entry 1 is not an entry: text"],
  ["an empty file", "", "no entries"],
  ["an empty list", "[]", "no entries"],
  ["another document", '{"output":{}}', "line 1 is not an entry"],
  ["an outcome of another version", detail({ status: "paused" }), "line 1 has an outcome that cannot be read"],
])("a file with %s cannot be played, and the message says why", async (_, text, why) => {
  const { outcome } = await run(await stored("bad", text));
  expect(outcome).toMatchObject({ status: "failed", code: "spawn", message: expect.stringContaining(why) });
});

test("what is missing is named before anything runs, unless it depends on the job", async () => {
  expect(await missing()).toEqual([expect.stringContaining('needs "transcript"')]);
  expect(await missing("absent.ndjson")).toEqual([expect.stringContaining('"absent.ndjson"')]);
  expect(await missing("lines.ndjson")).toEqual([]);
  expect(await missing("runs/{trial}.ndjson")).toEqual([]);
});

test("a name that depends on the job is looked for job by job; a fixed one is not, it was looked for before", async () => {
  const lacks = (transcript: string, trial: number) =>
    replayAgent.missingForJob?.({ configDir, transcript, scenarioKey: "contract", trial });
  expect(await lacks("{scenario}.ndjson", 1)).toEqual([]);
  expect(await lacks("{scenario}-{trial}.ndjson", 3)).toEqual([expect.stringContaining('"contract-3.ndjson"')]);
  expect(await lacks("absent.ndjson", 1)).toEqual([]);
});
