import { randomUUID } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openScope } from "../../process/scope.ts";
import { type ProcessRequest, runAgent } from "../../testing/run-agent.ts";
import { testAgent } from "../../testing/suites/test-agent.ts";
import {
  crashingProgram,
  lingeringProgram,
  playingProgram,
  captureStart,
  recordingPath,
} from "../played-program.fixture.ts";
import { codex } from "./codex.ts";

const scope = await openScope({ runId: randomUUID(), home: "" });
afterAll(() => scope.end());
const processes = (request: ProcessRequest) => scope.start(request);
const play = (name: string, exit = 0) => runAgent(codex, { command: playingProgram(name, exit) }, { processes });

testAgent("codex", () => codex, {
  completes: { command: playingProgram("codex.ndjson") },
  endless: { command: lingeringProgram("codex.ndjson") },
  fails: { command: crashingProgram },
  absent: { command: ["no-such-program-of-axis"] },
  processes,
});

test("what it printed becomes entries, usage, a session and the final answer", async () => {
  const ran = await play("codex.ndjson");
  expect(ran.outcome).toEqual({ status: "completed", result: "Done: hello.txt contains 'hello from mock'." });
  expect(ran.entries.flatMap((entry) => (entry.type === "tool_use" ? [entry.tool] : []))).toEqual(["shell", "shell"]);
  expect(ran.usage).toMatchObject({ input: 540, output: 96, cacheReadInput: 66 });
  expect(ran.sessionId).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["codex.err401.ndjson", 1, /auth/],
  ["codex.hang.ndjson", 0, /protocol/],
  ["codex.sleeptool.ndjson", 143, /exit/],
])("%s with exit code %i has failed", async (name, exit, code) => {
  expect((await play(name, exit)).outcome).toMatchObject({ status: "failed", code: expect.stringMatching(code) });
});

describe("a turn that fails without a status in its output", () => {
  const session = "sessions/2026/11/15/rollout-2026-11-15T02-21-33-s-1.jsonl";
  /** Prints one item first if the model is to have answered. */
  const failing = (item?: object): [string, ...string[]] => {
    const lines = [
      { type: "thread.started", thread_id: "s-1" },
      ...(item === undefined ? [] : [{ type: "item.completed", item }]),
      { type: "turn.failed", error: { message: "something broke" } },
    ];
    const print = `for (const line of ${JSON.stringify(lines)}) console.log(JSON.stringify(line)); process.exitCode = 1;`;
    return [process.execPath, "-e", print, "--"];
  };
  const ended = (error: object) =>
    JSON.stringify({ type: "event_msg", payload: { type: "task_complete", last_agent_message: null, error } });
  const refused = (status: number) => ({
    message: "unexpected status",
    codex_error_info: { http_connection_failed: { http_status_code: status } },
  });
  const withSession = (write: (file: string) => Promise<void>, item?: object) =>
    runAgent(
      codex,
      { command: failing(item) },
      {
        processes,
        setup: async ({ home }) => {
          const file = join(home, ".codex", session);
          await mkdir(dirname(file), { recursive: true });
          await write(file);
        },
      },
    );

  test.each([
    ["its session file says 401", ended(refused(401)), "auth"],
    ["it says 403 behind much else", `${"x".repeat(400_000)}\n${ended(refused(403))}\n`, "auth"],
    ["it says 429", ended(refused(429)), "rate-limit"],
    ["it says 500", ended(refused(500)), "network"],
    ["it names a kind without a status", ended({ codex_error_info: "other" }), "network"],
    ["it says nothing of an error", ended({}), "network"],
    ["it is cut off", ended(refused(401)).slice(0, -9), "network"],
    ["it is empty", "", "network"],
  ])("%s", async (_, text, code) => {
    expect((await withSession((file) => writeFile(file, text))).outcome).toMatchObject({ status: "failed", code });
  });

  test("the model's first words do not make a refusal after them the agent's failure", async () => {
    const answer = { type: "agent_message", text: "I look." };
    const told = async (error: object) => (await withSession((file) => writeFile(file, ended(error)), answer)).outcome;
    expect(await told(refused(429))).toMatchObject({ code: "rate-limit" });
    expect(await told({ codex_error_info: "server_overloaded" })).toMatchObject({ code: "rate-limit" });
    expect(await told({ codex_error_info: "context_window_exceeded" })).toMatchObject({ code: "agent" });
    expect(await told({ codex_error_info: "other" })).toMatchObject({ code: "agent" });
  });

  test("a session file that is a link or a folder is not read", async () => {
    const elsewhere = (file: string) => writeFile(`${file}.elsewhere`, ended(refused(401)));
    const linked = await withSession(async (file) => {
      await elsewhere(file);
      await symlink(`${file}.elsewhere`, file);
    });
    expect(linked.outcome).toMatchObject({ code: "network" });
    expect((await withSession((file) => mkdir(file))).outcome).toMatchObject({ code: "network" });
  });
});

