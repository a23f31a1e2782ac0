import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../core/entry.ts";
import { readTranscript } from "../read-transcript.ts";

/** What each program said and did in two runs, word for word. */
const folder = new URL("../../../../test/fixtures/transcripts/", import.meta.url);

function entriesOf(file: string): readonly Entry[] {
  return readTranscript(readFileSync(new URL(file, folder), "utf8").split("\n")).entries;
}

/** Without its time, which is looked at apart. */
function withoutTime(entry: Entry): object {
  return { ...entry, timestamp: undefined };
}

const task = { type: "user", text: "Create hello.txt containing 'hello from mock', then show it." };
const says = (text: string) => ({ type: "assistant", text });
const call = (id: string, tool: string, input: object, more: object = {}) => ({
  type: "tool_use",
  id,
  tool,
  input,
  ...more,
});
const result = (id: string, output: string, more: object = {}) => ({
  type: "tool_result",
  id,
  output,
  isError: false,
  ...more,
});

const write = "echo 'hello from mock' > hello.txt";
const read = "cat missing.txt";
const missing = "cat: missing.txt: No such file or directory";
const step = { description: "mock step" };
const ahead = { description: "mock step", is_background: false };
const warning =
  "Model metadata for `mock-model` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.";
const shellReport = (command: string, output: string, code: number) =>
  `Command: ${command}\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\nProcess Group PGID: (none)`;

