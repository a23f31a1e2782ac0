import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, temporaryProject } from "../config/libraries/temporary-repository.ts";
import { Report } from "../core/report.ts";
import type { LoggedRequest } from "../testing/scripted-model/request-log.ts";
import * as baseline from "./commands/baseline.ts";
import * as compare from "./commands/compare.ts";
import * as reports from "./commands/reports.ts";
import * as rescore from "./commands/rescore.ts";
import * as run from "./commands/run.ts";
import { type DriveOptions, drive } from "./world.fixture.ts";

/** A tiny agent with Anthropic's API: asks, runs what it is told to, asks again. */
const agent = `#!/usr/bin/env node
import { execSync } from "node:child_process";
const { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, SERVICE_PLACE: token = "" } = process.env;
const messages = [{ role: "user", content: "Working directory: " + process.cwd() + "\\n" + process.argv[2] + token }];
for (;;) {
  const body = JSON.stringify({ model: "m", messages, tools: [{ name: "Bash", input_schema: { properties: { command: {} } } }] });
  const reply = await fetch(url + "/v1/messages", { method: "POST", headers: { "x-api-key": key }, body });
  if (!reply.ok) throw new Error("status " + reply.status);
  const { content } = await reply.json();
  const calls = content.filter(({ type }) => type === "tool_use");
  messages.push({ role: "assistant", content });
  if (calls.length === 0) { console.log(content[0].text); break; }
  messages.push({ role: "user", content: calls.map(({ id, input }) => ({ type: "tool_result", tool_use_id: id, content: String(execSync(input.command)) })) });
}
`;
const script = `
steps:
  - text: Writing.
    calls: [{ tool: shell, command: echo hi > hello.txt }]
  - text: Done.
`;
const project: Files = {
  "axis.config.json": { agents: [{ agent: "command", command: ["node", "<agent>", "{prompt}"], name: "tiny" }] },
  "scenarios/hello.json": {
    name: "Hello",
    prompt: "Write hello.txt",
    judge: [{ check: "It is there", verify: { file: "hello.txt", contains: "hi" } }],
  },
  "script.yaml": script,
};

