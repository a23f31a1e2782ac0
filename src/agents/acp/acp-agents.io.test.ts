import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { McpServers } from "../../core/scenario/mcp-server.ts";
import { captureStart } from "../played-program.fixture.ts";
import { acpAgents } from "./acp-agents.ts";
import { defineAcpAgent } from "./define-acp-agent.ts";

const mcpServers: McpServers = {
  local: { type: "stdio", command: "node", args: ["s.mjs"], env: { KEY: "canary-1" } },
  far: { type: "http", url: "https://x.test/mcp", headers: { "X-Key": "canary-2" } },
};
const endpoint = { url: "http://127.0.0.1:1", key: "stand-in", scripted: true };

async function start(name: string, part: Parameters<typeof captureStart>[1] = {}, files: readonly string[] = []) {
  const row = acpAgents.find((each) => each.name === name);
  if (row === undefined) throw new Error(`no row ${name}`);
  const started = await captureStart(defineAcpAgent(row), part, files);
  const json = (path: string): unknown => JSON.parse(started.file(path) || "null");
  return { ...started, line: started.args.join(" "), json };
}

test("every row is called once, and talks on stdin", async () => {
  const names = acpAgents.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of acpAgents) expect((await start(name)).stdin).toBe("open");
});

test.each([
  ["claude-sdk", ""],
  ["codex-sdk", ""],
  ["qwen-code", "--acp -y"],
  ["goose", "acp"],
  ["opencode", "acp"],
  ["fast-agent", ""],
  ["openhands", "acp"],
  ["kimi", "acp"],
  ["mistral-vibe", ""],
  ["blackbox", "--experimental-acp"],
  ["stakpak", "acp"],
  ["poolside", "acp"],
  ["vtcode", "acp"],
  ["cursor-agent", "acp"],
  ["auggie", "--acp"],
  ["factory-droid", ""],
  ["qoder", "--acp"],
  ["cline", "--acp"],
  ["kilo", "acp"],
  ["copilot", "--acp"],
  ["kiro-cli", "acp"],
])("%s is made to speak ACP by %j, and flags come behind", async (name, expected) => {
  expect((await start(name, { flags: { deep: true } })).line).toBe(`${expected} --deep`.trim());
});

describe("a model", () => {
  test("is a variable of claude-sdk, which passes over flags it does not know", async () => {
    const { line, env } = await start("claude-sdk", { model: "opus" });
    expect([line, env["ANTHROPIC_MODEL"]]).toEqual(["", "opus"]);
  });

  test("is a flag of qwen-code", async () => {
    expect((await start("qwen-code", { model: "coder" })).line).toBe("--acp -y --model coder");
  });
});

describe("MCP servers that do not come with the session", () => {
  test("are a file that a flag of copilot names", async () => {
    const file = ".copilot/axis-mcp.json";
    const { line, home, json } = await start("copilot", { mcpServers }, [file]);
    expect(line).toBe(`--acp --additional-mcp-config @${join(home, file)}`);
    expect(json(file)).toEqual({
      mcpServers: {
        local: { type: "local", command: "node", args: ["s.mjs"], env: { KEY: "canary-1" }, tools: ["*"] },
        far: { type: "http", url: "https://x.test/mcp", headers: { "X-Key": "canary-2" }, tools: ["*"] },
      },
    });
    expect((await start("copilot")).line).toBe("--acp");
  });

  test("are in the settings of cline", async () => {
    const file = ".cline/data/settings/cline_mcp_settings.json";
    expect((await start("cline", { mcpServers }, [file])).json(file)).toEqual({
      mcpServers: {
        local: { type: "stdio", command: "node", args: ["s.mjs"], env: { KEY: "canary-1" } },
        far: { type: "streamableHttp", url: "https://x.test/mcp", headers: { "X-Key": "canary-2" } },
      },
    });
  });
});

