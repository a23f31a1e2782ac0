import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { AgentTask } from "../core/agent.ts";
import { openScope } from "../process/scope.ts";
import { type ProcessRequest, runAgent } from "../testing/run-agent.ts";
import { testAgent } from "../testing/suites/test-agent.ts";
import { defineAgent, defineLineAgent } from "./define-agent.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);

/** Runs its prompt as a program, and understands `say X`, `done X` and `fail X`. */
const script = defineLineAgent({
  name: "script",
  program: "node",
  keys: { optional: ["SCRIPT_KEY"] },
  arguments: (task) => ["-e", task.prompt, "--"],
  stdin: () => "typed",
  isolation: ({ home }) => ({ SCRIPT_HOME: home }),
  line(line, sink) {
    const [word, rest = ""] = line.split(" ", 2);
    if (word === "say") sink.emit({ type: "assistant", text: rest });
    else if (word === "done") sink.finish(rest);
    else if (word === "fail") sink.fail("auth", rest);
    else if (word === "used") sink.usage({ input: Number(rest), output: 0 }, 0.25);
    else if (word === "session") sink.session(rest);
    else throw new Error(`unknown word ${word}`);
  },
});
const log = (...lines: string[]) => lines.map((line) => `console.log(${JSON.stringify(line)});`).join("");
const run = (prompt: string, part: Partial<AgentTask> = {}) => runAgent(script, { prompt, ...part }, { processes });

testAgent("defined by its lines", () => script, {
  completes: { prompt: log("say hello", "done well") },
  endless: { prompt: `${log("say working")} setInterval(() => {}, 1000)` },
  fails: { prompt: "process.exit(3)" },
  absent: { command: ["no-such-program-of-axis"] },
  processes,
});

test("lines become entries, usage, a session and the final answer", async () => {
  const ran = await run(log("session s1", "say hello", "used 7", "done well"));
  expect(ran.outcome).toEqual({ status: "completed", result: "well" });
  expect(ran.entries).toMatchObject([{ type: "assistant", text: "hello" }]);
  expect(ran).toMatchObject({ usage: { input: 7, output: 0 }, costUsd: 0.25, sessionId: "s1" });
});

test("a final event completes the run whatever the exit code is", async () => {
  expect((await run(`${log("done well")} process.exitCode = 9`)).outcome).toEqual({
    status: "completed",
    result: "well",
  });
});

test("a failure the protocol reports keeps its code", async () => {
  expect((await run(log("fail locked"))).outcome).toEqual({ status: "failed", code: "auth", message: "locked" });
});

test("a non-zero exit without a final event is the program's failure, told by the end of its stderr", async () => {
  const { outcome } = await run(`${log("say hello")} console.error("out of luck"); process.exitCode = 1`);
  expect(outcome).toEqual({ status: "failed", code: "exit", message: "out of luck" });
});

test("exit 0 without the final event breaks the protocol", async () => {
  expect((await run(log("say hello"))).outcome).toMatchObject({ status: "failed", code: "protocol" });
});

test("exit 0 without a word is a failure of the agent, since it had the prompt", async () => {
  expect((await run("")).outcome).toEqual({ status: "failed", code: "agent", message: "no output" });
});

test("a line that cannot be read is noted, and the run goes on", async () => {
  const ran = await run(log("mumble", "done well"));
  expect(ran.outcome).toEqual({ status: "completed", result: "well" });
  expect(ran.entries).toMatchObject([{ type: "system", text: expect.stringContaining("unknown word mumble") }]);
  expect(ran.raw).toEqual(["mumble", "done well"]);
});

test("flags follow the arguments, and stdin is what the adapter says", async () => {
  const code = `process.stdin.on("data", (text) => console.log("done " + [text, ...process.argv.slice(1)].join()))`;
  expect((await run(code, { flags: { fast: true } })).outcome).toMatchObject({ result: "typed,--fast" });
});

test("the command of the agent entry replaces the program", async () => {
  const { outcome } = await run("ignored", { command: ["sh", "-c", "echo done $0"] });
  expect(outcome).toMatchObject({ result: "-e" });
});

test("a defined agent is the adapter itself", () => {
  const adapter = { name: "mine", run: () => Promise.resolve({ status: "completed", result: null } as const) };
  expect(defineAgent(adapter)).toBe(adapter);
  expect(script.keys).toEqual({ optional: ["SCRIPT_KEY"] });
  expect(script.isolation?.({ workspace: "/w", home: "/h" })).toEqual({ SCRIPT_HOME: "/h" });
});
