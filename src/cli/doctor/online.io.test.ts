import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryProject, validAgent, validScenario } from "../../config/libraries/temporary-repository.ts";
import type { ScriptInput } from "../../testing/scripted-model/script.ts";
import { openScriptedModel } from "../../testing/scripted-model/server.ts";
import * as doctor from "../commands/doctor.ts";
import { drive } from "../world.fixture.ts";
import type { OnlineAnswer } from "./ask-online.ts";

/** Plays Claude Code: asks the model at ANTHROPIC_BASE_URL with its prompt, and prints what it said as one event. */
const claude = `#!${process.execPath}
if (process.argv.includes("--version")) { console.log("9.8.7 (Claude Code)"); process.exit(0); }
const messages = [{ role: "user", content: process.argv.at(-1) }];
fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
  method: "POST",
  headers: { "x-api-key": process.env.ANTHROPIC_API_KEY, "content-type": "application/json" },
  body: JSON.stringify({ model: "m", max_tokens: 99, messages }),
}).then(async (answer) => {
  const said = await answer.json();
  const refused = { is_error: true, result: "API Error", terminal_reason: "api_error", api_error_status: answer.status };
  const outcome = answer.ok ? { is_error: false, result: said.content[0].text } : refused;
  const usage = { input_tokens: 10, output_tokens: 2 };
  console.log(JSON.stringify({ type: "result", subtype: "success", session_id: "s", total_cost_usd: 0.0012, usage, ...outcome }));
  process.exitCode = answer.ok ? 0 : 1;
});
`;

const script: ScriptInput = {
  values: { nonce: 'whose "nonce" is "(\\w+)"' },
  conversations: [
    { name: "judge", when: { json: true }, steps: [{ json: { ok: true, nonce: "{{nonce}}" } }] },
    { name: "agent", when: { json: false }, steps: [{ text: "ok" }] },
  ],
};

interface World {
  readonly agents?: readonly unknown[];
  readonly script?: ScriptInput;
  readonly env?: NodeJS.ProcessEnv;
  readonly judging?: (url: string) => unknown;
}

/** Runs `axis doctor` with a fake Claude Code on PATH and a scripted model behind it. */
async function ask(flags: readonly string[], world: World = {}) {
  await using model = await openScriptedModel(world.script ?? script);
  await using place = await temporaryProject({
    "axis.config.json": {
      agents: world.agents ?? ["claude-code"],
      env: { agent: ["ANTHROPIC_BASE_URL"] },
      judging: world.judging?.(model.endpoint.url) ?? { agents: ["rules"] },
    },
    "scenarios/hello.json": { ...validScenario, judge: [{ check: "It runs", verify: "true" }] },
    "bin/claude": claude,
  });
  await chmod(join(place.folder, "bin/claude"), 0o755);
  const PATH = `${join(place.folder, "bin")}:${process.env["PATH"]}`;
  const env = { PATH, HOME: place.folder, ANTHROPIC_BASE_URL: model.endpoint.url, ...world.env };
  return { ...(await drive(doctor, flags, { cwd: place.folder, env })), requests: model.requests.length };
}

const keyed = { ANTHROPIC_API_KEY: "canary-4711-0815" };
const judgeAt = (url: string) => ({
  agents: [{ provider: "compatible", model: "stub", base_url: `${url}/v1`, api_key_env: "STUB_KEY" }],
});

describe("axis doctor --online", () => {
  test("asks the agent's program for real, and says the cost before and after", async () => {
    const { code, out, err, requests } = await ask(["--online"], { env: keyed });
    expect([code, requests]).toEqual([0, 1]);
    expect(err).toBe("Asking 1 agent one short question each; this costs a few tokens.");
    expect(out).toMatch(/^ok +agents +claude-code answered in [\d.]+m?s \(120 tokens, \$0\.0012\)$/m);
    expect(out).not.toContain("canary");
  });

  test("asks nothing without the flag", async () => {
    expect(await ask([], { env: keyed })).toMatchObject({ code: 0, requests: 0, err: "" });
  });

  test("a key that the server refuses is auth, and exit code 1", async () => {
    const refusing: ScriptInput = { steps: [{ text: "never said" }], faults: [{ kind: "status", status: 401 }] };
    const { code, out } = await ask(["--online", "--json"], {
      script: refusing,
      env: { ...keyed, STUB_KEY: "canary-4712-0815" },
      judging: judgeAt,
    });
    expect(code).toBe(1);
    const { ok, online } = JSON.parse(out) as { ok: boolean; online: OnlineAnswer[] };
    expect(ok).toBe(false);
    expect(online).toMatchObject([
      { topic: "agents", name: "claude-code", status: "failed", code: "auth", by: "infrastructure" },
      { topic: "judges", name: "compatible/stub", status: "failed", code: "auth", by: "model" },
    ]);
    expect(out).not.toContain("canary");
  });

  test("a program that fails is a failure of the agent", async () => {
    const agents = [{ agent: "command", name: "broken", command: `${process.execPath} -e "process.exit(3)"` }];
    const { code, out } = await ask(["--online"], { agents });
    expect(code).toBe(1);
    expect(out).toMatch(/^PROBLEM +agents +broken did not answer in .*: exit, a failure of the agent: /m);
    expect(out).toContain("Nothing is missing, but 1 of 1 asked did not answer.");
  });

  test("asks a judge's model the smallest question it can answer", async () => {
    const { code, out, requests } = await ask(["--online"], {
      agents: [validAgent],
      env: { STUB_KEY: "k-1" },
      judging: judgeAt,
    });
    expect([code, requests]).toEqual([0, 1]);
    expect(out).toMatch(/^ok +judges +compatible\/stub answered in [\d.]+m?s \(120 tokens\)$/m);
  });

  test("an agent that only judges is asked too, and one that is under test is asked once", async () => {
    const judging = () => ({ agents: ["claude-code", { agent: "claude-code", model: "opus" }] });
    const { out, requests } = await ask(["--online"], { env: keyed, judging });
    expect(requests).toBe(2);
    expect(out).toMatch(/^ok +agents +claude-code answered/m);
    expect(out).toMatch(/^ok +judges +claude-code\|opus answered/m);
  });

  test("without a key nothing is asked, and the missing variable is named", async () => {
    const { code, out, err, requests } = await ask(["--online"], { judging: judgeAt });
    expect([code, requests, err]).toEqual([2, 0, ""]);
    expect(out).toMatch(/^note +agents +claude-code was not asked: The environment variable ANTHROPIC_API_KEY is not/m);
    expect(out).toMatch(/^note +judges +compatible\/stub was not asked: STUB_KEY is not set$/m);
  });

  test("a recording is not asked, nor a judge that only its own code can ask", async () => {
    await using place = await temporaryProject({
      "axis.config.json": {
        agents: [{ agent: "replay", transcript: "stored.ndjson" }],
        judging: { agents: ["./judge.mjs"] },
      },
      "judge.mjs": `export default { id: "mine", ask: async () => ({ status: "declined", why: "no" }) };`,
      "stored.ndjson": "",
      "scenarios/hello.json": validScenario,
    });
    const { code, out } = await drive(doctor, ["--online"], { cwd: place.folder });
    expect(code).toBe(0);
    expect(out).toMatch(/^note +agents +replay was not asked: it plays back a recording$/m);
    expect(out).toMatch(/^note +judges +\.\/judge\.mjs was not asked: only its own code knows what to ask$/m);
  });
});
