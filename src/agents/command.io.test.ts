import * as fc from "fast-check";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { AgentTask } from "../core/agent.ts";
import { classifyOutcome } from "../core/outcome.ts";
import { openScope } from "../process/scope.ts";
import { type AgentRun, type AgentRunOptions, type ProcessRequest, runAgent } from "../testing/run-agent.ts";
import { testAgent } from "../testing/suites/test-agent.ts";
import { commandAgent } from "./command.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);

/** A node program as an array command. */
const program = (code: string) => ["node", "--input-type=module", "-e", code];
const print = (...lines: unknown[]) =>
  program(
    lines
      .map((line) => `console.log(${JSON.stringify(typeof line === "string" ? line : JSON.stringify(line))});`)
      .join(""),
  );

function run(part: Partial<AgentTask>, options: AgentRunOptions = {}): Promise<AgentRun> {
  return runAgent(commandAgent, part, { processes, ...options });
}

const missing = (command: string | string[]) =>
  commandAgent.missing?.({ PATH: process.env.PATH ?? "" }, { command, configDir: "/nowhere" });

testAgent("command", () => commandAgent, {
  completes: { command: print("Hello.") },
  endless: { command: program(`console.log("at work"); setInterval(() => {}, 1000);`) },
  fails: { command: program("process.exit(3)") },
  absent: { command: ["no-such-program-of-axis"] },
  processes,
});

testAgent("command (a line of shell)", () => commandAgent, {
  completes: { command: "echo hello" },
  endless: { command: "echo at work; sleep 60" },
  fails: { command: "exit 3" },
  absent: { command: "no-such-program-of-axis --now" },
  processes,
});

test("without {prompt} the prompt is on stdin, and always in the file that AXIS_PROMPT_FILE names", async () => {
  const both = `cat; printf '|'; cat "$AXIS_PROMPT_FILE"`;
  expect((await run({ command: both, prompt: "Do it" })).outcome).toEqual({
    status: "completed",
    result: "Do it|Do it",
  });
  const withPlaceholder = `printf '%s|' {prompt}; cat; cat "$AXIS_PROMPT_FILE"`;
  expect((await run({ command: withPlaceholder, prompt: "Do it" })).outcome).toMatchObject({ result: "Do it|Do it" });
});

test("MCP servers are in the file that AXIS_MCP_FILE names, and there is none where there are no servers", async () => {
  const mcpServers = { cms: { type: "stdio" as const, command: "cms-server", env: { KEY: "value" } } };
  const { outcome } = await run({ command: `cat "$AXIS_MCP_FILE"`, mcpServers });
  expect(outcome).toEqual({ status: "completed", result: JSON.stringify({ mcpServers }) });
  expect((await run({ command: `echo "[$AXIS_MCP_FILE]"` })).outcome).toMatchObject({ result: "[]" });
});

test("placeholders in a line of shell are quoted, so that a prompt cannot become a command", async () => {
  const prompt = `it's "quoted"; $(echo no) \`echo no\` {model}`;
  const { outcome } = await run({ command: `printf '%s' {prompt} "<{prompt}>"`, prompt });
  expect(outcome).toEqual({ status: "completed", result: `${prompt}<${prompt}>` });
});

test("an array is started without a shell, with placeholders inside its parts", async () => {
  const command = [
    ...program("console.log(JSON.stringify(process.argv.slice(1)))"),
    "--",
    "p={prompt}",
    "$HOME",
    "{model}",
  ];
  const { outcome } = await run({ command, prompt: "a b", model: "m/1" });
  expect(outcome).toEqual({ status: "completed", result: JSON.stringify(["p=a b", "$HOME", "m/1"]) });
});

test("{workspace} is where it runs and {home} its HOME", async () => {
  const inWorkspace = `here=$(pwd -P) && cd {workspace} && [ "$here" = "$(pwd -P)" ]`;
  const { outcome } = await run({ command: `[ {home} = "$HOME" ] && ${inWorkspace} && echo same` });
  expect(outcome).toEqual({ status: "completed", result: "same" });
});

test("flags come last, in a line of shell as quoted words", async () => {
  const flags = { verbose: true, quiet: false, note: "it's so" };
  expect((await run({ command: "printf '[%s]'", flags })).outcome).toMatchObject({
    result: "[--verbose][--note][it's so]",
  });
  const command = [...program("console.log(process.argv.slice(1).join())"), "--"];
  expect((await run({ command, flags })).outcome).toMatchObject({ result: "--verbose,--note,it's so" });
});