describe("a turn that ended without counts", () => {
  const counted = (input_tokens: number, output_tokens: number, cached_input_tokens: number) =>
    JSON.stringify({
      type: "event_msg",
      payload: {
        type: "token_count",
        info: { total_token_usage: { input_tokens, output_tokens, cached_input_tokens }, last_token_usage: {} },
      },
    });
  const ran = async (text: string) => {
    const file = JSON.parse((await readFile(recordingPath("codex.hang.ndjson"), "utf8")).split("\n")[0] ?? "") as {
      thread_id: string;
    };
    const setup = async ({ home }: { home: string }) => {
      const folder = join(home, ".codex", "sessions", "2026");
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `rollout-2026-11-15T02-21-33-${file.thread_id}.jsonl`), text);
    };
    return (await runAgent(codex, { command: playingProgram("codex.hang.ndjson", 143) }, { processes, setup })).usage;
  };

  test("has those of its session file, after the last answer", async () => {
    const call = JSON.stringify({ type: "response_item", payload: { type: "function_call_output", output: "ok" } });
    const session = [counted(101, 21, 11), call, counted(303, 53, 33), call, ""].join("\n");
    expect(await ran(session)).toMatchObject({ input: 270, output: 53, cacheReadInput: 33 });
  });

  test.each([
    ["has none", "{}\n"],
    ["is cut off", counted(101, 21, 11).slice(0, -9)],
    ["counts nothing yet", JSON.stringify({ payload: { type: "token_count", info: null } })],
  ])("stays unknown if the file %s", async (_, text) => {
    expect(await ran(text)).toBeUndefined();
  });
});

describe("its arguments", () => {
  const argumentsOf = async (part: Parameters<typeof captureStart>[1]) =>
    (await captureStart(codex, part)).args.join(" ");

  test("a sandbox around the workspace, and the prompt last", async () => {
    expect(await argumentsOf({ prompt: "-x", model: "gpt-5.5", flags: { profile: "p" } })).toBe(
      "exec --json --sandbox workspace-write --skip-git-repo-check --model gpt-5.5 --profile p -- -x",
    );
  });

  test("another sandbox in flags takes its place", async () => {
    expect(await argumentsOf({ prompt: "x", flags: { sandbox: "read-only" } })).toBe(
      "exec --json --skip-git-repo-check --sandbox read-only -- x",
    );
    const bypass = { "dangerously-bypass-approvals-and-sandbox": true };
    expect(await argumentsOf({ prompt: "x", flags: bypass })).not.toContain("workspace-write");
  });

  test("the check for a repository can be asked for", async () => {
    expect(await argumentsOf({ flags: { "skip-git-repo-check": false } })).not.toContain("skip-git-repo-check");
  });

  test("a turn before is gone on with by its thread", async () => {
    expect(await argumentsOf({ prompt: "again", resume: "t-1" })).toMatch(/ resume t-1 -- again$/);
  });

  test("a prompt too long for an argument goes by stdin", async () => {
    const { args, stdin } = await captureStart(codex, { prompt: "x".repeat(200_000) });
    expect(args.at(-1)).toBe("-");
    expect(stdin).toEqual({ text: "x".repeat(200_000) });
  });
});

describe("its configuration file", () => {
  const configOf = async (part: Parameters<typeof captureStart>[1]) => {
    const started = await captureStart(codex, part, [".codex/config.toml"]);
    return { ...started, config: started.file(".codex/config.toml") ?? "" };
  };

  test("the workspace is trusted, and nothing calls home", async () => {
    const { config, workspace } = await configOf({});
    expect(config).toContain(`["projects".${JSON.stringify(workspace)}]\n"trust_level" = "trusted"`);
    expect(config).toContain(`["features"]\n"plugins" = false\n"apps" = false`);
    expect(config).toContain(`"check_for_update_on_startup" = false`);
    expect(config).not.toContain("model_provider");
  });

  test("MCP servers have tables of their own, whatever they are called", async () => {
    const { config, args } = await configOf({
      mcpServers: {
        'odd "name"]': { type: "stdio", command: "node", args: ["a\nb"], env: { KEY: 'canary "1"' } },
        far: { type: "http", url: "https://x.test/mcp", headers: { "X-Key": "canary-2" } },
      },
    });
    expect(config).toContain(`["mcp_servers"."odd \\"name\\"]"]\n"command" = "node"\n"args" = ["a\\nb"]`);
    expect(config).toContain(`["mcp_servers"."odd \\"name\\"]"."env"]\n"KEY" = "canary \\"1\\""`);
    expect(config).toContain(`["mcp_servers"."far"."http_headers"]\n"X-Key" = "canary-2"`);
    expect(config.match(/"default_tools_approval_mode" = "approve"/g)).toHaveLength(2);
    expect(args.join(" ")).not.toContain("canary");
  });

  test("behind a gateway it keeps its own provider, at another address", async () => {
    const { config } = await configOf({ endpoint: { url: "http://127.0.0.1:1", key: "k", scripted: false } });
    expect(config).toContain(`"openai_base_url" = "http://127.0.0.1:1/openai/v1"`);
    expect(config).not.toMatch(/model_provider|scripted-model|web_search/);
  });

  test("in a sandbox of AXIS it does without its own, which would fail", async () => {
    const { args } = await configOf({ sandboxed: true });
    expect(args.join(" ")).toContain("--sandbox danger-full-access");
  });

  test("a rehearsal has a provider of its own", async () => {
    const { config } = await configOf({ endpoint: { url: "http://127.0.0.1:1", key: "k", scripted: true } });
    expect(config).toContain(`"model_provider" = "rehearsal"`);
    expect(config).toContain(`"base_url" = "http://127.0.0.1:1/openai/v1"`);
  });
});
