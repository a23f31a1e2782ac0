/** The GitHub Action, step by step as the runner would run it: real commands, and a server on loopback in place of GitHub's API. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { commandProblem } from "./command-lines.ts";
import { readOutputs } from "../src/report/ci/runner.fixture.ts";
import { openShellProject, type Project } from "./fixtures/driven.ts";
import { repository } from "./fixtures/project.ts";
import { page } from "./markdown.ts";

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
const action = parse(page("action.yml").text) as Action;

const base = "a".repeat(40);
const head = "b".repeat(40);
const pushed = "c".repeat(40);

/** What GitHub's API was asked, and the comments it has. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}
const calls: Call[] = [];
let comments: { id: number; body: string; user: { login: string } }[] = [];
let refusal = 0;

const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const { method = "", url = "" } = request;
    if (method !== "GET") calls.push({ method, path: url, body });
    response.writeHead(refusal === 0 ? 200 : refusal, { "content-type": "application/json" });
    response.end(JSON.stringify(method === "GET" ? listComments(url) : {}));
  });
});

function listComments(url: string) {
  const number = Number(/[?&]page=(\d+)/.exec(url)?.[1]);
  return comments.slice(100 * (number - 1), 100 * number);
}

let project: Project;
let api: string;
const at = (name: string) => join(project.folder, name);

beforeAll(async () => {
  project = await openShellProject({ agents: { good: "echo done" } });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In place of npx, which takes a second to start: what it would find in a project that depends on axis-eval.
  await project.write({
    "bin/npx": `#!/bin/sh\n[ "$1 $2" = "--no-install axis" ] || exit 1\nshift 2\nexec node "${join(repository, "dist", "cli.js")}" "$@"\n`,
  });
  await chmod(at("bin/npx"), 0o755);
});
afterAll(async () => {
  server.close();
  await project[Symbol.asyncDispose]();
});
beforeEach(() => {
  calls.length = 0;
  comments = [];
  refusal = 0;
});

interface Job {
  readonly event: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly sha?: string;
}

/** Runs the steps that have a script in order, each with its variables filled in. */
async function runAction({ event, inputs = {}, sha = pushed }: Job) {
  const outputs: Record<string, Record<string, string>> = {};
  const ended: { code: number | null; log: string }[] = [];
  await writeFile(at("event.json"), JSON.stringify(event));
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.run === undefined) continue;
    const output = at(`output-${index}`);
    await writeFile(output, "");
    const variables = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, fillIn(value, { inputs, outputs })]),
    );
    const env = {
      ...project.env,
      ...variables,
      PATH: `${at("bin")}:${project.env["PATH"]}`,
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: repository,
      GITHUB_API_URL: api,
      GITHUB_EVENT_PATH: at("event.json"),
      GITHUB_OUTPUT: output,
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_SHA: sha,
      GITHUB_WORKSPACE: project.folder,
      RUNNER_TEMP: project.tmp,
    };
    ended.push(await runScript(step.run, env));
    if (step.id !== undefined) outputs[step.id] = readOutputs(readFileSync(output, "utf8"));
  }
  return { outputs, ended, log: ended.map(({ log }) => log).join("") };
}

function runScript(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: project.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, log }));
  });
}

interface Known {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Fills in `${{ inputs.x }}`, `${{ steps.x.outputs.y }}` and `${{ github.token }}`; fails on anything else. */
function fillIn(value: string, { inputs, outputs }: Known): string {
  return value.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    const [kind, first = "", , last = ""] = name.split(".");
    if (kind === "inputs") return fillIn(inputs[first] ?? action.inputs[first]?.default ?? "", { inputs, outputs });
    if (kind === "steps") return outputs[first]?.[last] ?? "";
    if (name === "github.token") return "a-token";
    throw new Error(`the test does not know ${name}`);
  });
}

const pullRequest = { pull_request: { number: 7, base: { sha: base }, head: { sha: head } } };

