import { describe, expect, test } from "vitest";
import { buildInteractions } from "../../interactions.ts";
import { readTranscript } from "../../read-transcript.ts";

const message = (msg: object, dir = "in") => ({ dir, msg: { jsonrpc: "2.0", ...msg } });
const from = (name: string) => message({ id: 1, result: { protocolVersion: 1, agentInfo: { name } } });
const update = (more: object) => message({ method: "session/update", params: { sessionId: "s", update: more } });
const call = (more: object) => update({ sessionUpdate: "tool_call", toolCallId: "c", ...more });
const later = (more: object) => update({ sessionUpdate: "tool_call_update", toolCallId: "c", ...more });
const text = (value: string) => [{ type: "content", content: { type: "text", text: value } }];

function read(...events: readonly object[]) {
  const { entries } = readTranscript(events.map((event) => JSON.stringify(event)));
  const [first] = buildInteractions(entries).filter(({ kind }) => kind === "tool");
  return { entries, hasError: first?.hasError, categories: first?.categories };
}

describe("Cline over ACP", () => {
  const command = (rawOutput: unknown) =>
    read(
      from("cline"),
      call({ title: "run_commands: cat a", kind: "execute", status: "pending", rawInput: { commands: ["cat a"] } }),
      later({ status: "completed", rawOutput }),
    );

  test("a command that failed is a failed call, though the program calls it completed", () => {
    const result = "[Command exited with code 1]\n\n[stderr]\ncat: a: No such file or directory\n";
    const { entries, hasError } = command([
      { query: "cat a", result, error: "Command exited with code 1", success: false },
    ]);
    expect(entries).toMatchObject([
      { tool: "run_commands", input: { commands: ["cat a"] } },
      { output: result, isError: true, exitCode: 1 },
    ]);
    expect(hasError).toBe(true);
  });

  test("what a command printed is shown", () => {
    const { entries, hasError } = command([{ query: "cat a", result: "hello\n", success: true }]);
    expect(entries[1]).toMatchObject({ output: "hello\n", isError: false });
    expect(hasError).toBe(false);
  });

  test("an MCP call carries the server's name, and its error is a failure", () => {
    const { entries, hasError, categories } = read(
      from("cline"),
      call({ title: 'calc__fail: {"a":1}', kind: "other", status: "pending", rawInput: { a: 1 } }),
      later({ status: "completed", rawOutput: { content: [{ type: "text", text: "no" }], isError: true } }),
    );
    expect(entries).toMatchObject([
      { tool: "mcp__calc__fail", input: { a: 1 } },
      { output: "no", isError: true },
    ]);
    expect([hasError, categories]).toEqual([true, ["service"]]);
  });
});

test("OpenCode's call of a tool that does not exist is a failed call and no service", () => {
  const error = "Model tried to call unavailable tool 'no_such_tool'.";
  const { entries, hasError, categories } = read(
    from("OpenCode"),
    call({ title: "no_such_tool", kind: "other", status: "pending", rawInput: {} }),
    later({ status: "in_progress", kind: "other", title: "invalid", rawInput: { tool: "no_such_tool", error } }),
    later({ status: "completed", title: "Invalid Tool", content: text(error), rawOutput: { output: error } }),
  );
  expect(entries).toMatchObject([
    { tool: "invalid", kind: "think" },
    { output: error, isError: true },
  ]);
  expect([hasError, categories]).toEqual([true, ["agent"]]);
});

test("OpenCode's command is called by its tool, without the folder that the program adds", () => {
  const { entries } = read(
    from("OpenCode"),
    call({ title: "bash", kind: "execute", status: "pending", rawInput: { cwd: "/w" } }),
    later({ status: "in_progress", title: "ls", rawInput: { command: "ls", cwd: "/w" } }),
    later({ status: "completed", title: "ls", rawOutput: { output: "a", metadata: { exit: 0 } } }),
  );
  expect(entries[0]).toMatchObject({ tool: "bash", input: { command: "ls" } });
  expect(entries[0]).not.toMatchObject({ input: { cwd: "/w" } });
});