/** A project whose agent lies beside it, and commands in it. */
async function openProject(more: Files = {}) {
  const place = await temporaryProject({});
  const folder = join(place.folder, "project");
  await place.write({ "agent.mjs": agent });
  const written = Object.entries({ ...project, ...more }).map(([path, content]) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    return [`project/${path}`, text.replaceAll("<agent>", join(place.folder, "agent.mjs"))];
  });
  await place.write(Object.fromEntries(written) as Files);
  const act = (module: Parameters<typeof drive>[0], args: readonly string[], options: DriveOptions = {}) =>
    drive(module, args, { cwd: folder, ...options });
  return { folder, act, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

const requestsIn = async (file: string): Promise<LoggedRequest[]> =>
  (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LoggedRequest);

test("a script plays the model: the task is done, without a key, and the report says what it is", async () => {
  await using place = await openProject();
  const { code, out } = await place.act(run, ["--script", "script.yaml"]);
  expect(out).toMatch(
    /^PASS {2}1 of 1 result passed\nrehearsal by a script, not a measurement: AXIS Result \d+ \(\w+\)/,
  );
  expect(out).toContain("Rehearsal: script.yaml answered instead of models. The numbers do not measure any agent.");
  expect(code).toBe(0);
  const shown = Report.parse(JSON.parse((await place.act(reports, ["latest", "--json"])).out));
  const sha256 = createHash("sha256").update(script).digest("hex");
  expect(shown).toMatchObject({ scripted: true, script: { file: "script.yaml", sha256 } });
  expect(shown.results[0]?.score?.goalAchievement.score).toBe(100);
  expect((await place.act(reports, [])).out).toMatch(/, rehearsal$/);
});

test("the log holds every request, the agent has no key but the script's, and secrets are taken out", async () => {
  const config = { ...(project["axis.config.json"] as object), env: { agent: ["SERVICE_PLACE", "ANTHROPIC_API_KEY"] } };
  await using place = await openProject({ "axis.config.json": config });
  const env = { PATH: process.env["PATH"], ANTHROPIC_API_KEY: "the-operators-own-1", SERVICE_PLACE: "canary-4711-x" };
  const { code } = await place.act(run, ["--script", "script.yaml", "--script-log", "log.ndjson"], { env });
  expect(code).toBe(0);
  const requests = await requestsIn(join(place.folder, "log.ndjson"));
  expect(requests.map(({ step, key }) => [step, key])).toEqual([
    [1, "sk-scripted-agent"],
    [2, "sk-scripted-agent"],
  ]);
  const text = JSON.stringify(requests);
  expect(text).toContain("Write hello.txt");
  expect(text).not.toMatch(/the-operators-own|canary-4711/);
});

test("an agent's environment in a rehearsal: what it always has, the address, and none of the operator's keys", async () => {
  const names = "console.log(Object.keys(process.env).sort().join(' '))";
  const entry = { agent: "command", command: ["node", "-e", names], name: "names" };
  await using place = await openProject({
    "axis.config.json": { agents: [entry], env: { agent: ["SERVICE_PLACE", "OPENROUTER_API_KEY"] } },
  });
  const keys = { OPENROUTER_API_KEY: "real-1", OPENAI_API_KEY: "real-2", GOOGLE_API_KEY: "real-3" };
  const env = { PATH: process.env["PATH"], SERVICE_PLACE: "here", ...keys };
  const { out } = await place.act(run, ["--script", "script.yaml", "--json"], { env });
  const [result] = Report.parse(JSON.parse(out)).results;
  const seen = result?.outcome.status === "completed" ? result.outcome.result?.split(" ") : undefined;
  expect(seen).toEqual(
    [
      "AXIS_RUN_ID",
      "HOME",
      "PATH",
      "SERVICE_PLACE",
      "TMPDIR",
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_BASE_URL",
      "CODEX_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_GEMINI_BASE_URL",
      "OPENAI_API_KEY",
      "OPENAI_BASE_URL",
      "AXIS_PROMPT_FILE",
    ].toSorted(),
  );
});

test("judges of the config are not asked in a rehearsal; one that is named on the spot is", async () => {
  const config = { ...(project["axis.config.json"] as object), judging: { questions: { agent: "./judge.mjs" } } };
  const judge = "export default { id: 'costly', ask: async () => ({ status: 'declined', why: 'no money' }) };";
  await using place = await openProject({ "axis.config.json": config, "judge.mjs": judge });
  const judged = async (...flags: string[]) => {
    const { out } = await place.act(run, ["--script", "script.yaml", "--json", ...flags]);
    return Report.parse(JSON.parse(out)).results[0]?.score?.agent.score;
  };
  expect(await judged()).toEqual(expect.any(Number));
  expect(await judged("--judge", "./judge.mjs")).toBeNull();
});

test("nothing is compared with a rehearsal, and it becomes no baseline", async () => {
  await using place = await openProject();
  await place.act(run, ["--script", "script.yaml"]);
  await place.act(run, ["--script", "script.yaml"]);
  const refused = "is a rehearsal: the script script.yaml answered instead of models";
  expect((await place.act(baseline, ["set"])).mistake).toContain(refused);
  const { reportId } = Report.parse(JSON.parse((await place.act(reports, ["latest", "--json"])).out));
  expect((await place.act(compare, [reportId, "latest"])).mistake).toContain(refused);
  const both = await place.act(run, ["--script", "script.yaml", "--compare-baseline"]);
  expect(both.mistake).toContain("--script and --compare-baseline cannot be combined");
});

test("scored again it is still a rehearsal", async () => {
  await using place = await openProject();
  await place.act(run, ["--script", "script.yaml"]);
  const { out } = await place.act(rescore, ["latest"]);
  expect(out.split("\n")[1]).toContain("rehearsal by a script");
});

test("a rehearsal is gone on with by the same script only, whatever else is accepted", async () => {
  await using place = await openProject();
  expect((await place.act(run, ["--script", "script.yaml"])).code).toBe(0);
  const without = await place.act(run, ["--resume", "--accept-changes"]);
  expect([without.errorCode, without.mistake]).toEqual([
    "rehearsal",
    expect.stringContaining("it can only be resumed with the same script"),
  ]);
  await writeFile(join(place.folder, "script.yaml"), `${script}# changed\n`);
  expect((await place.act(run, ["--resume", "--script", "script.yaml"])).errorCode).toBe("rehearsal");
  await writeFile(join(place.folder, "script.yaml"), script);
  expect((await place.act(run, ["--resume", "--script", "script.yaml"])).code).toBe(0);
});

test("an adapter that cannot be pointed at a script is said before anything runs", async () => {
  await using place = await openProject({
    "axis.config.json": { agents: ["mine"], adapters: { mine: "./mine.mjs" } },
    "mine.mjs": "export default { name: 'mine', run: async () => ({ status: 'completed', result: '' }) };",
  });
  const { mistake } = await place.act(run, ["--script", "script.yaml"]);
  expect(mistake).toContain("mine: Its adapter cannot be pointed at a scripted model");
});

test.each([
  ["script.json", JSON.stringify({ steps: [{ text: "Done." }] })],
  ["script.mjs", "export default { steps: [({ text }) => ({ text: `asked for ${text.length} letters` })] };"],
  ["script.ts", "interface A { a: string }\nexport default { steps: [{ text: 'Done.' }] };"],
])("%s is a script too", async (name, content) => {
  await using place = await openProject({ [name]: content });
  const { out } = await place.act(run, ["--script", name]);
  expect(out).toContain(`Rehearsal: ${name}`);
});

test.each([
  ["nowhere.yaml", undefined, "--script: nowhere.yaml does not exist or cannot be read"],
  ["bad.yaml", "steps: [", "bad.yaml is not valid YAML"],
  [
    "bad.json",
    '{"steps":[{"calls":[{"tool":"bash"}]}]}',
    "bad.json is not a script:\n  steps[0].calls[0].tool: Invalid",
  ],
  ["bad.mjs", "export const x = 1;", "bad.mjs has no default export"],
])("%s is a mistake that is said with its place", async (name, content, expected) => {
  await using place = await openProject(content === undefined ? {} : { [name]: content });
  const { mistake } = await place.act(run, ["--script", name]);
  expect(mistake).toContain(expected);
});

test("a log that cannot be written, or has nothing to log, is a mistake", async () => {
  await using place = await openProject();
  const nowhere = await place.act(run, ["--script", "script.yaml", "--script-log", "no/such/folder/log"]);
  expect([nowhere.errorCode, nowhere.mistake]).toEqual(["not-writable", expect.stringContaining("--script-log")]);
  expect((await place.act(run, ["--script-log", "log"])).mistake).toContain("--script-log requires --script");
});