describe("a rehearsal", () => {
  test("points codex-sdk at the script by its configuration, without the servers of the session", async () => {
    const { file } = await start("codex-sdk", { endpoint, mcpServers }, [".codex/config.toml"]);
    expect(file(".codex/config.toml")).toContain(`"base_url" = "http://127.0.0.1:1/openai/v1"`);
    expect(file(".codex/config.toml")).not.toContain("mcp_servers");
  });

  test("points opencode at the script, in place of all providers", async () => {
    const file = ".config/axis/opencode.json";
    const { env, home, json } = await start("opencode", { endpoint }, [file]);
    expect(env["OPENCODE_CONFIG"]).toBe(join(home, file));
    expect(json(file)).toMatchObject({
      enabled_providers: ["rehearsal"],
      provider: { rehearsal: { options: { baseURL: "http://127.0.0.1:1/openai/v1", apiKey: "stand-in" } } },
    });
    expect((await start("opencode", {}, [file])).json(file)).not.toHaveProperty("provider");
  });

  test("points copilot and cline at the script by variables", async () => {
    expect((await start("copilot", { endpoint })).env).toMatchObject({
      COPILOT_PROVIDER_BASE_URL: "http://127.0.0.1:1/openai/v1",
      COPILOT_PROVIDER_API_KEY: "stand-in",
    });
    const providers = ".cline/data/settings/providers.json";
    const { env, json } = await start("cline", { endpoint }, [providers]);
    expect(env).toMatchObject({ CLINE_PROVIDER: "openai-compatible", CLINE_API_KEY: "stand-in" });
    expect(json(providers)).toMatchObject({ lastUsedProvider: "openai-compatible" });
  });
});

describe("the gateway", () => {
  const gateway = { url: "http://127.0.0.1:1", key: "token", scripted: false, providerTools: [] };

  test("is a provider of codex-sdk, and chooses no model", async () => {
    const { file } = await start("codex-sdk", { endpoint: gateway }, [".codex/config.toml"]);
    const config = file(".codex/config.toml") ?? "";
    expect(config).toContain(`"model_provider" = "gateway"`);
    expect(config).toContain(`"base_url" = "http://127.0.0.1:1/openai/v1"`);
    expect(config).toContain(`"env_key" = "OPENAI_API_KEY"`);
    expect(config).toContain(`"web_search" = "disabled"`);
    expect(config).not.toContain("scripted-model");
  });

  test("is the address of each provider of opencode", async () => {
    const file = ".config/axis/opencode.json";
    const { json } = await start("opencode", { endpoint: gateway }, [file]);
    const at = (path: string) => ({ options: { baseURL: `http://127.0.0.1:1${path}`, apiKey: "token" } });
    expect(json(file)).toMatchObject({
      provider: {
        anthropic: at("/anthropic/v1"),
        openai: at("/openai/v1"),
        google: at("/google/v1beta"),
        openrouter: at("/compatible/openrouter/v1"),
      },
    });
    expect(json(file)).not.toHaveProperty("model");
  });

  test("tells claude-sdk not to ask about hosts, and withholds its search", async () => {
    const file = ".claude/settings.json";
    expect((await start("claude-sdk", { endpoint: gateway }, [file])).json(file)).toEqual({
      skipWebFetchPreflight: true,
      permissions: { deny: ["WebSearch"] },
    });
  });

  test("leaves copilot the variables that the runner sets, and chooses no model", async () => {
    expect((await start("copilot", { endpoint: gateway })).env).not.toHaveProperty("COPILOT_MODEL");
  });
});

test("qwen-code is kept from scanning the workspace, and signs in with the key it has", async () => {
  const file = ".qwen/settings.json";
  expect((await start("qwen-code", {}, [file])).json(file)).toMatchObject({
    context: { discoveryMaxDirs: 0, memoryBoundaryMarkers: [] },
    security: { auth: { selectedType: "openai" } },
  });
});