/** By file: what came first, then call and result of the command that worked, and of the one that did not. */
const failing: Readonly<Record<string, { first: object[]; worked: object[]; failed: object[] }>> = {
  "claude.toolfail.ndjson": {
    first: [{ type: "system", text: "init (claude-sonnet-4-5, bypassPermissions)" }],
    worked: [
      call("toolu_mock_0_0", "Bash", { command: write, ...step }),
      result("toolu_mock_0_0", "(Bash completed with no output)"),
    ],
    failed: [
      call("toolu_mock_1_0", "Bash", { command: read, ...step }),
      result("toolu_mock_1_0", `Exit code 1\n${missing}`, { isError: true, exitCode: 1 }),
    ],
  },
  "codex.toolfail.ndjson": {
    first: [{ type: "error", message: warning }],
    worked: [call("item_2", "shell", { command: write }), result("item_2", "", { exitCode: 0 })],
    failed: [
      call("item_4", "shell", { command: read }),
      result("item_4", `${missing}\n`, { isError: true, exitCode: 1 }),
    ],
  },
  "gemini.toolfail.ndjson": {
    first: [task],
    worked: [
      call("run_shell_command__call_mock_0_0", "run_shell_command", { command: write, ...ahead }),
      result("run_shell_command__call_mock_0_0", ""),
    ],
    failed: [
      call("run_shell_command__call_mock_1_0", "run_shell_command", { command: read, ...ahead }),
      result("run_shell_command__call_mock_1_0", missing),
    ],
  },
  "qwen.toolfail.ndjson": {
    first: [{ type: "system", text: "init (mock-model, yolo)" }],
    worked: [
      call("call_mock_0_0", "run_shell_command", { command: write, ...ahead }),
      result("call_mock_0_0", shellReport(write, "(empty)", 0), { exitCode: 0 }),
    ],
    failed: [
      call("call_mock_1_0", "run_shell_command", { command: read, ...ahead }),
      result("call_mock_1_0", shellReport(read, missing, 1), { isError: true, exitCode: 1 }),
    ],
  },
  "opencode.toolfail.ndjson": {
    first: [],
    worked: [
      call("call_mock_0_0", "bash", { command: write }),
      result("call_mock_0_0", "(no output)", { exitCode: 0 }),
    ],
    failed: [
      call("call_mock_1_0", "bash", { command: read }),
      result("call_mock_1_0", `${missing}\n`, { exitCode: 1 }),
    ],
  },
  "copilot.toolfail.ndjson": {
    first: [task],
    worked: [
      call("call_mock_0_0", "bash", { command: write, ...step }),
      result("call_mock_0_0", "\n<shellId: 0 completed with exit code 0>", { exitCode: 0 }),
    ],
    failed: [
      call("call_mock_1_0", "bash", { command: read, ...step }),
      result("call_mock_1_0", `${missing}\n<shellId: 1 completed with exit code 1>`, { exitCode: 1 }),
    ],
  },
  "cline.toolfail.ndjson": {
    first: [],
    worked: [
      call("call_mock_0_0", "run_commands", { commands: [write] }, { kind: "execute" }),
      result("call_mock_0_0", ""),
    ],
    failed: [
      call("call_mock_1_0", "run_commands", { commands: [read] }, { kind: "execute" }),
      result("call_mock_1_0", `[Command exited with code 1]\n\n[stderr]\n${missing}\n`, { isError: true, exitCode: 1 }),
    ],
  },
  "acp.claude-agent-acp.toolfail.jsonl": {
    first: [task],
    worked: [
      call(
        "toolu_mock_0_0",
        "Bash",
        { command: write, ...step },
        { kind: "execute", locations: ["/lab/srv/hello.txt"] },
      ),
      result("toolu_mock_0_0", "(Bash completed with no output)"),
    ],
    failed: [
      call("toolu_mock_1_0", "Bash", { command: read, ...step }, { kind: "execute" }),
      result("toolu_mock_1_0", `Exit code 1\n${missing}`, { isError: true }),
    ],
  },
  "acp.codex-acp.toolfail.jsonl": {
    first: [task, says(`Warning: ${warning}\n\n`)],
    worked: [
      call("call_mock_0_0", "exec_command", { command: write }, { kind: "execute" }),
      result("call_mock_0_0", "", { exitCode: 0 }),
    ],
    // It knows the command for one that reads a file, and tells no more than that.
    failed: [
      call(
        "call_mock_1_0",
        "exec_command",
        { action: "Read file '/lab/srv/missing.txt'" },
        { kind: "read", locations: ["/lab/srv/missing.txt"] },
      ),
      result("call_mock_1_0", `${missing}\n`, { isError: true, exitCode: 1 }),
    ],
  },
  // It gives a command no name and no input: the title is both. What the command printed it keeps to itself.
  "acp.gemini.toolfail.jsonl": {
    first: [task],
    worked: [
      call("run_shell_command__call_mock_0_0", write, { command: write }, { kind: "execute" }),
      result("run_shell_command__call_mock_0_0", ""),
    ],
    failed: [
      call("run_shell_command__call_mock_1_0", read, { command: read }, { kind: "execute" }),
      result("run_shell_command__call_mock_1_0", ""),
    ],
  },
  "acp.opencode.toolfail.jsonl": {
    first: [task],
    worked: [
      call("call_mock_0_0", "bash", { command: write }, { kind: "execute", locations: ["/lab/work"] }),
      result("call_mock_0_0", "(no output)", { exitCode: 0 }),
    ],
    failed: [
      call("call_mock_1_0", "bash", { command: read }, { kind: "execute", locations: ["/lab/work"] }),
      result("call_mock_1_0", `${missing}\n`, { exitCode: 1 }),
    ],
  },
};

test.each(Object.entries(failing))("%s is told word for word", (file, { first, worked, failed }) => {
  expect(entriesOf(file).map(withoutTime)).toEqual([
    ...first,
    says("I'll create the file."),
    ...worked,
    says("Reading a missing file."),
    ...failed,
    says("The file missing.txt does not exist."),
  ]);
});

const failure = "mock failure: on purpose";

test.each([
  ["codex.mcp.ndjson", failure],
  ["opencode.mcp.ndjson", failure],
  ["copilot.mcp.ndjson", `MCP server 'mockmcp': ${failure}`],
  ["cline.mcp.ndjson", failure],
  ["claude.mcp.nodefer.ndjson", failure],
  ["qwen.mcp.nodefer.ndjson", expect.stringContaining(failure)],
  ["acp.claude-agent-acp.mcp.nodefer.jsonl", failure],
  ["acp.codex-acp.mcp.full.jsonl", failure],
])("%s tells what an MCP server was asked, and what it answered", (file, refused) => {
  const entries = entriesOf(file);
  const inputs = entries.flatMap((entry) => (entry.type === "tool_use" ? [entry.input] : []));
  const outputs = entries.flatMap((entry) => (entry.type === "tool_result" ? [[entry.output, entry.isError]] : []));
  expect(inputs).toEqual([{ a: 2, b: 40 }, { reason: "on purpose" }]);
  expect(outputs).toEqual([
    ["42", false],
    [refused, true],
  ]);
});

