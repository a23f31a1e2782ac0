import { appendFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSessionExitCodes } from "./session-exit-codes.ts";

let home: string;
const file = () => join(home, ".gemini", "tmp", "work", "chats", "session-1.jsonl");
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "axis-gemini-"));
  await mkdir(join(home, ".gemini", "tmp", "work", "chats"), { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

const call = (id: string, output: string) => ({
  id,
  name: "run_shell_command",
  result: [{ functionResponse: { response: { output } } }],
});
const line = (...toolCalls: object[]) => `${JSON.stringify({ type: "gemini", content: "I look.", toolCalls })}\n`;
const failed = "<untrusted_context>\nOutput: é no\nExit Code: 7\nProcess Group PGID: 12\n</untrusted_context>";

test("an exit code is found by the id of its call, as the file grows", async () => {
  const find = openSessionExitCodes(home);
  expect(find("a")).toBeUndefined();
  await writeFile(file(), line(call("a", failed)));
  expect(find("a")).toBe(7);
  const next = line(
    call("b", failed.replace("7", "130")),
    call("c", "<untrusted_context>\nOutput: ok\n</untrusted_context>"),
  );
  await appendFile(file(), next.slice(0, 40));
  expect(find("b")).toBeUndefined();
  await appendFile(file(), next.slice(40));
  expect([find("b"), find("c"), find("a")]).toEqual([130, undefined, 7]);
});

test("a command that prints such a line in the middle of its output has no exit code by it", async () => {
  await writeFile(file(), line(call("a", `Output: x\nExit Code: 3\n${"more\n".repeat(30)}`)));
  expect(openSessionExitCodes(home)("a")).toBeUndefined();
});

test("lines that are no events, a link and a missing folder say nothing", async () => {
  await writeFile(file(), `Exit Code: 3\n{"toolCalls":[{"id":"a"}],"x":"Exit Code: 3"}\n`);
  expect(openSessionExitCodes(home)("a")).toBeUndefined();
  await rm(file());
  await writeFile(join(home, "elsewhere"), line(call("a", failed)));
  await symlink(join(home, "elsewhere"), file());
  expect(openSessionExitCodes(home)("a")).toBeUndefined();
  expect(openSessionExitCodes(join(home, "nowhere"))("a")).toBeUndefined();
});
