/** What each built-in agent's program sees of the operator's environment: exactly the names of its row, and no others. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentOf, openProject, scenario } from "./fixtures/driven.ts";

const root = process.getuid?.() === 0 ? ["IS_SANDBOX"] : [];
const claude = [
  ..."CLAUDE_CONFIG_DIR CLAUDE_CODE_DISABLE_AUTO_MEMORY CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC".split(" "),
  ..."DISABLE_AUTOUPDATER DISABLE_ERROR_REPORTING DISABLE_TELEMETRY".split(" "),
  ...root,
];
const providers = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];

/** Where the gateway is, for programs that find it by variables. */
const anthropicUrl = "ANTHROPIC_BASE_URL";
const openaiUrl = "OPENAI_BASE_URL";
const googleUrl = "GOOGLE_GEMINI_BASE_URL";
const urls = [anthropicUrl, openaiUrl, googleUrl];

/** Agents whose keys stay outside. */
const throughGateway: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["ANTHROPIC_API_KEY"],
  codex: ["CODEX_API_KEY"],
  gemini: ["GEMINI_API_KEY"],
  "claude-sdk": ["ANTHROPIC_API_KEY"],
  "codex-sdk": ["OPENAI_API_KEY"],
  "qwen-code": [...providers, "DASHSCOPE_API_KEY"],
  opencode: providers,
  cline: [...providers, "CLINE_API_KEY"],
  copilot: ["COPILOT_PROVIDER_API_KEY"],
};

/** Besides what every agent gets. */
const rows: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["ANTHROPIC_API_KEY", anthropicUrl, ...claude],
  codex: ["CODEX_API_KEY", openaiUrl, "CODEX_HOME"],
  gemini: ["GEMINI_API_KEY", googleUrl, "GEMINI_CLI_HOME", "GEMINI_TELEMETRY_ENABLED", "GOOGLE_CLOUD_PROJECT"],
  "claude-sdk": ["ANTHROPIC_API_KEY", anthropicUrl, ...claude],
  "codex-sdk": ["OPENAI_API_KEY", openaiUrl, "CODEX_HOME", "INITIAL_AGENT_MODE"],
  "qwen-code": [
    ...providers,
    ...urls,
    ..."DASHSCOPE_API_KEY OPENAI_MODEL QWEN_HOME QWEN_CODE_HOME QWEN_TELEMETRY_ENABLED".split(" "),
  ],
  goose: providers,
  opencode: [...providers, ...urls, "OPENCODE_CONFIG", "OPENCODE_DISABLE_AUTOUPDATE"],
  "fast-agent": providers,
  openhands: providers,
  kimi: "KIMI_MODEL_API_KEY KIMI_MODEL_NAME KIMI_MODEL_BASE_URL KIMI_MODEL_PROVIDER_TYPE".split(" "),
  "mistral-vibe": ["MISTRAL_API_KEY"],
  blackbox: ["BLACKBOX_API_KEY"],
  stakpak: [...providers, "STAKPAK_API_KEY"],
  poolside: ["POOLSIDE_API_KEY"],
  vtcode: [
    ...providers,
    ..."XAI_API_KEY DEEPSEEK_API_KEY MOONSHOT_API_KEY ZAI_API_KEY VT_ACP_ENABLED VT_ACP_ZED_ENABLED".split(" "),
  ],
  "cursor-agent": ["CURSOR_API_KEY"],
  auggie: ["AUGMENT_SESSION_AUTH"],
  "factory-droid": ["FACTORY_API_KEY"],
  qoder: ["QODER_PERSONAL_ACCESS_TOKEN"],
  cline: [
    ...providers,
    ...urls,
    ..."CLINE_API_KEY CLINE_NO_AUTO_UPDATE CLINE_PROVIDER CLINE_SESSION_BACKEND_MODE".split(" "),
  ],
  kilo: [...providers, "KILO_API_KEY"],
  copilot: [
    ..."COPILOT_GITHUB_TOKEN GH_TOKEN GITHUB_TOKEN COPILOT_AUTO_UPDATE".split(" "),
    ..."COPILOT_PROVIDER_API_KEY COPILOT_PROVIDER_BASE_URL COPILOT_MODEL".split(" "),
  ],
  "kiro-cli": ["KIRO_API_KEY"],
};

const always = ["PATH", "USER", "SHELL", "LANG", "TERM", "HOME", "TMPDIR", "AXIS_RUN_ID"];
const names = new Set([
  ...Object.values(rows).flat(),
  ..."AWS_SECRET_ACCESS_KEY NPM_TOKEN SSH_AUTH_SOCK NODE_OPTIONS LD_PRELOAD XDG_CONFIG_HOME CI_JOB_TOKEN".split(" "),
  ..."CLAUDE_CODE_OAUTH_TOKEN GOOGLE_APPLICATION_CREDENTIALS npm_config_registry".split(" "),
]);
names.delete("IS_SANDBOX");
const canaries = Object.fromEntries([...names].map((name) => [name, `canary-${name.toLowerCase()}-5f3a9`]));
const operator = {
  ...canaries,
  // The gateway needs addresses; nothing is asked of them here.
  ...Object.fromEntries([...urls, "COPILOT_PROVIDER_BASE_URL"].map((name) => [name, "https://models.example.com/v1"])),
  // These two change what every program of this machine does, the tests' own included.
  NODE_OPTIONS: "--no-warnings",
  LD_PRELOAD: "",
  USER: "operator",
  SHELL: "/bin/sh",
  LANG: "C.UTF-8",
  TERM: "xterm",
};

const dump = `import { writeFileSync } from "node:fs";
writeFileSync(process.argv[2], JSON.stringify({ env: process.env, args: process.argv.slice(3) }));`;

test("every built-in agent's program sees its row and nothing else, and no secret is an argument", async () => {
  await using project = await openProject({});
  const file = (agent: string) => join(project.outside, `${agent}.json`);
  await project.write({
    "dump.mjs": dump,
    "scenarios/hello.json": scenario,
    "axis.config.json": {
      settings: { retries: 0 },
      agents: Object.keys(rows).map((agent) => ({
        agent,
        command: [process.execPath, join(project.folder, "dump.mjs"), file(agent)],
      })),
    },
  });
  const { report } = await project.report(["--concurrency", "4", "--no-score"], { env: operator });
  const seen: Record<string, string[]> = {};
  for (const agent of Object.keys(rows)) {
    const { env, args } = JSON.parse(await readFile(file(agent), "utf8")) as {
      env: Record<string, string>;
      args: string[];
    };
    seen[agent] = Object.keys(env).toSorted();
    // Where a program keeps its own things is ours to say, whatever the operator's environment holds.
    for (const [name, value] of Object.entries(env))
      if (/_(?:HOME|DIR|CONFIG)$/.test(name))
        expect([agent, name, value]).toEqual([agent, name, expect.stringContaining(project.tmp)]);
    expect(args.join(" ")).not.toContain("canary");
    for (const name of throughGateway[agent] ?? [])
      expect([agent, name, env[name]]).toEqual([agent, name, expect.stringMatching(/^sk-axis-[0-9a-f]{32}$/)]);
  }
  expect(seen).toEqual(
    Object.fromEntries(Object.entries(rows).map(([agent, row]) => [agent, [...always, ...row].toSorted()])),
  );
  const told = report.results.map(({ agentName, resolvedConfig }) => [agentName, resolvedConfig.environment]);
  expect(Object.fromEntries(told)).toEqual(seen);
  for (const content of (await contentOf(join(project.folder, ".axis"))).values())
    expect(content).not.toContain("canary-");
});