describe("times", () => {
  const times = (file: string) => entriesOf(file).map(({ timestamp }) => timestamp?.slice(17, 23) ?? null);

  test("are those of the program, to the millisecond", () => {
    expect(times("claude.toolfail.ndjson")).toEqual([
      null,
      ..."51.346 51.350 51.435 51.466 51.468 51.499 51.525".split(" "),
    ]);
    expect(times("gemini.toolfail.ndjson")).toEqual(
      "52.564 52.673 52.759 52.950 53.058 53.069 53.129 53.145".split(" "),
    );
    expect(times("opencode.toolfail.ndjson")).toEqual("40.725 40.765 41.518 41.666 41.690 41.737 41.844".split(" "));
    expect(times("copilot.toolfail.ndjson")).toEqual(
      "10.119 10.252 10.255 10.317 10.338 10.339 10.375 10.405".split(" "),
    );
    expect(times("cline.toolfail.ndjson")).toEqual("09.828 09.833 09.843 09.872 09.873 09.879 09.901".split(" "));
  });

  test("that no program gave are not made up", () => {
    for (const file of ["codex.toolfail.ndjson", "qwen.toolfail.ndjson", "acp.gemini.toolfail.jsonl"])
      expect(new Set(times(file))).toEqual(new Set([null]));
  });
});

/** By file: the lines about the model that could not be reached, and the message the run failed with. */
test.each([
  ["claude-agent-sdk.err401.ndjson", "Invalid API key · Fix external API key"],
  ["codex.err401.ndjson", /^unexpected status 401 Unauthorized: invalid x-api-key \(mock\), url: /],
  ["gemini.err401.ndjson", /^\[API Error: .*invalid x-api-key \(mock\)/],
  ["qwen.err401.ndjson", "[API Error: 401 invalid x-api-key (mock)]"],
  ["opencode.err401.ndjson", "invalid x-api-key (mock)"],
  ["copilot.err401.ndjson", /^Authentication failed with provider at .* \(HTTP 401\)\./],
  ["cline.err401.ndjson", "invalid x-api-key (mock)"],
  ["acp.codex-acp.err401.jsonl", "Authentication required"],
])("%s fails with the program's own words", (file, message) => {
  const { outcome } = readTranscript(readFileSync(new URL(file, folder), "utf8").split("\n"));
  expect(outcome).toMatchObject({
    status: "failed",
    message: typeof message === "string" ? message : expect.stringMatching(message),
  });
});

test.each([
  ["codex.err401.ndjson", /^Reconnecting\.\.\. 1\/2 \(unexpected status 401/],
  ["opencode.err401.ndjson", /^invalid x-api-key \(mock\)$/],
  ["copilot.err401.ndjson", /^Authentication failed with provider/],
  ["cline.err401.ndjson", /^invalid x-api-key \(mock\)$/],
  ["acp.codex-acp.err401.jsonl", /^Authentication required$/],
])("%s tells of the error among its entries", (file, message) => {
  const messages = entriesOf(file).flatMap((entry) => (entry.type === "error" ? [entry.message] : []));
  expect(messages).toContainEqual(expect.stringMatching(message));
});

test("Copilot tells of every try, and Claude Code of every try with its status", () => {
  const lines = (file: string) => entriesOf(file).flatMap((entry) => (entry.type === "system" ? [entry.text] : []));
  expect(lines("copilot.err401.ndjson").slice(0, 2)).toEqual([
    "retrying the turn (transient_auth_error)",
    "Request failed due to a transient API error. Retrying...",
  ]);
  expect(lines("claude.err401.ndjson")[1]).toBe("api_retry (attempt 1, status 401, authentication_failed)");
});
