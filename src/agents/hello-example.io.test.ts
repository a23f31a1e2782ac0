import { randomUUID } from "node:crypto";
import { cp, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { AgentConfig } from "../core/agent/agent-config.ts";
import { AxisConfig } from "../core/config/config.ts";
import { Entry } from "../core/entry.ts";
import { ScenarioInput } from "../core/scenario.ts";
import { openScope } from "../process/scope.ts";
import { type AgentRun, type ProcessRequest, runAgent } from "../testing/run-agent.ts";
import { commandAgent } from "./command.ts";

const configDir = fileURLToPath(new URL("../../examples/hello", import.meta.url));
const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);

const config = AxisConfig.parse(await json("axis.config.json"));
const tinker = AgentConfig.parse(config.agents[0]);
const scenarioNames = ["fix-the-tests", "hello-world", "release-notes"];

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(configDir, path), "utf8"));
}

async function scenario(name: string) {
  return ScenarioInput.parse(await json(`scenarios/${name}.json`));
}

/** Runs tinker, or nobody, on a scenario; tells what became of the command checks and of the files. */
async function runScenario(
  name: string,
  agent = commandAgent,
): Promise<AgentRun & { checks: string[]; files: Record<string, string> }> {
  const { prompt, judge, setup = [] } = await scenario(name);
  const checks: string[] = [];
  const files: Record<string, string> = {};
  const ran = await runAgent(
    agent,
    { prompt, configDir, command: tinker.command },
    {
      processes,
      async setup({ workspace }) {
        for (const action of setup) {
          if (action.action === "copy")
            await cp(join(configDir, action.match), join(workspace, action.destination), { recursive: true });
        }
      },
      async inspect({ workspace }) {
        for (const { verify } of Array.isArray(judge) ? judge : []) {
          const command =
            typeof verify === "string" ? verify : verify && "command" in verify ? verify.command : undefined;
          if (command !== undefined) checks.push(await checkOutput(command, workspace));
        }
        for (const file of await readdir(workspace, { recursive: true, withFileTypes: true })) {
          if (file.isFile()) files[file.name] = await readFile(join(file.parentPath, file.name), "utf8");
        }
      },
    },
  );
  return { ...ran, checks, files };
}

/** Exit code and last line, as AXIS would run the check; what the test runner prints last depends on its version. */
async function checkOutput(command: string, cwd: string): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", AXIS_CONFIG_DIR: configDir };
  const child = scope.start({ program: command, args: [], shell: true, cwd, env, stdin: { text: "word-of-this-run" } });
  let last = "";
  for await (const line of child.lines) last = line;
  return `${(await child.exit).code}: ${command === "node --test" ? "tests ran" : last}`;
}

test("the project holds these scenarios, and every check in them is verified by a program", async () => {
  expect(await readdir(join(configDir, "scenarios"))).toEqual(scenarioNames.map((name) => `${name}.json`));
  for (const name of scenarioNames) {
    const { judge } = await scenario(name);
    expect(Array.isArray(judge) && judge.every((check) => check.verify !== undefined)).toBe(true);
  }
});

test("the agent starts on a machine that has only node on its PATH", async () => {
  const node = { PATH: join(process.execPath, "..") };
  expect(await commandAgent.missing?.(node, { command: tinker.command ?? [], configDir })).toEqual([]);
});

test("hello-world: the file is written, with nothing wasted", async () => {
  const ran = await runScenario("hello-world");
  expect(ran.outcome).toMatchObject({ status: "completed", result: expect.stringContaining("hello.txt") });
  expect(ran.files).toEqual({ "hello.txt": "Hello, AXIS!\n" });
  expect(tools(ran)).toEqual(["list_directory", "write_file", "read_file"]);
});

test("fix-the-tests: the code is repaired after a wrong guess, and the checks agree", async () => {
  const ran = await runScenario("fix-the-tests");
  expect(ran.outcome).toMatchObject({ status: "completed", result: expect.stringContaining("price * quantity") });
  expect(ran.checks).toEqual(["0: PASS word-of-this-run", "0: tests ran", "0: test/cart.test.mjs is unchanged"]);
  expect(ran.entries.filter((entry) => entry.type === "tool_result" && entry.isError)).toHaveLength(2);
});

test("release-notes: every note is there, although each was read twice", async () => {
  const ran = await runScenario("release-notes");
  expect(ran.outcome).toMatchObject({ status: "completed" });
  expect(ran.checks).toEqual(["0: score: 10"]);
  expect(ran.files["RELEASE-NOTES.md"]).toContain("2.0.0");
  expect(tools(ran).filter((tool) => tool === "read_file")).toHaveLength(8);
});

test("the checks say no to an agent that does nothing", async () => {
  const idle = { ...commandAgent, run: () => Promise.resolve({ status: "completed", result: null } as const) };
  expect((await runScenario("fix-the-tests", idle)).checks).toEqual([
    "1: ",
    "1: tests ran",
    expect.stringMatching(/^0:/),
  ]);
  expect((await runScenario("release-notes", idle)).checks).toEqual(["1: "]);
});

test("a task tinker has no skill for fails, and says so", async () => {
  const ran = await runAgent(
    commandAgent,
    { prompt: "Translate this.", configDir, command: tinker.command },
    { processes },
  );
  expect(ran.outcome).toEqual({ status: "failed", code: "agent", message: "I have no skill for this task." });
});

test("everything tinker prints is an entry, usage or a result, and every call has its result and its times", async () => {
  const ran = await runScenario("fix-the-tests");
  expect(ran.usage).toEqual({ input: expect.any(Number), output: expect.any(Number) });
  const parsed = ran.raw.slice(0, -2).map((line) => Entry.parse(JSON.parse(line)));
  expect(parsed).toEqual(ran.entries);
  expect(ran.entries.filter(({ timestamp }) => Number.isNaN(Date.parse(timestamp ?? "")))).toEqual([]);
  const ids = (type: string) =>
    ran.entries.flatMap((entry) => (entry.type === type && "id" in entry ? [entry.id] : []));
  expect(ids("tool_use")).toEqual(ids("tool_result"));
});

function tools(ran: AgentRun): string[] {
  return ran.entries.flatMap((entry) => (entry.type === "tool_use" ? [entry.tool] : []));
}
