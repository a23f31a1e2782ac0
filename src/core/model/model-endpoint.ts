/** A model server other than the vendors' own, and the variables that point programs and SDKs at it. */

/** The server that is called instead of the vendor's service. */
export interface ModelEndpoint {
  /** Origin without a path or trailing slash, such as http://127.0.0.1:4000. */
  readonly url: string;
  /** Replaces every vendor's key. */
  readonly key: string;
}

/** The variables that most programs and SDKs read. A program that needs a file writes it from `AgentTask.endpoint`. */
export function endpointVariables({ url, key }: ModelEndpoint): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
    CODEX_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: key,
  };
}