test("a program written as ./ or ../ is the one beside the config, for both forms", async () => {
  const configDir = await mkdtemp(join(tmpdir(), "axis-it's a-"));
  await mkdir(join(configDir, "sub"));
  await writeFile(join(configDir, "agent.sh"), "#!/bin/sh\necho from the config folder\n");
  await chmod(join(configDir, "agent.sh"), 0o755);
  const expected = { status: "completed", result: "from the config folder" };
  expect((await run({ configDir, command: ["./agent.sh"] })).outcome).toEqual(expected);
  expect((await run({ configDir, command: "./agent.sh --now" })).outcome).toEqual(expected);
  expect((await run({ configDir, command: "MODE=fast ./agent.sh" })).outcome).toEqual(expected);
  expect((await run({ configDir: join(configDir, "sub"), command: "../agent.sh" })).outcome).toEqual(expected);
  await rename(join(configDir, "sub"), join(configDir, "my bin"));
  await rename(join(configDir, "agent.sh"), join(configDir, "my bin/agent.sh"));
  for (const written of [
    `'./my bin/agent.sh'`,
    `"./my bin/agent.sh" {prompt}`,
    `'./my bin'/agent.sh`,
    `./my\\ bin/agent.sh`,
  ])
    expect((await run({ configDir, command: written })).outcome).toEqual(expected);
  await rm(configDir, { recursive: true });
});

test("lines that are entries become those entries, other text becomes assistant entries, adjacent lines joined", async () => {
  const use = {
    type: "tool_use",
    id: "1",
    tool: "shell",
    input: { command: "ls" },
    timestamp: "2026-01-01T00:00:00.000Z",
  };
  const { entries, raw } = await run({ command: print("one", "two", use, "three") });
  expect(entries).toMatchObject([{ type: "assistant", text: "one\ntwo" }, use, { type: "assistant", text: "three" }]);
  expect(raw).toEqual(["one", "two", JSON.stringify(use), "three"]);
});

test("an entry without a time gets the time of its arrival, an unknown time stays unknown", async () => {
  const { entries } = await run({
    command: print({ type: "system", text: "a" }, { type: "system", text: "b", timestamp: null }),
  });
  expect(entries[0]?.timestamp).toMatch(/^\d{4}-.*Z$/);
  expect(entries[1]?.timestamp).toBe(null);
});

test("text is heard while the program is still at work", async () => {
  const waits = `import { existsSync } from "node:fs"; console.log("thinking");
    const timer = setInterval(() => { if (existsSync("go")) { console.log("done"); clearInterval(timer); } }, 10);`;
  const heard: Promise<void>[] = [];
  const { entries, outcome } = await run(
    { command: program(waits) },
    { onEntry: (_, io) => void heard.push(writeFile(join(io.workspace, "go"), "")) },
  );
  expect(entries).toMatchObject([{ text: "thinking" }, { text: "done" }]);
  expect(outcome).toEqual({ status: "completed", result: "thinking\ndone" });
  await Promise.all(heard);
});

test("usage is passed on, and a result line is the final answer", async () => {
  const usage = { type: "usage", input: 10, output: 5 };
  const ran = await run({ command: print(usage, "talk", { type: "result", text: "42" }) });
  expect(ran.usage).toEqual({ input: 10, output: 5 });
  expect(ran.outcome).toEqual({ status: "completed", result: "42" });
});

test("without a result line the last thing said is the final answer, thoughts not counted", async () => {
  const said = { type: "assistant", text: "the answer" };
  const thought = { type: "assistant", text: "hm", thought: true };
  expect((await run({ command: print("first", said, thought) })).outcome).toMatchObject({ result: "the answer" });
});

test("exit 0 without a word completes the run", async () => {
  expect((await run({ command: "true" })).outcome).toEqual({ status: "completed", result: null });
});

test("a non-zero exit fails with the end of stderr, or else with the code", async () => {
  const failed = { status: "failed", code: "exit" };
  expect((await run({ command: "echo oh no >&2; exit 3" })).outcome).toEqual({ ...failed, message: "oh no" });
  expect((await run({ command: "exit 3" })).outcome).toEqual({ ...failed, message: "exit code 3" });
});

