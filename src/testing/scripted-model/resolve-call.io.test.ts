import fc from "fast-check";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ModelRequest, OfferedTool } from "./model-request.ts";
import { resolveCall } from "./resolve-call.ts";

const offered = (name: string, ...properties: string[]): OfferedTool => ({
  name,
  properties: Object.fromEntries(properties.map((property) => [property, { type: "string" }])),
});
const requestWith = (...tools: OfferedTool[]): ModelRequest => ({
  wire: "anthropic",
  model: "m",
  stream: false,
  text: "",
  turns: [],
  tools,
  wantsJson: false,
  workingDirectory: "/work/here",
  key: null,
});
const shell = { tool: "shell", command: "ls" } as const;
const write = { tool: "write", path: "a.txt", content: "it's" } as const;

describe("a shell command", () => {
  test.each<[string, OfferedTool, object]>([
    ["Claude Code", offered("Bash", "command", "description"), { command: "ls", description: "a step of the script" }],
    ["Codex", offered("exec_command", "cmd", "workdir"), { cmd: "ls" }],
    ["Gemini CLI", offered("run_shell_command", "command", "is_background"), { command: "ls", is_background: false }],
    ["OpenCode", offered("bash", "command"), { command: "ls" }],
    ["words", { name: "shell", properties: { command: { type: "array" } } }, { command: ["bash", "-lc", "ls"] }],
    ["lines", { name: "run_commands", properties: { commands: { type: "array" } } }, { commands: ["ls"] }],
  ])("%s", (_program, tool, expected) => {
    expect(resolveCall(shell, requestWith(offered("Read"), tool))).toEqual({ name: tool.name, arguments: expected });
  });
});

describe("a file", () => {
  test.each<[string, OfferedTool, object]>([
    ["Claude Code", offered("Write", "file_path", "content"), { file_path: "/work/here/a.txt", content: "it's" }],
    ["OpenCode", offered("write", "filePath", "content"), { filePath: "/work/here/a.txt", content: "it's" }],
    [
      "an editor with commands",
      offered("create", "command", "path", "file_text"),
      { command: "create", path: "/work/here/a.txt", file_text: "it's" },
    ],
  ])("%s", (_program, tool, expected) => {
    expect(resolveCall(write, requestWith(tool))).toEqual({ name: tool.name, arguments: expected });
  });

  test("a program without such a tool writes and reads through its shell", () => {
    const codex = requestWith(offered("exec_command", "cmd"));
    expect(resolveCall(write, codex).arguments).toEqual({ cmd: String.raw`printf %s 'it'\''s' > 'a.txt'` });
    expect(resolveCall({ tool: "read", path: "a.txt" }, codex).arguments).toEqual({ cmd: "cat 'a.txt'" });
  });

  test("whatever is written through the shell arrives as it is", () => {
    const folder = mkdtempSync(join(tmpdir(), "axis-call-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const content = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(content, (text) => {
        const call = resolveCall(
          { tool: "write", path: "out", content: text },
          requestWith(offered("bash", "command")),
        );
        const { command } = call.arguments as { command: string };
        execFileSync("/bin/sh", ["-c", command], { cwd: folder });
        expect(readFileSync(join(folder, "out"), "utf8")).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  test("without a known folder a path stays as it is written", () => {
    const request = { ...requestWith(offered("Write", "file_path", "content")), workingDirectory: null };
    expect(resolveCall(write, request).arguments).toMatchObject({ file_path: "a.txt" });
  });
});

describe("an MCP tool", () => {
  const call = { tool: "mcp", name: "add", arguments: { a: 1 } } as const;
  test.each(["mcp__calc__add", "mcp_calc_add", "calc_add", "calc-add", "add"])("is found as %s", (name) => {
    expect(resolveCall(call, requestWith(offered("pad_address"), offered(name))).name).toBe(name);
  });

  test("is not taken for one whose name only ends alike", () => {
    expect(resolveCall(call, requestWith(offered("Readd"))).name).toBe("add");
  });

  test("is found in a group, as Codex has them, and on the server that is named", () => {
    const tools = [offered("mcp__other__add"), { ...offered("add"), namespace: "mcp__calc" }];
    expect(resolveCall({ ...call, server: "calc" }, requestWith(...tools))).toEqual({
      name: "add",
      namespace: "mcp__calc",
      arguments: { a: 1 },
    });
  });

  test("that is not offered yet is called by its full name", () => {
    expect(resolveCall({ ...call, server: "calc" }, requestWith()).name).toBe("mcp__calc__add");
  });
});

test("a raw call is passed on, offered or not", () => {
  const raw = { tool: "raw", name: "apply_patch", arguments: "*** Begin" } as const;
  expect(resolveCall(raw, requestWith())).toEqual({ name: "apply_patch", arguments: "*** Begin" });
});