describe("on a pull request", () => {
  test("the verdict becomes one comment and a check of the head commit", async () => {
    const { outputs, ended } = await runAction({ event: pullRequest, inputs: { comment: "true", check: "true" } });
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(outputs["axis"]).toMatchObject({ verdict: "pass" });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /repos/acme/shop/issues/7/comments",
      "POST /repos/acme/shop/check-runs",
    ]);
    expect(calls[0]?.body["body"]).toMatch(/^<!-- axis: AXIS -->\n## ✅ PASS/);
    expect(calls[1]?.body).toMatchObject({ name: "AXIS", head_sha: head, conclusion: "success" });
  });

  test("the comment of an earlier job is updated, and nobody else's", async () => {
    const marker = "<!-- axis: AXIS -->\nold";
    comments = Array.from({ length: 120 }, (_, id) => ({ id, body: "hello", user: { login: "someone" } }));
    comments[3] = { id: 3, body: marker, user: { login: "someone" } };
    comments[110] = { id: 110, body: marker, user: { login: "github-actions[bot]" } };
    await runAction({ event: pullRequest, inputs: { comment: "true" } });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PATCH /repos/acme/shop/issues/comments/110",
    ]);
  });

  test("a token that may not write is a warning that names the permission", async () => {
    refusal = 403;
    const { ended, log } = await runAction({ event: pullRequest, inputs: { comment: "true" } });
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(log).toContain("::warning title=AXIS::The comment could not be written: 403");
    expect(log).toContain('The job needs the permission "pull-requests: write".');
  });

  test("a gate that requires nothing makes the check neutral", async () => {
    await runAction({ event: pullRequest, inputs: { check: "true", args: "--min-pass-rate\n0" } });
    expect(calls.map(({ body }) => body["conclusion"])).toEqual(["neutral"]);
  });
});

describe("the baseline", () => {
  test("of a pushed commit is saved, and a pull request from there is compared with it", async () => {
    const first = await runAction({ event: { before: "0".repeat(40) }, inputs: { baseline: "true" }, sha: base });
    expect(first.outputs["prepare"]).toMatchObject({
      "save-commit": base,
      "save-file": `.axis/baselines/commit-${base}.json`,
      "save-key": expect.stringMatching(new RegExp(`^axis-baseline-[0-9a-f]{12}-${base}$`)) as unknown,
    });
    expect(existsSync(at(`.axis/baselines/commit-${base}.json`))).toBe(true);
    const second = await runAction({ event: pullRequest, inputs: { baseline: "true", check: "true" } });
    expect(second.outputs["prepare"]?.["base-key"]).toBe(first.outputs["prepare"]?.["save-key"]);
    expect(second.log).toContain(`compared with baseline commit-${base}`);
    expect(calls.map(({ body }) => body["conclusion"])).toEqual(["success"]);
    expect(existsSync(at(`.axis/baselines/commit-${pushed}.json`))).toBe(false);
  });

  test("that does not exist is a notice, and nothing is compared", async () => {
    const event = { pull_request: { ...pullRequest.pull_request, base: { sha: "d".repeat(40) } } };
    const { ended, log } = await runAction({ event, inputs: { baseline: "true" } });
    expect(ended[1]?.code).toBe(0);
    expect(log).toContain("::notice title=AXIS::There is no baseline of commit dddddddddddd yet");
  });

  test("is never named after something that is no commit", async () => {
    const { ended } = await runAction({ event: { before: "../../x" }, inputs: { baseline: "true" } });
    expect([ended[0]?.code, ended[0]?.log]).toEqual([1, expect.stringContaining("is not a commit")]);
  });
});

test("a project without axis-eval is told how to get it", async () => {
  const { ended } = await runAction({ event: {}, inputs: { version: "0.0.0-none" } });
  expect([ended[0]?.code, ended[0]?.log]).toEqual([1, expect.stringContaining("Add axis-eval to the project")]);
});

test("arguments reach axis whole, and the action's own commands exist", async () => {
  const { ended, log } = await runAction({ event: {}, inputs: { args: "-s\n$(id) *\n" } });
  expect([ended[1]?.code, log]).toEqual([2, expect.stringContaining("$(id) *")]);
  const lines = ["axis reports latest --json --markdown x", "axis baseline set x --replace", "axis run -c x"];
  expect(await Promise.all(lines.map((text) => commandProblem({ text })))).toEqual([null, null, null]);
});

test("it uses actions of GitHub alone, and puts no input into a script", () => {
  expect(action.runs.using).toBe("composite");
  const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
  expect(used.filter((name) => !/^actions\/[a-z/]+@v\d+$/.test(name))).toEqual([]);
  expect(action.runs.steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  expect(Object.keys(action.outputs)).toEqual(["axis-result", "report-id", "verdict"]);
});