test("an error that the program reports explains a non-zero exit better than stderr does", async () => {
  const error = `echo '{"type":"error","message":"the model refused the request"}'`;
  expect((await run({ command: `${error}; echo noise >&2; exit 3` })).outcome).toEqual({
    status: "failed",
    code: "exit",
    message: "the model refused the request (exit code 3)",
  });
  expect((await run({ command: `${error}; echo I tried again` })).outcome.status).toBe("completed");
  const ofCall = `echo '{"type":"error","message":"no such file","id":"1"}'`;
  expect((await run({ command: `${ofCall}; echo oh no >&2; exit 3` })).outcome).toMatchObject({ message: "oh no" });
});

test("a result without an error completes the run even if the exit code is not 0", async () => {
  const { outcome } = await run({ command: `echo '{"type":"result","text":"done"}'; exit 1` });
  expect(outcome).toEqual({ status: "completed", result: "done" });
});

test("a result with an error fails the run even if the exit code is 0", async () => {
  const { outcome } = await run({ command: `echo '{"type":"result","error":"no idea"}'` });
  expect(outcome).toEqual({ status: "failed", code: "agent", message: "no idea" });
});

test("a program that kills itself has failed by its own doing", async () => {
  const { outcome } = await run({ command: program("process.kill(process.pid, 'SIGKILL')") });
  expect(outcome).toEqual({ status: "failed", code: "exit", message: "ended by SIGKILL" });
});

test("a program that closes its output is waited for", async () => {
  expect((await run({ command: "exec >&-; exit 4" })).outcome).toMatchObject({ code: "exit" });
});

test("half a line at the end and bytes that are no text are kept", async () => {
  const { entries } = await run({ command: `printf 'a\\377b\\n{"type":"assis'` });
  // On a busy machine a pause between the two makes two entries of them.
  expect(entries.map((entry) => entry.type === "assistant" && entry.text).join("\n")).toBe('a\uFFFDb\n{"type":"assis');
});

test("a model needs a place in the command, and a command is needed at all", async () => {
  expect((await run({ command: "true", model: "m" })).outcome).toMatchObject({ status: "failed", code: "spawn" });
  expect((await run({})).outcome).toMatchObject({ status: "failed", code: "spawn" });
});

test("a prompt too long for an argument says what to do instead", async () => {
  const { outcome } = await run({ command: ["echo", "{prompt}"], prompt: "x".repeat(3_000_000) });
  expect(outcome).toMatchObject({ status: "failed", code: "spawn", message: expect.stringContaining("stdin") });
});

test("what is missing is named before anything runs", async () => {
  expect(await missing(["no-such-agent"])).toEqual([
    'The program "no-such-agent" of the command agent was not found on PATH',
  ]);
  expect(await missing("no-such-agent --x")).toEqual([
    'The program "no-such-agent" of the command agent was not found on PATH',
  ]);
  for (const command of ["./agent.sh", `'./agent.sh' {prompt}`, "A=1 ./agent.sh"])
    expect(await missing(command)).toEqual([
      'The program "./agent.sh" of the command agent does not exist or is not executable',
    ]);
});

test("what cannot be known before the run is not called missing", async () => {
  for (const command of [
    "cd x && agent",
    "$AGENT",
    "A=1 agent",
    "bin/agent",
    ["{home}/agent"],
    ["bin/agent"],
    ["node"],
  ]) {
    expect(await missing(command)).toEqual([]);
  }
});

test("nothing a program prints changes whose failure its exit is", async () => {
  const words = fc.constantFrom(
    "429",
    "ECONNRESET",
    "rate limit",
    "spawn ENOENT",
    '{"error":{"type":"overloaded"}}',
    "\0",
    "\u001b[31m",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 4 }), async (texts) => {
      const code = texts
        .map((text) => `console.log(${JSON.stringify(text)}); console.error(${JSON.stringify(text)});`)
        .join("");
      const { outcome } = await run({ command: ["node", "-e", `${code} process.exitCode = 1`] });
      expect(classifyOutcome({ outcome, calledTool: false, checkBroken: false, judgeFailed: false })).toBe("agent");
    }),
    { numRuns: 8 },
  );
});
