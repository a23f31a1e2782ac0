import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { openScope } from "../../process/scope.ts";
import { type AgentRunOptions, type ProcessRequest, runAgent, type TaskPart } from "../../testing/run-agent.ts";
import { testAgent } from "../../testing/suites/test-agent.ts";
import { defineAcpAgent } from "./define-acp-agent.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);

const program = [process.execPath, fileURLToPath(new URL("fake-agent.fixture.mjs", import.meta.url))];
const fake = defineAcpAgent({ name: "fake", program: "fake", arguments: ["--http"], model: { flag: "--model" } });
const command = (...more: string[]) => ({ command: [...program, ...more] });
const run = (prompt: string, part: TaskPart = {}, options: AgentRunOptions = {}) =>
  runAgent(fake, { ...command(), prompt, ...part }, { processes, ...options });
const said = (ran: Awaited<ReturnType<typeof run>>) =>
  ran.entries.flatMap((entry) => (entry.type === "assistant" ? [entry.text] : []));

testAgent("that speaks ACP", () => fake, {
  completes: { ...command(), prompt: "say hello" },
  endless: { ...command(), prompt: "hang" },
  fails: { ...command(), prompt: "die" },
  absent: { command: ["no-such-program-of-axis"] },
  processes,
});

describe("a talk", () => {
  test("gives entries, usage, a session and the final answer", async () => {
    const ran = await run("tool");
    expect(ran.outcome).toEqual({ status: "completed", result: "looked" });
    expect(ran.entries.map(({ type }) => type)).toEqual(["user", "tool_use", "tool_result", "assistant"]);
    expect(ran).toMatchObject({ usage: { input: 7, output: 3 }, sessionId: "session-1" });
  });

  test("is kept whole in the raw file: both directions, each message with its time", async () => {
    const lines = (await run("say hello")).raw.map(
      (line) => JSON.parse(line) as { dir: string; at: string; msg: object },
    );
    const talk = lines.map(({ dir, msg }) => `${dir} ${"method" in msg ? String(msg.method) : "answer"}`);
    expect(talk).toEqual([
      "out initialize",
      "in answer",
      "out session/new",
      "in answer",
      "out session/prompt",
      "in session/update",
      "in answer",
    ]);
    expect(lines.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true);
  });

  test("permission is given, for always where that is offered", async () => {
    expect(said(await run("ask"))).toEqual(["chose ever"]);
  });

  test("files are not offered, and a program that asks for them all the same is refused", async () => {
    expect(said(await run("files"))).toEqual(["refused with -32601"]);
  });

  test("what is no message, or an answer to nothing, or an update of tomorrow is no error", async () => {
    const ran = await run("noise");
    expect(ran.outcome).toEqual({ status: "completed", result: "heard" });
    expect(ran.raw).toContain("for people");
  });

  test("model and flags are arguments; flags come last", async () => {
    const ran = await run("arguments", { model: "large", flags: { deep: true } });
    expect(said(ran)).toEqual(["--http --model large --deep"]);
  });

  test("a program that stays when its input ends is not waited for", async () => {
    expect((await run("stay")).outcome).toEqual({ status: "completed", result: "staying" });
  });
});

describe("MCP servers", () => {
  const mcpServers: McpServers = {
    local: { type: "stdio", command: "node", args: ["s.mjs"], env: { A: "b" } },
    far: { type: "http", url: "https://x.test/mcp", headers: { C: "d" } },
  };

  test("come with the session", async () => {
    const servers: unknown = JSON.parse(said(await run("servers", { mcpServers }))[0] ?? "");
    expect(servers).toEqual([
      { name: "local", command: "node", args: ["s.mjs"], env: [{ name: "A", value: "b" }] },
      { type: "http", name: "far", url: "https://x.test/mcp", headers: [{ name: "C", value: "d" }] },
    ]);
  });

  test("are left out for a program that takes them elsewhere", async () => {
    const own = defineAcpAgent({ name: "own", program: "own", takesServers: false });
    const ran = await runAgent(own, { ...command(), prompt: "servers", mcpServers }, { processes });
    expect(said(ran)).toEqual(["[]"]);
  });

  test("over HTTP are noted where the program does not say it can use them", async () => {
    const plain = defineAcpAgent({ name: "plain", program: "plain" });
    const { notes } = await runAgent(plain, { ...command(), prompt: "say x", mcpServers }, { processes });
    expect(notes).toEqual(['plain does not announce support for MCP servers over HTTP, such as "far"']);
    expect((await run("say x", { mcpServers })).notes).toEqual([]);
  });
});

describe("how it ends", () => {
  test.each([
    ["stop max_tokens", "agent"],
    ["stop max_turn_requests", "agent"],
    ["stop refusal", "agent"],
    ["stop cancelled", "agent"],
    ["fail -32000", "auth"],
    ["fail 401", "auth"],
    ["fail 429", "rate-limit"],
    ["fail 503", "network"],
    ["die", "exit"],
    ["leave", "protocol"],
  ])("%s fails with %s", async (prompt, code) => {
    expect((await run(prompt)).outcome).toMatchObject({ status: "failed", code });
  });

  test("an agent that nobody signed in to refuses the session", async () => {
    expect((await run("say x", command("--locked"))).outcome).toMatchObject({ status: "failed", code: "auth" });
  });

  test("a program that is told to stop hears so in its own protocol", async () => {
    const abort = new AbortController();
    const ran = await run("hang", {}, { abort, onEntry: () => abort.abort() });
    expect(ran.outcome.status).toBe("stopped");
    expect(ran.raw.some((line) => line.includes("session/cancel"))).toBe(true);
  });

  test("a model is refused where the program takes none", () => {
    expect(defineAcpAgent({ name: "none", program: "none" }).acceptsModel).toBe(false);
    expect(fake.acceptsModel).toBe(true);
  });
});
