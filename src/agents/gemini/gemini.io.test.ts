import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openScope } from "../../process/scope.ts";
import { type ProcessRequest, runAgent } from "../../testing/run-agent.ts";
import { testAgent } from "../../testing/suites/test-agent.ts";
import { crashingProgram, lingeringProgram, playingProgram, captureStart } from "../played-program.fixture.ts";
import { gemini } from "./gemini.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);
const play = (name: string, exit = 0) => runAgent(gemini, { command: playingProgram(name, exit) }, { processes });

testAgent("gemini", () => gemini, {
  completes: { command: playingProgram("gemini.ndjson") },
  endless: { command: lingeringProgram("gemini.ndjson") },
  fails: { command: crashingProgram },
  absent: { command: ["no-such-program-of-axis"] },
  processes,
});

test("what its tools answered is in the transcript", async () => {
  const ran = await play("gemini.toolfail.ndjson");
  const outputs = ran.entries.flatMap((entry) => (entry.type === "tool_result" ? [entry.output] : []));
  expect(outputs).toContain("cat: missing.txt: No such file or directory");
  expect(ran.usage).toMatchObject({ input: 290, output: 61, cacheReadInput: 11 });
});

test.each([
  // Its exit code is the HTTP status, cut to eight bits.
  ["gemini.err401.ndjson", 145, "auth"],
  ["gemini.err401.ndjson", 173, "rate-limit"],
  // Any other exit code says less than the output does.
  ["gemini.err401.ndjson", 244, "auth"],
  // Ended by a signal it says 0, and nothing more.
  ["gemini.hang.ndjson", 0, "protocol"],
])("%s with exit code %i fails with %s", async (name, exit, code) => {
  expect((await play(name, exit)).outcome).toMatchObject({ status: "failed", code });
});

test("a prompt that begins with a dash is no flag", async () => {
  const { args } = await captureStart(gemini, {
    prompt: "--help",
    model: "gemini-2.5-flash",
    flags: { sandbox: false },
  });
  expect(args.join(" ")).toBe(
    "--output-format stream-json --skip-trust --yolo --model gemini-2.5-flash --prompt=--help",
  );
});

test("another way to approve takes the place of ours", async () => {
  const { args } = await captureStart(gemini, { flags: { "approval-mode": "plan" } });
  expect(args).not.toContain("--yolo");
  expect(args.slice(-2)).toEqual(["--approval-mode", "plan"]);
});

test("its settings hold the MCP servers, and keep it from scanning the workspace", async () => {
  const settings = ".gemini/settings.json";
  const started = await captureStart(
    gemini,
    {
      mcpServers: {
        local: { type: "stdio", command: "node", env: { KEY: "canary" } },
        far: { type: "http", url: "https://x.test/mcp" },
      },
    },
    [settings],
  );
  expect(JSON.parse(started.file(settings) ?? "")).toMatchObject({
    context: { discoveryMaxDirs: 0, memoryBoundaryMarkers: [] },
    security: { auth: { selectedType: "gemini-api-key" } },
    mcpServers: {
      local: { command: "node", args: [], env: { KEY: "canary" }, trust: true },
      far: { httpUrl: "https://x.test/mcp", headers: {}, trust: true },
    },
  });
});
