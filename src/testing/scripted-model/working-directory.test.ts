import { expect, test } from "vitest";
import { findWorkingDirectory } from "./server.ts";

test.each([
  ["Claude Code", "environment: \n - Primary working directory: /tmp/a run/work\n - Is a git repository: false"],
  ["Codex", "<environment_context>\n  <cwd>/tmp/a run/work</cwd>\n  <shell>bash</shell>"],
  ["Gemini CLI", "- **Workspace Directories:**\n  - /tmp/a run/work\n- **Directory structure:**"],
  ["Qwen Code", "My operating system is: linux\nI'm currently working in the directory: /tmp/a run/work\nHere is"],
  ["OpenCode", "<env>\n  Working directory: /tmp/a run/work\n  Workspace root folder: /"],
])("the folder as %s says it", (_program, text) => {
  expect(findWorkingDirectory(text)).toBe("/tmp/a run/work");
});

test("what says nothing of a folder has none", () => {
  expect(findWorkingDirectory("Please keep the working directory clean, see /tmp.")).toBeNull();
});
