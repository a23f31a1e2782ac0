/** The agents that use ACP, as data: one row each. Agents that need special code have their own file. */
import { claudeIsolation, claudeSkills } from "../claude-code/claude-home.ts";
import type { AcpAgentOptions } from "./acp-options.ts";
import { prepareCline } from "./own-ways/cline.ts";
import { codexVariables, prepareCodex } from "./own-ways/codex-acp.ts";
import { copilotRefusal, copilotServerArguments, prepareCopilot } from "./own-ways/copilot.ts";
import { opencodeRefusal } from "./own-ways/opencode-refusal.ts";
import { prepareOpencode } from "./own-ways/opencode.ts";
import { prepareQwen, qwenVariables } from "./own-ways/qwen.ts";

/** API keys that most programs can sign in with. */
const providerKeys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];

export const acpAgents: readonly AcpAgentOptions[] = [
  {
    name: "claude-sdk",
    program: "claude-agent-acp",
    package: { package: "@agentclientprotocol/claude-agent-acp", version: "0.99.0" },
    keys: { required: ["ANTHROPIC_API_KEY"] },
    // It silently ignores unknown arguments, so a flag would have no effect.
    model: { variable: "ANTHROPIC_MODEL" },
    isolation: claudeIsolation,
    skillsFolder: claudeSkills,
    acceptsEndpoint: true,
  },
  {
    name: "codex-sdk",
    program: "codex-acp",
    package: { package: "@agentclientprotocol/codex-acp", version: "2.6.0" },
    keys: { required: ["OPENAI_API_KEY"] },
    isolation: codexVariables,
    prepare: prepareCodex,
    acceptsEndpoint: true,
  },
  {
    name: "qwen-code",
    program: "qwen",
    // Without -y, its "auto" mode asks a model whether each call is allowed.
    arguments: ["--acp", "-y"],
    judgingArguments: ["--acp", "--approval-mode", "default"],
    package: { package: "@qwen-code/qwen-code", version: "0.24.4" },
    // It takes an Anthropic key only together with a base URL, and reads no key of DashScope or OpenRouter.
    keys: {
      oneOf: ["OPENAI_API_KEY", "GEMINI_API_KEY"],
      optional: [...providerKeys, "DASHSCOPE_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"],
    },
    model: { flag: "--model" },
    isolation: qwenVariables,
    prepare: prepareQwen,
    acceptsEndpoint: true,
  },
  { name: "goose", program: "goose", arguments: ["acp"], keys: { oneOf: providerKeys } },
  {
    name: "opencode",
    program: "opencode",
    arguments: ["acp"],
    package: { package: "opencode-ai", version: "1.18.33" },
    // Without a key it offers free models of its vendor.
    keys: { optional: providerKeys },
    isolation: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1" }),
    prepare: prepareOpencode,
    refusal: opencodeRefusal,
    acceptsEndpoint: true,
  },
  { name: "fast-agent", program: "fast-agent-acp", keys: { oneOf: providerKeys } },
  { name: "openhands", program: "openhands", arguments: ["acp"], keys: { oneOf: providerKeys } },
  {
    name: "kimi",
    program: "kimi",
    arguments: ["acp"],
    package: { package: "@moonshot-ai/kimi-code", version: "2.1.0" },
    // Any other key has to be in its own settings, which a run does not get.
    keys: {
      required: ["KIMI_MODEL_API_KEY", "KIMI_MODEL_NAME"],
      optional: ["KIMI_MODEL_BASE_URL", "KIMI_MODEL_PROVIDER_TYPE"],
    },
  },
  { name: "mistral-vibe", program: "vibe-acp", keys: { required: ["MISTRAL_API_KEY"] } },
  {
    name: "blackbox",
    program: "blackbox",
    arguments: ["--experimental-acp"],
    keys: { required: ["BLACKBOX_API_KEY"] },
  },
  { name: "stakpak", program: "stakpak", arguments: ["acp"], keys: { oneOf: ["STAKPAK_API_KEY", ...providerKeys] } },
  { name: "poolside", program: "pool", arguments: ["acp"], keys: { required: ["POOLSIDE_API_KEY"] } },
  {
    name: "vtcode",
    program: "vtcode",
    arguments: ["acp"],
    keys: { oneOf: [...providerKeys, "XAI_API_KEY", "DEEPSEEK_API_KEY", "MOONSHOT_API_KEY", "ZAI_API_KEY"] },
    isolation: () => ({ VT_ACP_ENABLED: "1", VT_ACP_ZED_ENABLED: "1" }),
  },
  { name: "cursor-agent", program: "agent", arguments: ["acp"], keys: { required: ["CURSOR_API_KEY"] } },
  {
    name: "auggie",
    program: "auggie",
    arguments: ["--acp"],
    package: { package: "@augmentcode/auggie", version: null },
    keys: { required: ["AUGMENT_SESSION_AUTH"] },
  },
  {
    name: "factory-droid",
    program: "droid-acp",
    helpers: ["droid"],
    package: { package: "@yaonyan/droid-acp", version: null },
    keys: { required: ["FACTORY_API_KEY"] },
  },
  {
    name: "qoder",
    program: "qodercli",
    arguments: ["--acp"],
    package: { package: "@qoder-ai/qodercli", version: null },
    keys: { required: ["QODER_PERSONAL_ACCESS_TOKEN"] },
  },
  {
    name: "cline",
    program: "cline",
    arguments: ["--acp"],
    package: { package: "cline", version: "3.0.65" },
    keys: { oneOf: providerKeys },
    // Otherwise it leaves a daemon running that serves every later run.
    isolation: () => ({ CLINE_SESSION_BACKEND_MODE: "local", CLINE_NO_AUTO_UPDATE: "1" }),
    prepare: prepareCline,
    takesServers: false,
    acceptsEndpoint: true,
  },
  {
    name: "kilo",
    program: "kilo",
    arguments: ["acp"],
    package: { package: "@kilocode/cli", version: "7.7.7" },
    // Without a key it still offers models of its vendor.
    keys: { optional: ["KILO_API_KEY", ...providerKeys] },
  },
  {
    name: "copilot",
    program: "copilot",
    arguments: ["--acp"],
    package: { package: "@github/copilot", version: "1.0.102" },
    keys: { oneOf: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"] },
    isolation: () => ({ COPILOT_AUTO_UPDATE: "false" }),
    prepare: prepareCopilot,
    taskArguments: copilotServerArguments,
    refusal: copilotRefusal,
    hidesRefusals: true,
    takesServers: false,
    acceptsEndpoint: true,
  },
  { name: "kiro-cli", program: "kiro-cli", arguments: ["acp"], keys: { required: ["KIRO_API_KEY"] } },
];