describe("Gemini CLI over ACP", () => {
  const shell = (title: string, shown: string) =>
    read(
      from("gemini-cli"),
      call({ title, kind: "execute", status: "in_progress", content: [] }),
      later({ title, kind: "execute", status: "completed", content: text(shown) }),
    );

  test("the line it writes about a command that failed silently is a failure", () => {
    expect(shell("exit 7", "Command exited with code: 7").entries[1]).toMatchObject({ isError: true, exitCode: 7 });
  });

  test("the same words from a command are not", () => {
    expect(shell("echo 'Command exited with code: 7'", "Command exited with code: 7").hasError).toBe(false);
    expect(shell("cat log", "one\nCommand exited with code: 7").hasError).toBe(false);
  });
});

test("Qwen Code names a tool in _meta, and its content is what the model got", () => {
  const _meta = { toolName: "mcp__calc__fail", provenance: "mcp", serverId: "calc" };
  const { entries } = read(
    from("qwen-code"),
    call({ title: "fail (calc MCP Server)", kind: "other", status: "pending", rawInput: {}, _meta }),
    later({ title: 'fail (calc MCP Server): {"a":1}', status: "in_progress", rawInput: { a: 1 }, _meta }),
    later({ status: "failed", content: text("no: on purpose"), rawOutput: "Error: it reported an error.", _meta }),
  );
  expect(entries).toMatchObject([
    { tool: "mcp__calc__fail", input: { a: 1 } },
    { output: "no: on purpose", isError: true },
  ]);
});

test("Codex over ACP keeps what a command read, in the words of the session's folder", () => {
  const { entries } = read(
    message({ id: 2, method: "session/new", params: { cwd: "/w", mcpServers: [] } }, "out"),
    from("@agentclientprotocol/codex-acp"),
    call({ name: "exec_command", kind: "read", title: "Read file '/w/x'", status: "in_progress" }),
    later({ status: "completed", rawOutput: { exit_code: 0 } }),
  );
  expect(entries[0]).toMatchObject({ tool: "exec_command", kind: "read", input: { action: "Read file 'x'" } });
});

describe("Copilot over ACP", () => {
  const asks = (rawInput: object) =>
    message({
      id: 0,
      method: "session/request_permission",
      params: { options: [], toolCall: { toolCallId: "c", title: "add", kind: "other", rawInput } },
    });

  test("an MCP call has the names of server and tool, the model's input, and the server's words", () => {
    const { entries, hasError } = read(
      from("Copilot"),
      call({ title: "sums-add_numbers", kind: "other", status: "pending", rawInput: { a: 2 } }),
      asks({ a: 2, diff: "a long picture of the call" }),
      later({ status: "failed", rawOutput: { message: "MCP server 'sums': It broke.", code: "failure" } }),
    );
    expect(entries).toMatchObject([
      { tool: "mcp__sums__add_numbers", input: { a: 2 } },
      { output: "It broke.", isError: true },
    ]);
    expect(hasError).toBe(true);
  });

  test("a command is called bash, and the note about its shell is not its output", () => {
    const content = "hello\n<shellId: 0 completed with exit code 3>";
    const { entries, hasError } = read(
      from("Copilot"),
      call({ title: "Say hello", kind: "execute", status: "pending", rawInput: { command: "echo hello" } }),
      later({ status: "completed", rawOutput: { content, contents: [{ type: "shell_exit", exitCode: 3 }] } }),
    );
    expect(entries).toMatchObject([{ tool: "bash" }, { output: "hello", exitCode: 3 }]);
    expect(hasError).toBe(true);
  });
});

test("Qwen Code's output of a command is what it printed, without the command and its folder", () => {
  const shown = "Command: cat a\nDirectory: (root)\nOutput: no\nError: (none)\nExit Code: 1";
  const { entries } = read(
    from("qwen-code"),
    call({ title: "Shell", kind: "execute", status: "pending", _meta: { toolName: "run_shell_command" } }),
    later({ status: "failed", content: text(shown), rawOutput: { type: "shell_result", output: "no" } }),
  );
  expect(entries[1]).toMatchObject({ output: "no", isError: true });
});
