/** The gateway in whole runs: where the key is, whose failure it is, what the report says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ScriptInput } from "../src/testing/scripted-model/script.ts";
import { openScriptedModel } from "../src/testing/scripted-model/server.ts";
import { openProject } from "./fixtures/driven.ts";

const realKey = "sk-ant-the-real-key-0123456789";

/** A program that asks a model until it is done, says so whatever happened, and shows all it can see of a key. */
const program = `#!/usr/bin/env node
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
const { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key } = process.env;
const environments = [process.pid, process.ppid].map((pid) => { try { return readFileSync("/proc/" + pid + "/environ", "utf8"); } catch { return ""; } });
const home = readdirSync(process.env.HOME, { recursive: true });
writeFileSync(process.env.OUTSIDE + "/seen.json", JSON.stringify({ env: process.env, own: environments[0], home, url, key }));
const tools = [{ name: "Bash", input_schema: { properties: { command: { type: "string" } } } }];
const messages = [{ role: "user", content: process.argv[2] }];
for (;;) {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", messages, tools });
  const reply = await fetch(url + "/v1/messages", { method: "POST", headers: { "x-api-key": key }, body }).catch(() => null);
  if (reply?.status !== 200) break;
  const { content } = await reply.json();
  messages.push({ role: "assistant", content });
  const calls = content.filter(({ type }) => type === "tool_use");
  if (calls.length === 0) break;
  for (const { input } of calls) execFileSync("sh", ["-c", input.command]);
  messages.push({ role: "user", content: calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" })) });
}
console.log("Everything is done.");
`;

/** An adapter that lets AXIS keep its key. */
const adapter = `export default {
  name: "asker",
  keys: { required: ["ANTHROPIC_API_KEY"] },
  gateway: ["ANTHROPIC_API_KEY"],
  acceptsEndpoint: true,
  async run(task, io) {
    const child = io.spawn(process.execPath, [task.configDir + "/program.mjs", task.prompt]);
    let said = "";
    for await (const line of child.lines) said = line;
    await child.exit;
    return { status: "completed", result: said };
  },
};
`;

const usage = { input: 1000, output: 100 };
const steps = [
  { text: "I write.", calls: [{ tool: "shell" as const, command: "echo hi > hi.txt" }], usage },
  { text: "Done.", usage },
];

async function runAsker(script: ScriptInput, config: object = {}, scenario: object = {}) {
  await using model = await openScriptedModel(script);
  const project = await openProject({
    "axis.config.json": {
      adapters: { asker: "./asker.mjs" },
      agents: [{ agent: "asker", model: "claude-sonnet-4-5" }],
      env: { agent: ["OUTSIDE"] },
      settings: { retries: 0 },
      ...config,
    },
    "asker.mjs": adapter,
    "program.mjs": program,
    "scenarios/task.json": {
      name: "task",
      prompt: "Write a file.",
      judge: [{ check: "It is there", verify: { file: "hi.txt", exists: true } }],
      ...scenario,
    },
  });
  const ran = await project.report([], { env: { ANTHROPIC_API_KEY: realKey, ANTHROPIC_BASE_URL: model.url } });
  const [result] = ran.report.results;
  const detail = await project.detail(result?.file ?? "");
  // Outside the workspace, because AXIS would redact a key in anything it keeps.
  const seen = readFileSync(join(project.outside, "seen.json"), "utf8");
  return { ...ran, project, model, result, detail, seen, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}

test("the key reaches the provider, but nothing the agent can see; the report has the requests and their cost", async () => {
  await using ran = await runAsker({ steps });
  expect(ran.result?.status).toBe("passed");
  expect(ran.model.requests.map(({ key }) => key)).toEqual([realKey, realKey]);
  expect(ran.seen).not.toContain(realKey);
  expect(ran.seen).toContain("ANTHROPIC_API_KEY");
  expect(ran.detail.modelCalls).toMatchObject({ count: 2, failed: 0, models: ["claude-sonnet-4-5"] });
  expect(ran.detail).toMatchObject({ costFrom: "gateway", tokenUsage: { input: 2000, output: 200 } });
  expect(ran.detail.totalCostUsd).toBeGreaterThan(0);
});

test.each([
  [401, "auth"],
  [429, "rate-limit"],
  [500, "network"],
])("an agent that says it is done after a %i of its model failed through no fault of its own", async (status, code) => {
  const faults = [{ kind: "status" as const, status, retryAfterSeconds: 0, step: 2 }];
  await using ran = await runAsker({ steps, faults });
  expect(ran.detail.outcome).toMatchObject({ status: "failed", code });
  expect([ran.detail.outcomeClass, ran.result?.status]).toEqual(["infrastructure", "error"]);
});

test("a connection that is dropped in mid-run is not the agent's failure", async () => {
  await using ran = await runAsker({ steps, faults: [{ kind: "drop", step: 2 }] });
  expect(ran.detail.outcome).toMatchObject({ status: "failed", code: "network" });
  expect(ran.result?.status).toBe("error");
});

test("a token limit stops the run in mid-work, by what the gateway counted", async () => {
  await using ran = await runAsker({ steps }, {}, { limits: { tokens: 500 } });
  expect(ran.detail.outcome).toMatchObject({ status: "stopped", by: "tokens", scope: "scenario" });
  expect(ran.model.requests).toHaveLength(1);
});

test("a budget in money stops the run in mid-work, though the agent reports no cost", async () => {
  const limits = { run: { cost_usd: 0.001 } };
  await using ran = await runAsker({ steps }, { settings: { retries: 0, limits } });
  expect(ran.detail.outcome).toMatchObject({ status: "stopped", by: "cost", scope: "run" });
  expect(ran.model.requests).toHaveLength(1);
});
