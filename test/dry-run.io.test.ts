/** Keeps docs/dry-run.md and examples/dry-run true: its scripts are scripts, its tables are whole, the example plays. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { builtInAgents } from "../src/agents/catalog.ts";
import { GoalAnswer } from "../src/core/question.ts";
import { openModel } from "../src/judging/models/open-model.ts";
import { parseScript } from "../src/testing/scripted-model/parse-script.ts";
import {
  ScriptCall,
  ScriptFault,
  ScriptMatcher,
  ScriptStep,
  type ScriptInput,
  ScriptUsage,
} from "../src/testing/scripted-model/script.ts";
import { openScriptedModel } from "../src/testing/scripted-model/server.ts";
import { openProject } from "./fixtures/driven.ts";
import { blocksOf, page, root } from "./markdown.ts";

const dryRun = page("docs/dry-run.md");
const example = (path: string) => readFileSync(join(root, "examples/dry-run", path), "utf8");

describe("docs/dry-run.md", () => {
  const scripts = blocksOf(dryRun).filter(({ info }) => info === "yaml");

  test("shows scripts that can be read", () => {
    expect(scripts.length).toBe(2);
    for (const { text } of scripts) expect(parseScript(parse(text)).conversations).not.toEqual([]);
  });

  test("plays a judge that our own models understand", async () => {
    await using server = await openScriptedModel(parse(scripts[1]?.text ?? "") as ScriptInput);
    const spec = { provider: "compatible", model: "judge-1", baseUrl: `${server.url}/v1` };
    const question = { about: "goal", prompt: "Grade.", facts: {}, answer: GoalAnswer };
    const answer = await openModel(spec, { env: {} }).ask(question, { abort: new AbortController().signal });
    expect(answer).toMatchObject({ status: "answered", value: { grades: [{ index: 0, score: 7 }] } });
  });

  test("names the agents that can be pointed at a script, and no other", () => {
    const [, ...listed] = /Of the built-in agents, (.+?) finds it in/.exec(dryRun.text) ?? [];
    const named = [...(listed[0] ?? "").matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    const able = Object.values(builtInAgents).filter(({ acceptsEndpoint }) => acceptsEndpoint);
    expect(named.toSorted()).toEqual(able.map(({ name }) => name).toSorted());
  });

  test.each<[string, readonly string[]]>([
    ["step", Object.keys(ScriptStep.shape)],
    ["usage", Object.keys(ScriptUsage.shape)],
    ["matcher", Object.keys(ScriptMatcher.shape)],
    ["call", ScriptCall.options.flatMap(({ shape }) => [shape.tool.value, ...Object.keys(shape)])],
    ["fault", ScriptFault.options.flatMap(({ shape }) => [shape.kind.value, ...Object.keys(shape)])],
  ])("has every field of a %s", (_what, names) => {
    const code = [...dryRun.text.matchAll(/`[^`\n]+`/g)].join(" ");
    expect([...new Set(names)].filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code))).toEqual([]);
  });
});

/** Anthropic's API in twenty lines: enough of an agent for the example, where no real one is installed. */
const agent = `#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
const { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key } = process.env;
const tools = [{ name: "Bash", input_schema: { properties: { command: { type: "string" } } } }];
const messages = [{ role: "user", content: process.argv[2] }];
for (;;) {
  const body = JSON.stringify({ model: "m", messages, tools });
  const reply = await fetch(url + "/v1/messages", { method: "POST", headers: { "x-api-key": key }, body });
  if (reply.status === 429) { await wait(Number(reply.headers.get("retry-after")) * 1000); continue; }
  const { content } = await reply.json();
  messages.push({ role: "assistant", content });
  const calls = content.filter(({ type }) => type === "tool_use");
  const results = calls.map(({ id, input }) => ({ type: "tool_result", tool_use_id: id, content: spawnSync("sh", ["-c", input.command]).stdout.toString() }));
  if (results.length === 0) { console.log(content[0].text); break; }
  messages.push({ role: "user", content: results });
}
`;

test("the script of examples/dry-run does what its scenario asks for", async () => {
  await using project = await openProject({
    "axis.config.json": { agents: [{ agent: "command", name: "tiny", command: ["./agent.mjs", "{prompt}"] }] },
    "agent.mjs": agent,
    "rehearsal.yaml": example("rehearsal.yaml"),
    "scenarios/shopping-list.json": example("scenarios/shopping-list.json"),
  });
  const { code, report } = await project.report(["--script", "rehearsal.yaml"]);
  expect([code, report.scripted, report.script?.file]).toEqual([0, true, "rehearsal.yaml"]);
  expect(report.results[0]?.score?.goalAchievement.score).toBe(100);
  expect(report.results[0]?.outcome).toEqual({ status: "completed", result: "list.txt has three lines." });
});
