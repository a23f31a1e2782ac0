/** The services that answer model requests: where they are, and which variables hold their keys and addresses. */

export interface ModelProvider {
  /** Also its place in the gateway's paths. */
  readonly name: string;
  /** Anthropic, OpenAI and Google have APIs of their own; the others offer one of those. */
  readonly kind: "anthropic" | "openai" | "google" | "compatible";
  /** Variables with its key. */
  readonly keys: readonly string[];
  /** The variable with which people choose another address. */
  readonly urlVariable?: string;
  /** Its address, in the form of `urlVariable`; absent if it has to be set. */
  readonly url?: string;
}

export const modelProviders: readonly ModelProvider[] = [
  {
    name: "anthropic",
    kind: "anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    urlVariable: "ANTHROPIC_BASE_URL",
    url: "https://api.anthropic.com",
  },
  {
    name: "openai",
    kind: "openai",
    keys: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    urlVariable: "OPENAI_BASE_URL",
    url: "https://api.openai.com/v1",
  },
  {
    name: "google",
    kind: "google",
    keys: ["GEMINI_API_KEY"],
    urlVariable: "GOOGLE_GEMINI_BASE_URL",
    url: "https://generativelanguage.googleapis.com",
  },
  { name: "openrouter", kind: "compatible", keys: ["OPENROUTER_API_KEY"], url: "https://openrouter.ai/api/v1" },
  {
    name: "dashscope",
    kind: "compatible",
    keys: ["DASHSCOPE_API_KEY"],
    url: "https://dashscope.aliyuncs.com/compatible-mode/v1",
  },
  // Copilot with a key of your own: the service is the one that its variable names.
  {
    name: "copilot-provider",
    kind: "compatible",
    keys: ["COPILOT_PROVIDER_API_KEY"],
    urlVariable: "COPILOT_PROVIDER_BASE_URL",
  },
];

/** The provider whose key this variable holds. */
export function findProviderByKey(variable: string): ModelProvider | undefined {
  return modelProviders.find(({ keys }) => keys.includes(variable));
}
