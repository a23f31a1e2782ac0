import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openScope } from "../../process/scope.ts";
import { type ProcessRequest, runAgent } from "../../testing/run-agent.ts";
import { testAgent } from "../../testing/suites/test-agent.ts";
import { crashingProgram, lingeringProgram, playingProgram, captureStart } from "../played-program.fixture.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeIsolation, isRoot } from "./claude-home.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);
const play = (name: string, exit = 0) => runAgent(claudeCode, { command: playingProgram(name, exit) }, { processes });

testAgent("claude-code", () => claudeCode, {
  completes: { command: playingProgram("claude.ndjson") },
  endless: { command: lingeringProgram("claude.ndjson") },
  fails: { command: crashingProgram },
  absent: { command: ["no-such-program-of-axis"] },
  processes,
});

test("what it printed becomes entries, usage, cost, a session and the final answer", async () => {
  const ran = await play("claude.ndjson");
  expect(ran.outcome).toEqual({ status: "completed", result: "Done: hello.txt contains 'hello from mock'." });
  expect(ran.entries.flatMap((entry) => (entry.type === "tool_use" ? [entry.tool] : []))).toEqual(["Bash", "Bash"]);
  expect(ran.usage).toMatchObject({ input: 606, output: 96, cacheReadInput: 66 });
  expect(ran.costUsd).toBeGreaterThan(0);
  expect(ran.sessionId).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["claude-agent-sdk.err401.ndjson", 1, "auth"],
  ["claude.hang.ndjson", 0, "protocol"],
  ["claude.sleeptool.ndjson", 143, "exit"],
])("%s with exit code %i fails with %s", async (name, exit, code) => {
  expect((await play(name, exit)).outcome).toMatchObject({ status: "failed", code });
});

test("a tool that failed is no failure of the run", async () => {
  const ran = await play("claude.toolfail.ndjson");
  expect(ran.outcome.status).toBe("completed");
  expect(ran.entries.filter((entry) => entry.type === "tool_result" && entry.isError)).toHaveLength(1);
});

test("the prompt comes last, behind --, so that it cannot be taken for a flag", async () => {
  const { args, stdin } = await captureStart(claudeCode, {
    prompt: "--help",
    model: "opus",
    flags: { effort: "high" },
  });
  expect(args).toEqual([
    ..."-p --output-format stream-json --verbose --strict-mcp-config --dangerously-skip-permissions".split(" "),
    ..."--model opus --effort high -- --help".split(" "),
  ]);
  expect(stdin).toEqual({ text: "" });
});

test("a prompt too long for an argument goes by stdin", async () => {
  const prompt = "x".repeat(200_000);
  const { args, stdin } = await captureStart(claudeCode, { prompt });
  expect(args).not.toContain(prompt);
  expect(args).not.toContain("--");
  expect(stdin).toEqual({ text: prompt });
});

test("permissions are left to Claude where the flag is set to false", async () => {
  const { args, run } = await captureStart(claudeCode, { flags: { "dangerously-skip-permissions": false } });
  expect(args.join(" ")).not.toContain("dangerously");
  expect(run.notes).toEqual([]);
});

test("as root it says that it called itself a sandbox", async () => {
  const { run } = await captureStart(claudeCode, {});
  expect(run.notes).toHaveLength(isRoot() ? 1 : 0);
  expect("IS_SANDBOX" in claudeIsolation({ workspace: "/w", home: "/h" })).toBe(isRoot());
});

test("a turn before is gone on with by its session", async () => {
  expect((await captureStart(claudeCode, { resume: "s-1" })).args).toEqual(expect.arrayContaining(["--resume", "s-1"]));
});

test("MCP servers are in a file of the home, and only there", async () => {
  const started = await captureStart(
    claudeCode,
    {
      mcpServers: {
        local: { type: "stdio", command: "node", args: ["s.mjs"], env: { KEY: "canary-1" } },
        far: { type: "http", url: "https://x.test/mcp", headers: { Authorization: "Bearer canary-2" } },
      },
    },
    [".claude/mcp.json"],
  );
  expect(started.args).toEqual(expect.arrayContaining(["--mcp-config", join(started.home, ".claude/mcp.json")]));
  expect(started.args.join(" ")).not.toContain("canary");
  expect(JSON.parse(started.file(".claude/mcp.json") ?? "")).toEqual({
    mcpServers: {
      local: { type: "stdio", command: "node", args: ["s.mjs"], env: { KEY: "canary-1" } },
      far: { type: "http", url: "https://x.test/mcp", headers: { Authorization: "Bearer canary-2" } },
    },
  });
});

test("without servers there is no file of them", async () => {
  const { args } = await captureStart(claudeCode, {});
  expect(args).not.toContain("--mcp-config");
  expect(args).toContain("--strict-mcp-config");
});
