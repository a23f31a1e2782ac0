import { expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const timestamp = "2026-01-01T00:00:00.000Z";

function readResult(command: string, output: string, tool_name = "run_shell_command") {
  const lines = [
    { type: "init", timestamp, session_id: "s", model: "m" },
    { type: "tool_use", timestamp, tool_name, tool_id: "c", parameters: { command } },
    { type: "tool_result", timestamp, tool_id: "c", status: "success", output },
  ];
  return readTranscript(lines.map((line) => JSON.stringify(line))).entries[1];
}

test("the program's own line about a silent command that failed is a failure", () => {
  expect(readResult("exit 7", "Command exited with code: 7")).toMatchObject({ isError: true, exitCode: 7 });
  expect(readResult("kill -9 $$", "Command terminated by signal: 9")).toMatchObject({ isError: true });
});

test.each([
  ["echo 'Command exited with code: 7'", "Command exited with code: 7"],
  ["cat log", "one\nCommand exited with code: 7"],
  ["cat log", "Command exited with code: 7."],
])("what %s printed is not", (command, output) => {
  expect(readResult(command, output)).toMatchObject({ isError: false, output });
  expect(readResult(command, output)).not.toHaveProperty("exitCode");
});

test("nor is the same line from a tool that runs no command", () => {
  expect(readResult("x", "Command exited with code: 7", "read_file")).toMatchObject({ isError: false });
});
